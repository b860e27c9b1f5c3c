package ensemble

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"sync"

	"hooke/model"
	"hooke/physics"
)

// mostFaults is how many faults of values Settle spells out; it counts the others.
const mostFaults = 8

// Settle checks kinds and members before an engine is made, and returns the kinds in the form
// that engines take: with dt, with copies of the caller's changeable data, and with models in
// arrays. An error names the fault, or a feature that ensembles do not support. An engine
// names the features that it takes in addition to those of all engines.
func Settle(kinds []Kind, members []Member, takes ...Feature) ([]Kind, error) {
	out := slices.Clone(kinds)
	for i := range out {
		k := &out[i]
		if k.Model == nil {
			return nil, fmt.Errorf("ensemble: kind %d has no model", i)
		}
		if err := k.settle(takes); err != nil {
			return nil, fmt.Errorf("ensemble: kind %d (%s): %w", i, k.Model.Name, err)
		}
	}
	for i := range members {
		m := &members[i]
		if m.Kind < 0 || m.Kind >= len(out) {
			return nil, fmt.Errorf("ensemble: member %d is of kind %d; there are %d kinds", i, m.Kind, len(out))
		}
		k := out[m.Kind]
		if m.Values != nil {
			if err := k.Judge(m.Values); err != nil {
				return nil, fmt.Errorf("ensemble: member %d: %w", i, err)
			}
		}
		if m.Start != nil {
			if err := k.Model.ValidateState(m.Start); err != nil {
				return nil, fmt.Errorf("ensemble: member %d: start: %w", i, err)
			}
		}
	}
	return out, nil
}

// settle returns Settle of one kind.
func (k *Kind) settle(takes []Feature) error {
	if err := k.Model.Validate(); err != nil {
		return err
	}
	m := *k.Model
	m.InArrays()
	k.Model, k.Params, k.Free = &m, k.Params.Clone(), slices.Clone(k.Free)
	if err := k.Params.ValidateFor(&m); err != nil {
		return err
	}
	k.Params = k.Control.Ready(k.Params)
	if err := k.refused(takes); err != nil {
		return err
	}
	k.laws = make([]law, len(k.Free))
	known := make(map[Field]bool, len(k.Free))
	for i, f := range k.Free {
		if err := k.freeFault(f); err != nil {
			return err
		}
		k.laws[i], _ = lawOf(f.Path)
		if known[f] {
			return fmt.Errorf("field %v is free twice", f)
		}
		known[f] = true
	}
	if has := k.frees; has("contact.normal_x", "contact.normal_y", "contact.normal_z") && has("contact.slope", "contact.heading") {
		return errors.New("a normal is free as slope and heading, and as its components; choose one of the two")
	}
	if k.Params.DT == 0 {
		k.Params.DT = physics.AutoStep(&m, k.Params)
	}
	if !k.Control.Controls() {
		k.Control = nil
		return nil
	}
	k.Control = k.Control.Clone().At(k.Params.DT)
	return k.Control.Check(&m, k.Params)
}

// freeFault returns the reason why a field cannot be free.
func (k *Kind) freeFault(f Field) error {
	l, ok := lawOf(f.Path)
	if !ok {
		return fmt.Errorf("field %q is none that members may have for themselves; these are %v", f.Path, Paths())
	}
	count := 1
	if l.list != nil {
		count = l.list(k)
	}
	if f.Index < 0 || f.Index >= count {
		what := l.what
		if what == "" {
			what = l.path
		}
		return fmt.Errorf("field %s: there is no %s %d; the kind has %d, counted from 0", f.Path, what, f.Index, count)
	}
	if why := k.lacks(l, f.Index); why != "" {
		return fmt.Errorf("field %v cannot be free: %s", f, why)
	}
	return nil
}

// lacks returns the reason why a number of the kind cannot be free; empty: it can.
func (k *Kind) lacks(l law, i int) string {
	switch {
	case l.path == "drag_half_life" && k.Params.DragKept != 0:
		return "the kind has a drag factor per step; give it a half-life"
	case l.lacks != nil:
		return l.lacks(k, i)
	}
	return ""
}

