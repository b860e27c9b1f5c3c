package ensemble

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"hooke/control"
	"hooke/model"
)

// Field is a number that each member of a kind has for itself.
type Field struct {
	Path  string // one of Paths
	Index int    // of the actuator, material, contact, group or force, from 0; of gravity and drag 0; of controllers see control.Spec.Number
}

func (f Field) String() string {
	if l, ok := lawOf(f.Path); ok && l.list == nil {
		return f.Path
	}
	return fmt.Sprintf("%s[%d]", f.Path, f.Index)
}

// law is the meaning of a path.
type law struct {
	path     string
	unit     string
	what     string            // of which Index is a number; empty: there is one
	list     func(k *Kind) int // how many of these the kind has; nil: there is one
	lacks    func(k *Kind, i int) string
	low      float64 // least value
	above    bool    // the least value itself is none
	high     float64 // largest value
	below    bool    // the largest value itself is none
	relative bool    // the meaning of a value depends on the kind
	steers   bool    // it is a number of controllers
	get, set func(w *written, i int, x *float64)
}

// written is a model and parameters that values are written into.
type written struct {
	model  *model.Model
	params model.Params
	angles [][2]float64 // slope and heading of the normal of each contact [rad]
	turned []bool       // whether the angles of a contact have been set
	scale  []float64    // of the masses of each group; nil: none
	pull   []float64    // of each force; nil: none
	rest   []float64    // of the rest lengths of each material; nil: none

	control *control.Spec // the controllers; nil: none
}

// of makes the two accessors of the number that place returns.
func of(place func(w *written, i int) *float64) (get, set func(w *written, i int, x *float64)) {
	return func(w *written, i int, x *float64) { *x = *place(w, i) }, func(w *written, i int, x *float64) { *place(w, i) = *x }
}

// factor makes the accessors of a factor, which is 1 in the kind.
func factor(set func(w *written, i int, x float64)) (get, put func(w *written, i int, x *float64)) {
	return func(_ *written, _ int, x *float64) { *x = 1 }, func(w *written, i int, x *float64) { set(w, i, *x) }
}

func (l law) in(low, high float64, open ...bool) law {
	l.low, l.high = low, high
	l.above, l.below = len(open) > 0 && open[0], len(open) > 1 && open[1]
	return l
}

func (l law) unless(lacks func(k *Kind, i int) string) law {
	l.lacks = lacks
	return l
}

func (l law) by(get, set func(w *written, i int, x *float64)) law {
	l.get, l.set = get, set
	return l
}

// beside makes the law that of a number that only means something beside those of the kind.
func (l law) beside() law {
	l.relative = true
	return l
}

func (l law) at(place func(w *written, i int) *float64) law {
	l.get, l.set = of(place)
	return l
}

// The largest numbers of either sign.
const most = model.Largest

// laws are those of all paths.
var laws = sync.OnceValue(allLaws)

