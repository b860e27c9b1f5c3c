// Package join makes one model of several, and changes how its parts are connected.
//
// Merge puts models side by side. Hinge, BallJoint and Weld join their groups, WeldNear and
// ConnectNear join masses that are close. Carve removes masses.
//
// Attach ties masses to the pinned masses that springs lead to: long-range attachments, so that
// a hanging structure does not stretch. Each attachment is a cable a little longer than the
// shortest way along springs at rest. It is slack until the way is stretched by that little, and
// then holds: with explicit solvers by the stiffness of the springs, with the solver impulses
// against any pull. Source: T.-Y. Kim, N. Chentanez, M. Müller, Long Range Attachments,
// Symposium on Computer Animation 2012.
package join

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/model"
)

// Part is a model to be merged: it is turned about the origin, and then moved.
type Part struct {
	Model *model.Model
	Name  string     // its groups are named Name/group; empty: they keep their names
	Turn  mgl64.Quat // unit length; zero means no turn
	Move  model.Vec3 // [m]

	// FirstActuator is added to the numbers of the part's actuators, so that two parts
	// whose actuators both count from 0 do not move together.
	FirstActuator int
}

// Merge makes one model of several, which are not connected yet: see Hinge, BallJoint
// and Weld for that. Masses, springs, triangles and groups follow each other in the
// order of the parts. Equal materials, names included, become one entry of the palette.
// Groups of the same name become one group. Where any part has bodies or radii, bodies of
// different parts are different ones. Pins hold the axes of the merged model, so
// a part that is pinned on some axes only cannot be turned. The parts do not change.
func Merge(name string, parts ...Part) (*model.Model, error) {
	out, err := roomFor(name, parts)
	if err != nil {
		return nil, err
	}
	palette, where, err := Palette(parts...)
	if err != nil {
		return nil, err
	}
	out.Materials = palette
	masses, springs, triangles := 0, 0, 0 // how many are in out so far
	for k, p := range parts {
		p.turnMasses(out, masses)
		p.renumberSprings(out, springs, uint32(masses), where[k])
		for i, t := range p.Model.Triangles {
			for corner, mass := range t {
				out.Triangles[triangles+i][corner] = uint32(masses) + mass
			}
		}
		appendSkin(out, p.Model.Skin, func(i uint32) (uint32, bool) { return uint32(masses) + i, true })
		p.mergeGroups(out, uint32(masses))
		masses, springs, triangles = masses+p.Model.MassCount(), springs+p.Model.SpringCount(), triangles+len(p.Model.Triangles)
	}
	attachLast(out, parts)
	return out, nil
}

// attachLast brings the attachments of all parts behind the other springs.
func attachLast(out *model.Model, parts []Part) {
	var attached []bool // of the springs of all parts
	any := false
	for _, p := range parts {
		for s := range p.Model.SpringCount() {
			attached = append(attached, s >= p.Model.StructuralCount())
		}
		any = any || p.Model.Attachments > 0
	}
	if any {
		out.AttachLast(func(s int) bool { return attached[s] })
	}
}

// roomFor returns a model of the masses and springs of all parts, as each has them, with memory
// for their triangles and an empty palette.
func roomFor(name string, parts []Part) (*model.Model, error) {
	masses, springs, triangles := 0, 0, 0
	models := make([]*model.Model, len(parts))
	for k, p := range parts {
		masses, springs, triangles = masses+p.Model.MassCount(), springs+p.Model.SpringCount(), triangles+len(p.Model.Triangles)
		models[k] = p.Model
	}
	if masses > model.MaxCount || springs > model.MaxCount {
		return nil, fmt.Errorf("mesh: merge: %d masses and %d springs; a model holds at most %d of each", masses, springs, model.MaxCount)
	}
	if err := mesh.Fits(int64(masses), int64(springs)); err != nil {
		return nil, fmt.Errorf("mesh: merge: %w", err)
	}
	for number, p := range parts {
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("mesh: merge: part %d (%s): %w", number, p.Model.Name, err)
		}
	}
	out := model.SideBySide(name, models...)
	if err := numberBodies(out, parts); err != nil {
		return nil, err
	}
	if triangles > 0 {
		out.Triangles = make([][3]uint32, triangles)
	}
	return out, nil
}

// turnMasses turns and moves the part's masses in out, which begin at number at.
func (p Part) turnMasses(out *model.Model, at int) {
	turn := p.turn()
	model.InBlocks(p.Model.MassCount(), func(_, first, last int) {
		for i := first; i < last; i++ {
			out.RestPosition[at+i] = turn.Rotate(p.Model.RestPosition[i]).Add(p.Move)
		}
	})
}

// renumberSprings renumbers the ends, materials and actuators of the part's springs in out,
// where they begin at number at. mass is the new number of the part's first mass, and
// material has those of its palette.
func (p Part) renumberSprings(out *model.Model, at int, mass uint32, material []uint16) {
	model.InBlocks(p.Model.SpringCount(), func(_, first, last int) {
		for s := first; s < last; s++ {
			ends := p.Model.Ends[s]
			out.Ends[at+s] = model.Ends{mass + ends[0], mass + ends[1]}
			out.MaterialOf[at+s] = material[p.Model.MaterialOf[s]]
			if p.Model.Segments != nil {
				out.Segments[at+s].Start = p.turn().Mul(p.Model.Segments[s].Start)
			}
			if out.ActuatorOf != nil {
				out.ActuatorOf[at+s] = p.actuatorOf(s)
			}
		}
	})
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
	if last := p.lastActuator(); p.FirstActuator < 0 || last > materials.MaxActuator {
		return fmt.Errorf("actuators %d to %d; they are numbered 0 to %d", p.FirstActuator, last, materials.MaxActuator)
	}
	return nil
}

func (p Part) turn() mgl64.Quat {
	if p.Turn == (mgl64.Quat{}) {
		return mgl64.QuatIdent()
	}
	return p.Turn
}

// lastActuator returns the largest number of an actuator of the part after the merge.
func (p Part) lastActuator() int {
	if len(p.Model.ActuatorOf) == 0 {
		return p.FirstActuator
	}
	return p.FirstActuator + int(slices.Max(p.Model.ActuatorOf)) - 1
}

// actuatorOf returns Model.ActuatorOf of a spring of the part after the merge.
func (p Part) actuatorOf(s int) uint16 {
	if p.Model.ActuatorOf == nil || p.Model.ActuatorOf[s] == 0 {
		return 0
	}
	return p.Model.ActuatorOf[s] + uint16(p.FirstActuator)
}

// mergeGroups adds the part's groups; its first mass has the number first.
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

// Palette returns the palette of the model that Merge makes of the parts, with equal materials once, and the number in it of each material
// of each part.
func Palette(parts ...Part) (palette []model.Material, where [][]uint16, err error) {
	palette = materials.Palette()
	for _, p := range parts {
		of := make([]uint16, len(p.Model.Materials))
		for i, material := range p.Model.Materials {
			if i == int(model.Removed) {
				continue
			}
			at := slices.Index(palette[1:], material) + 1
			if at == 0 {
				at = len(palette)
				palette = append(palette, material)
			}
			if at > 1<<16-1 {
				return nil, nil, fmt.Errorf("mesh: merge: more than %d different materials", 1<<16-1)
			}
			of[i] = uint16(at)
		}
		where = append(where, of)
	}
	return palette, where, nil
}