// Judge returns an error for the values of a member of a settled kind; nil: none.
func (k *Kind) Judge(values []float64) error {
	if len(values) != len(k.Free) {
		return fmt.Errorf("%d values for %d free fields", len(values), len(k.Free))
	}
	var faults []error
	for i, x := range values {
		if why := k.laws[i].fault(x); why != "" && len(faults) < mostFaults {
			faults = append(faults, fmt.Errorf("%v is %g; %s", k.Free[i], x, why))
		}
	}
	if friction, normals := k.frees(judgedTogether()[:2]...), k.frees(judgedTogether()[2:]...); faults == nil && (friction || normals) {
		_, p := k.Written(values)
		for i, c := range p.Contacts {
			if plane, ok := c.Shape.(model.Plane); ok && normals && !(math.Abs(plane.UnitNormal().Len()-1) < unitTolerance) {
				faults = append(faults, fmt.Errorf("contact %d: the normal %v has length %g; it must be 1", i, plane.Normal, plane.Normal.Len()))
			}
			if c.KineticFriction > c.StaticFriction {
				faults = append(faults, fmt.Errorf("contact %d: kinetic friction is %g; it must not be more than the static friction, %g", i, c.KineticFriction, c.StaticFriction))
			}
		}
	}
	return errors.Join(faults...)
}

// unitTolerance is how far the length of a normal may be from 1.
const unitTolerance = 1e-6

// frees reports whether one of these paths is free.
func (k *Kind) frees(paths ...string) bool {
	return slices.ContainsFunc(k.Free, func(f Field) bool { return slices.Contains(paths, f.Path) })
}

// refused returns an error for a feature that an engine with the given features does not
// support. It rejects a field of package model that its lists lack, unless the field is zero,
// so that new fields are not ignored.
func (k *Kind) refused(takes []Feature) error {
	m, p := k.Model, k.Params
	for _, f := range Features() {
		if has, what, instead := f.in(k); has && !slices.Contains(takes, f) {
			return refusal(what, instead)
		}
	}
	if p.Ledger {
		return refusal("the energy ledger", "")
	}
	return unknown(m, p, takes)
}

// unknown returns an error for set fields that are unknown here, or that belong to features that the engine does not take.
func unknown(m *model.Model, p model.Params, takes []Feature) error {
	if name := strange(reflect.ValueOf(m).Elem(), modelFields(), takes); name != "" {
		return refusal("the model's "+name, "")
	}
	if name := strange(reflect.ValueOf(&p).Elem(), paramFields(), takes); name != "" {
		return refusal("the run's "+name, "")
	}
	return nil
}

// strange returns the name of the first field that is set and not known; empty: none.
func strange(v reflect.Value, fields []fieldOf, takes []Feature) string {
	for i, known := range fields {
		if known.always || known.with != "" && slices.Contains(takes, known.with) {
			continue
		}
		f := v.Field(i)
		set := !f.IsZero()
		if f.Kind() == reflect.Slice {
			set = f.Len() > 0
		}
		if set {
			return v.Type().Field(i).Name
		}
	}
	return ""
}

// fieldOf says when engines know a field.
type fieldOf struct {
	always bool
	with   Feature // engines that take this know it; empty: none does
}

// Fields of models and parameters, in their order.
var (
	modelFields = sync.OnceValue(func() []fieldOf {
		return fieldsOf(reflect.TypeFor[model.Model](), map[Feature][]string{
			"":   {"Name", "RestPosition", "Mass", "Pin", "Radius", "Body", "Ends", "RestLength", "MaterialOf", "Materials", "Own", "Groups", "Attachments", "ActuatorOf", "Triangles", "Skin"},
			Rods: {"Segments"},
		})
	})
	paramFields = sync.OnceValue(func() []fieldOf {
		return fieldsOf(reflect.TypeFor[model.Params](), map[Feature][]string{
			"":      {"DT", "Gravity", "DragHalfLife", "DragKept", "Contacts", "Actuators", "Forces", "Collision", "Guides", "Motors", "Handles", "QuadraticDrag", "Wind", "Integrator"},
			Rods:    {"Clamps"},
			Weights: {"MassFactors"},
			Groups:  {"Spins", "Water", "Pressures", "Areas", "Orients", "Tracks", "Matchings", "Limits", "Bends"},
			Solvers: {"Substeps", "Iterations", "Forward", "Warm", "Tolerance"},
		})
	})
)

// fieldsOf returns the fields of a type. known are the names of those that engines with a feature know, and without any.
func fieldsOf(t reflect.Type, known map[Feature][]string) []fieldOf {
	out := make([]fieldOf, t.NumField())
	for feature, names := range known {
		for _, name := range names {
			f, _ := t.FieldByName(name)
			out[f.Index[0]] = fieldOf{feature == "", feature}
		}
	}
	return out
}

func refusal(what, instead string) error {
	if instead != "" {
		instead = "; give " + instead
	}
	return fmt.Errorf("%s: %w by ensembles%s, or run members one by one", what, model.ErrUnsupported, instead)
}