func allLaws() []law {
	named := func(l law, path, unit string) law { l.path, l.unit = path, unit; return l }
	actuator := law{what: "actuator", list: func(k *Kind) int { return len(k.Params.Actuators) }}
	material := law{what: "material", list: func(k *Kind) int { return len(k.Model.Materials) }, lacks: notRemoved}
	contact := law{what: "contact", list: func(k *Kind) int { return len(k.Params.Contacts) }}
	force := law{what: "force", list: func(k *Kind) int { return len(k.Params.Forces) }}
	pull := func(axis int) func(w *written, i int) *float64 {
		return func(w *written, i int) *float64 { return &w.params.Forces[i].Force[axis] }
	}
	out := []law{
		named(actuator, "actuator.amplitude", "").in(-1, 1, true, true).at(func(w *written, i int) *float64 { return &w.params.Actuators[i].Amplitude }),
		named(actuator, "actuator.frequency", "Hz").in(0, most).at(func(w *written, i int) *float64 { return &w.params.Actuators[i].Frequency }),
		named(actuator, "actuator.phase", "rad").in(-most, most).at(func(w *written, i int) *float64 { return &w.params.Actuators[i].Phase }),
		named(actuator, "actuator.half_life", "s").in(0, most).at(func(w *written, i int) *float64 { return &w.params.Actuators[i].HalfLife }),
		named(material, "material.stiffness", "N/m").in(0, most).unless(notSI).at(func(w *written, i int) *float64 { return &w.model.Materials[i].Stiffness }),
		named(material, "material.damping", "N·s/m").in(0, most).unless(notSI).at(func(w *written, i int) *float64 { return &w.model.Materials[i].Damping }),
		named(material, "material.rest_scale", "").in(0, most, true).unless(ofLength).by(factor(scaleRest)).beside(),
		named(contact, "contact.offset", "m").in(-most, most).unless(noPlane).by(offset, setOffset),
		named(contact, "contact.slope", "rad").in(0, math.Pi).unless(noNormal).at(func(w *written, i int) *float64 { w.turned[i] = true; return &w.angles[i][0] }).beside(),
		named(contact, "contact.heading", "rad").in(-most, most).unless(noNormal).at(func(w *written, i int) *float64 { w.turned[i] = true; return &w.angles[i][1] }).beside(),
		named(contact, "contact.stiffness", "N/m").in(0, most, true).unless(perMass).at(func(w *written, i int) *float64 { return &w.params.Contacts[i].Stiffness }),
		named(contact, "contact.damping", "N·s/m").in(0, most).unless(perMass).at(func(w *written, i int) *float64 { return &w.params.Contacts[i].Damping }),
		named(contact, "contact.static_friction", "").in(0, most).at(func(w *written, i int) *float64 { return &w.params.Contacts[i].StaticFriction }),
		named(contact, "contact.kinetic_friction", "").in(0, most).at(func(w *written, i int) *float64 { return &w.params.Contacts[i].KineticFriction }),
		named(law{}, "gravity.x", "m/s²").in(-most, most).at(func(w *written, _ int) *float64 { return &w.params.Gravity[0] }),
		named(law{}, "gravity.y", "m/s²").in(-most, most).at(func(w *written, _ int) *float64 { return &w.params.Gravity[1] }),
		named(law{}, "gravity.z", "m/s²").in(-most, most).at(func(w *written, _ int) *float64 { return &w.params.Gravity[2] }),
		named(law{}, "drag_half_life", "s").in(0, most).at(func(w *written, _ int) *float64 { return &w.params.DragHalfLife }),
		named(law{what: "group", list: func(k *Kind) int { return len(k.Model.Groups) }}, "mass_scale", "").in(0, most, true).unless(massless).by(factor(scaleMass)).beside(),
		named(force, "force.factor", "").in(-most, most).by(factor(scaleForce)).beside(),
		named(force, "force.x", "N").in(-most, most).at(pull(0)),
		named(force, "force.y", "N").in(-most, most).at(pull(1)),
		named(force, "force.z", "N").in(-most, most).at(pull(2)),
	}
	for axis, name := range []string{"contact.normal_x", "contact.normal_y", "contact.normal_z"} {
		out = append(out, named(contact, name, "").in(-1, 1).unless(noNormal).by(normalAlong(axis)))
	}
	return append(out, steering()...)
}

// normalAlong makes the accessors of a component of the normal of a plane.
func normalAlong(axis int) (get, set func(w *written, i int, x *float64)) {
	return func(w *written, i int, x *float64) {
			if plane, ok := w.params.Contacts[i].Shape.(model.Plane); ok {
				*x = plane.Normal[axis]
			}
		}, func(w *written, i int, x *float64) {
			if plane, ok := w.params.Contacts[i].Shape.(model.Plane); ok {
				plane.Normal[axis] = *x
				w.params.Contacts[i].Shape = plane
			}
		}
}

func scaleRest(w *written, i int, x float64) {
	w.rest = grown(w.rest, len(w.model.Materials))
	w.rest[i] = x
}

func scaleMass(w *written, i int, x float64) {
	w.scale = grown(w.scale, len(w.model.Groups))
	w.scale[i] = x
}

