package mesh

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
)

// Part is a model on its way into another one: turned about the origin, then
// moved.
type Part struct {
	Model *model.Model
	Name  string     // its groups become Name/group; empty: they keep their names
	Turn  mgl64.Quat // unit length; zero means not at all
	Move  model.Vec3 // [m]

	// FirstActuator is added to the part's actuators, when two parts that both
	// count from 0 shall not move together.
	FirstActuator int
}

// Merge makes one model of several, which share nothing yet: see Hinge,
// BallJoint and Weld for that. Masses, springs, triangles and groups follow each
// other in the order of the parts. Materials that are equal, name included,
// become one entry of the palette. Groups of one name become one group. A pin
// holds the axes of the merged model, so a part that is pinned on some axes
// only cannot be turned. The parts are left as they are.
func Merge(name string, parts ...Part) (*model.Model, error) {
	out := &model.Model{Name: name, Materials: palette()}
	actuated := slices.ContainsFunc(parts, func(p Part) bool { return p.Model.ActuatorOf != nil })
	pinned := slices.ContainsFunc(parts, func(p Part) bool { return p.Model.Pin != nil })
	for number, p := range parts {
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("mesh: merge: part %d (%s): %w", number, p.Model.Name, err)
		}
		first := uint32(out.MassCount())
		for i, x := range p.Model.RestPosition {
			out.RestPosition = append(out.RestPosition, p.turn().Rotate(x).Add(p.Move))
			out.Mass = append(out.Mass, p.Model.Mass[i])
			if pinned {
				out.Pin = append(out.Pin, p.Model.PinOf(i))
			}
		}
		material, err := mergePalette(out, p.Model.Materials)
		if err != nil {
			return nil, err
		}
		for s, ends := range p.Model.Ends {
			appendSpring(out, p.Model, s, model.Ends{first + ends[0], first + ends[1]}, material[p.Model.MaterialOf[s]])
			if actuated {
				out.ActuatorOf = append(out.ActuatorOf, p.actuatorOf(s))
			}
		}
		for _, t := range p.Model.Triangles {
			out.Triangles = append(out.Triangles, [3]uint32{first + t[0], first + t[1], first + t[2]})
		}
		appendSkin(out, p.Model.Skin, func(i uint32) (uint32, bool) { return first + i, true })
		p.mergeGroups(out, first)
	}
	if out.MassCount() > model.MaxCount || out.SpringCount() > model.MaxCount {
		return nil, fmt.Errorf("mesh: merge: %d masses and %d springs; a model holds at most %d of each",
			out.MassCount(), out.SpringCount(), model.MaxCount)
	}
	return out, nil
}

func (p Part) check() error {
	if err := p.Model.Validate(); err != nil {
		return err
	}
	if turn := p.turn(); !mgl64.FloatEqualThreshold(turn.Len(), 1, 1e-9) {
		return fmt.Errorf("turn %v has length %g; it must be 1", p.Turn, turn.Len())
	}
	turned := p.turn() != mgl64.QuatIdent()
	for i, pin := range p.Model.Pin {
		if turned && pin != 0 && pin != model.PinAll {
			return fmt.Errorf("mass %d is pinned on some axes only, which do not turn with it; pin it after the merge", i)
		}
	}
	if last := p.lastActuator(); p.FirstActuator < 0 || last > maxActuator {
		return fmt.Errorf("actuators %d to %d; they are numbered 0 to %d", p.FirstActuator, last, maxActuator)
	}
	return nil
}

func (p Part) turn() mgl64.Quat {
	if p.Turn == (mgl64.Quat{}) {
		return mgl64.QuatIdent()
	}
	return p.Turn
}

// lastActuator is the largest number of an actuator of the part after the merge.
func (p Part) lastActuator() int {
	if len(p.Model.ActuatorOf) == 0 {
		return p.FirstActuator
	}
	return p.FirstActuator + int(slices.Max(p.Model.ActuatorOf)) - 1
}

// actuatorOf is Model.ActuatorOf of a spring of the part after the merge.
func (p Part) actuatorOf(s int) uint16 {
	if p.Model.ActuatorOf == nil || p.Model.ActuatorOf[s] == 0 {
		return 0
	}
	return p.Model.ActuatorOf[s] + uint16(p.FirstActuator)
}

// mergeGroups adds the part's groups; its masses begin at first.
func (p Part) mergeGroups(out *model.Model, first uint32) {
	for _, g := range p.Model.Groups {
		name := g.Name
		if p.Name != "" {
			name = p.Name + "/" + g.Name
		}
		at := slices.IndexFunc(out.Groups, func(other model.Group) bool { return other.Name == name })
		if at < 0 {
			at = len(out.Groups)
			out.Groups = append(out.Groups, model.Group{Name: name})
		}
		for _, i := range g.Masses {
			out.Groups[at].Masses = append(out.Groups[at].Masses, first+i)
		}
	}
}

// mergePalette adds materials to the palette of out, equal ones once, and
// returns where each of them is there.
func mergePalette(out *model.Model, materials []model.Material) ([]uint16, error) {
	where := make([]uint16, len(materials))
	for i, material := range materials {
		if i == int(model.Removed) {
			continue
		}
		at := slices.Index(out.Materials[1:], material) + 1
		if at == 0 {
			at = len(out.Materials)
			out.Materials = append(out.Materials, material)
		}
		if at > 1<<16-1 {
			return nil, fmt.Errorf("mesh: merge: more than %d different materials", 1<<16-1)
		}
		where[i] = uint16(at)
	}
	return where, nil
}
