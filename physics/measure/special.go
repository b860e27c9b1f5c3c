package measure

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/laws"
	"hooke/model"
	"hooke/model/rod/chain"
)

// Special reports whether spring i is a segment of a rod, a rigid link, or an attachment that keeps its
// length, whose state does not follow from positions and velocities of its ends alone.
func (s *Springs) Special(i int) bool {
	return s.rods != nil && s.model.IsSegment(i) || s.links != nil && s.model.Materials[s.model.MaterialOf[i]].Rigid || s.attached && i >= s.model.StructuralCount()
}

// SpecialOnes returns the springs that are segments of rods or rigid links, or that tear, yield or creep,
// whose state does not follow from positions and velocities of their ends alone, in ascending order, without attachments;
// nil without such springs.
func (s *Springs) SpecialOnes() (springs []uint32) {
	if s.rods == nil && s.links == nil && !s.model.Inelastic() {
		return nil
	}
	for i := range s.model.StructuralCount() {
		if s.Special(i) || s.model.Materials[s.model.MaterialOf[i]].Inelastic.There() {
			springs = append(springs, uint32(i))
		}
	}
	return springs
}

// unknown returns a reading of strain alone.
func (r Reading) unknown() Reading {
	nan := math.NaN()
	r.Force, r.Stress, r.Energy, r.Power, r.Loss, r.Bending, r.Torque, r.Shear = nan, nan, nan, nan, nan, nan, nan, nan
	return r
}

// inState reads a special spring i.
func (s *Springs) inState(state *model.State, i int, restScale []float64) Reading {
	masses := func(k uint32) (x, v model.Vec3) { return state.Position[k], state.Velocity[k] }
	if s.rods != nil && s.model.IsSegment(i) {
		return s.segment(i, masses, min(len(state.Orientation), len(state.AngularVelocity)), func(k uint32) (mgl64.Quat, model.Vec3) {
			return state.Orientation[k], state.AngularVelocity[k]
		})
	}
	return link(s, i, masses, state.LinkForce, restScale)
}

// inSnapshot reads a special spring i.
func (s *Springs) inSnapshot(state *model.Snapshot, i int, restScale []float64) Reading {
	masses := func(k uint32) (x, v model.Vec3) { return wide(state.Position[k]), wide(state.Velocity[k]) }
	if s.rods != nil && s.model.IsSegment(i) {
		return s.segment(i, masses, min(len(state.Orientation), len(state.AngularVelocity)), func(k uint32) (mgl64.Quat, model.Vec3) {
			return state.Turned(int(k)), wide(state.AngularVelocity[k])
		})
	}
	return link(s, i, masses, state.LinkForce, restScale)
}

// segment reads a segment of a rod, of a state that says of the given number of segments how they stand.
func (s *Springs) segment(i int, masses chain.Masses, known int, segments chain.Segments) Reading {
	if known != s.rods.Count() {
		return s.bare(i, masses, nil)
	}
	xA, _ := masses(s.model.Ends[i][0])
	xB, _ := masses(s.model.Ends[i][1])
	r, thick := s.rods.Read(i, masses, segments), s.model.Materials[s.model.MaterialOf[i]].Rod.Thick()
	return Reading{Length: xB.Sub(xA).Len(), Rest: s.model.RestLength[i], Strain: r.Strain, Force: r.Force, Stress: r.Force / (math.Pi * thick * thick),
		Energy: r.Energy, Power: r.Power, Loss: r.Loss, Bending: r.Bending, Torque: r.Torque, Shear: r.Shear}
}

// bare reads a special spring i by the positions of its ends alone.
func (s *Springs) bare(i int, masses chain.Masses, restScale []float64) Reading {
	var x, v [2]model.Vec3
	for side, end := range s.model.Ends[i] {
		x[side], v[side] = masses(end)
	}
	return s.Between(i, x, v, restScale)
}

// link reads a rigid link of a state in which all links have these forces. Behind them may be those of
// attachments, which the model of a file does not have.
func link[T float32 | float64](s *Springs, i int, masses chain.Masses, force []T, restScale []float64) Reading {
	r := s.bare(i, masses, restScale)
	at, found := slices.BinarySearch(s.links, uint32(i))
	if !found || len(force) < len(s.links) || s.held(i) {
		return r
	}
	r.Energy, r.Loss, r.Bending, r.Torque, r.Shear = 0, 0, 0, 0, 0
	r.Force = float64(force[at])
	r.Stress = stress(r.Force, s.model.RestLength[i])
	xA, vA := masses(s.model.Ends[i][0])
	xB, vB := masses(s.model.Ends[i][1])
	if r.Power = 0; r.Length >= laws.Shortest {
		r.Power = r.Force * vB.Sub(vA).Dot(xB.Sub(xA)) / r.Length
	}
	return r
}

// Pull returns the force of spring i on its end A in a state [N]; on its end B it is the opposite. It is 0
// where nothing is known of it.
func (s *Springs) Pull(state *model.State, i int, restScale []float64) model.Vec3 {
	if s.rods != nil && s.model.IsSegment(i) && len(state.Orientation) == s.rods.Count() && len(state.AngularVelocity) == s.rods.Count() {
		return s.rods.Read(i, func(k uint32) (x, v model.Vec3) { return state.Position[k], state.Velocity[k] },
			func(k uint32) (mgl64.Quat, model.Vec3) { return state.Orientation[k], state.AngularVelocity[k] }).Pull
	}
	ends := s.model.Ends[i]
	d := state.Position[ends[1]].Sub(state.Position[ends[0]])
	if length := d.Len(); length > laws.Shortest {
		return d.Mul(s.In(state, i, restScale).Shown(Force) / length)
	}
	return model.Vec3{}
}