func scaleForce(w *written, i int, x float64) {
	w.pull = grown(w.pull, len(w.params.Forces))
	w.pull[i] = x
}

// grown returns a list of that many factors, which are 1 where there was no list.
func grown(list []float64, count int) []float64 {
	if list == nil {
		list = slices.Repeat([]float64{1}, count)
	}
	return list
}

func offset(w *written, i int, x *float64) {
	if plane, ok := w.params.Contacts[i].Shape.(model.Plane); ok {
		*x = plane.Offset
	}
}

func setOffset(w *written, i int, x *float64) {
	if plane, ok := w.params.Contacts[i].Shape.(model.Plane); ok {
		plane.Offset = *x
		w.params.Contacts[i].Shape = plane
	}
}

// noPlane returns the reason why a contact has no offset and no slope.
func noPlane(k *Kind, i int) string {
	if shape := k.Params.Contacts[i].Shape; !is[model.Plane](shape) {
		return fmt.Sprintf("contact %d is a %T and no plane", i, shape)
	}
	return ""
}

// noNormal returns the reason why a contact has no normal of its own.
func noNormal(k *Kind, i int) string {
	if c := k.Params.Contacts[i].Trajectory; c.Moves() && c.Spin != (model.Vec3{}) {
		return fmt.Sprintf("contact %d turns about its normal; let it stand, or let its normal be that of the kind", i)
	}
	return noPlane(k, i)
}

// perMass returns the reason why a contact has no stiffness and damping of its own.
func perMass(k *Kind, i int) string {
	if k.Params.Contacts[i].PerMass {
		return fmt.Sprintf("those of contact %d follow from each mass; give it a stiffness", i)
	}
	return ""
}

func is[T any](x any) bool {
	_, ok := x.(T)
	return ok
}

func notRemoved(k *Kind, i int) string {
	if i == int(model.Removed) {
		return "material 0 is that of removed springs"
	}
	return ""
}

// notSI returns the reason why a material has no stiffness or damping of its own to set.
func notSI(k *Kind, i int) string {
	m := &k.Model.Materials[i]
	if m.PerSpring() {
		return fmt.Sprintf("material %d (%s) is %v: k and c follow from it for each spring; give the material a stiffness and a damping", i, m.Name, *m)
	}
	return notRemoved(k, i)
}

// ofLength returns the reason why the rest lengths of a material cannot be scaled.
func ofLength(k *Kind, i int) string {
	if m := &k.Model.Materials[i]; m.AxialRigidity != 0 {
		return fmt.Sprintf("k of material %d (%s), %v, follows from rest lengths; give it a stiffness", i, m.Name, *m)
	}
	return notRemoved(k, i)
}

// massless returns the reason why masses cannot be scaled.
func massless(k *Kind, _ int) string {
	for i := range k.Model.Materials {
		if m := &k.Model.Materials[i]; m.Vocabulary() != model.SI || m.DampingRatio != 0 {
			return fmt.Sprintf("k and c of material %d (%s), %v, follow from masses; give it a stiffness and a damping", i, m.Name, *m)
		}
	}
	return ""
}

// lawOf returns the law of a path.
func lawOf(path string) (law, bool) {
	for _, l := range laws() {
		if l.path == path {
			return l, true
		}
	}
	return law{}, false
}

// Paths returns the paths of all fields that members may have for themselves.
func Paths() []string {
	var out []string
	for _, l := range laws() {
		out = append(out, l.path)
	}
	return out
}

// fault returns the fault of a value of the field; empty: none.
func (l law) fault(x float64) string {
	if x-x == 0 && (x > l.low || x == l.low && !l.above) && (x < l.high || x == l.high && !l.below) {
		return ""
	}
	low, high := "at least", "at most"
	if l.above {
		low = "more than"
	}
	if l.below {
		high = "less than"
	}
	unit := l.unit
	if unit != "" {
		unit = " " + unit
	}
	return fmt.Sprintf("it must be %s %g%s and %s %g%s", low, l.low, unit, high, l.high, unit)
}
