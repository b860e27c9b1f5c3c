package model

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model/inelastic"
	"hooke/model/rod"
)

// State holds the positions and velocities of a model in float64: index i is mass i. It takes
// 48 bytes per mass. For a model with a pattern both arrays may be nil: then every mass rests
// at its position in the pattern, see Model.Positions.
type State struct {
	Step     int64   // steps done since the start
	Time     float64 // simulated time [s] = Step · dt
	Position []Vec3  // [m], length MassCount
	Velocity []Vec3  // [m/s], length MassCount

	Orientation     []mgl64.Quat // of segments of rods, see Model.SegmentCount; each turns the axes of a section to those of the world
	AngularVelocity []Vec3       // of segments of rods, in the axes of the world [rad/s]

	// LinkForce is the force of each of Model.Links in the last substep [N], positive when it
	// pulls the ends together: the impulse of the solver divided by the length of the
	// substep. Engines write it and never read it. It is empty for a model without links, and
	// before the first step since the state was set.
	LinkForce []float64

	// SpringForce is the force of each spring [N], positive when it pulls the ends together,
	// for solvers that apply impulses or move masses: the impulse of the last substep, warm
	// start included, divided by its length. It differs from k (L − L0) + c L̇ by the
	// residual of the sweeps. Engines write it and never read it. It is empty for other
	// solvers, whose springs follow their law, and before the first step since the state was
	// set.
	SpringForce []float64

	// Changes holds the present rest length and damage of each spring, of a model with materials
	// that tear, yield or creep; nil for other models, and nil means that no spring has changed.
	Changes []inelastic.Change
}

// Start returns the state at rest: every mass at its rest position, all velocities zero. For
// a model with a pattern the state has no arrays.
func (m *Model) Start() *State {
	if m.Pattern != nil {
		return &State{}
	}
	s := &State{
		Position: make([]Vec3, m.MassCount()),
		Velocity: make([]Vec3, m.MassCount()),
	}
	copyVec3(s.Position, m.RestPosition)
	m.StartSegments(s)
	return s
}

// Clone returns a copy that shares no memory with s.
func (s *State) Clone() *State {
	out := &State{
		Step:     s.Step,
		Time:     s.Time,
		Position: make([]Vec3, len(s.Position)),
		Velocity: make([]Vec3, len(s.Velocity)),

		Orientation:     slices.Clone(s.Orientation),
		AngularVelocity: slices.Clone(s.AngularVelocity),
		LinkForce:       slices.Clone(s.LinkForce),
		SpringForce:     slices.Clone(s.SpringForce),
		Changes:         slices.Clone(s.Changes),
	}
	copyVec3(out.Position, s.Position)
	copyVec3(out.Velocity, s.Velocity)
	return out
}

// copyVec3 is copy, on all cores.
func copyVec3(dst, src []Vec3) {
	InBlocks(min(len(dst), len(src)), func(_, first, last int) { copy(dst[first:last], src[first:last]) })
}

// From returns the state with its positions relative to origin, a point of the world [m]. It
// returns s itself for the zero vector. A copy shares the velocities with s.
func (s *State) From(origin Vec3) *State {
	if origin == (Vec3{}) {
		return s
	}
	out := *s
	out.Position = countedFrom(origin, s.Position)
	return &out
}

// Bounds returns the corners of the axis-aligned box around the positions [m].
func (s *State) Bounds() (lo, hi Vec3) { return bounds(s.Position) }

// RoundToFloat32 rounds every number to the nearest float32, in place. Start both sides of a
// comparison from the same rounded state, so that the comparison measures the arithmetic and
// not the rounding of the upload.
func (s *State) RoundToFloat32() {
	InBlocks(len(s.Position), func(_, first, last int) {
		for i := first; i < last; i++ {
			for axis := range 3 {
				s.Position[i][axis] = float64(float32(s.Position[i][axis]))
				s.Velocity[i][axis] = float64(float32(s.Velocity[i][axis]))
			}
		}
	})
	for k := range s.Orientation {
		q := &s.Orientation[k]
		q.W = float64(float32(q.W))
		for axis := range 3 {
			q.V[axis] = float64(float32(q.V[axis]))
			s.AngularVelocity[k][axis] = float64(float32(s.AngularVelocity[k][axis]))
		}
	}
}

// WriteSegments rounds the orientations and angular velocities of segments of rods to float32
// and stores them.
func (s *Snapshot) WriteSegments(orientation []mgl64.Quat, spin []Vec3) {
	s.Orientation, s.AngularVelocity = s.Orientation[:0], s.AngularVelocity[:0]
	for k, q := range orientation {
		w := spin[k]
		s.Orientation = append(s.Orientation, [4]float32{float32(q.W), float32(q.V[0]), float32(q.V[1]), float32(q.V[2])})
		s.AngularVelocity = append(s.AngularVelocity, [3]float32{float32(w[0]), float32(w[1]), float32(w[2])})
	}
}

// WriteForces rounds the forces of springs [N] to float32 and stores them in SpringForce.
func (s *Snapshot) WriteForces(force []float64) {
	s.SpringForce = s.SpringForce[:0]
	for _, f := range force {
		s.SpringForce = append(s.SpringForce, float32(f))
	}
}

// WriteLinks rounds the forces of rigid links [N] to float32 and stores them in LinkForce.
func (s *Snapshot) WriteLinks(force []float64) {
	s.LinkForce = s.LinkForce[:0]
	for _, f := range force {
		s.LinkForce = append(s.LinkForce, float32(f))
	}
}

// Snapshot is a float32 copy of an engine's state, in the model's order of masses. It takes
// 24 bytes per mass. Place and State return positions in the world. Snapshot and State are
// different types, so that a comparison with the float64 reference cannot take both sides
// from the reference.
type Snapshot struct {
	Step     int64        // steps done since the start
	Time     float64      // simulated time [s]
	Origin   Vec3         // point of the world from which positions are measured [m]
	Position [][3]float32 // relative to Origin [m], length MassCount
	Velocity [][3]float32 // [m/s], length MassCount

	Orientation     [][4]float32 // w, x, y and z of segments of rods, see State; nil: the model has no rods
	AngularVelocity [][3]float32 // of segments of rods, in the axes of the world [rad/s]

	// LinkForce is the force of each of Model.Links in the last substep [N], see State. It is
	// empty for a model without links, and before the first step.
	LinkForce []float32

	// SpringForce is the force of each spring [N], see State.
	SpringForce []float32

	// Changes holds the present rest length and damage of each spring, see State.
	Changes []inelastic.Change
}

// Resize makes the arrays count masses long. It reuses their memory when that is large
// enough. The contents are undefined until an engine writes them.
func (s *Snapshot) Resize(count int) {
	if cap(s.Position) < count || cap(s.Velocity) < count {
		s.Position = make([][3]float32, count)
		s.Velocity = make([][3]float32, count)
	}
	s.Position, s.Velocity = s.Position[:count], s.Velocity[:count]
	s.LinkForce, s.SpringForce, s.Changes = s.LinkForce[:0], s.SpringForce[:0], s.Changes[:0]
}

// Place returns the position of mass i in the world [m].
func (s *Snapshot) Place(i int) Vec3 { return InWorld(s.Origin, s.Position[i]) }

// Turned returns the orientation of segment k of rods as a unit quaternion.
func (s *Snapshot) Turned(k int) mgl64.Quat {
	q := s.Orientation[k]
	return rod.Unit(mgl64.Quat{W: float64(q[0]), V: Vec3{float64(q[1]), float64(q[2]), float64(q[3])}})
}

// InWorld returns the position in the world [m] of a point whose position x is relative to
// origin. With a zero origin it changes no bit, not even the sign of −0.
func InWorld(origin Vec3, x [3]float32) Vec3 {
	wide := Vec3{float64(x[0]), float64(x[1]), float64(x[2])}
	if origin == (Vec3{}) {
		return wide
	}
	return wide.Add(origin)
}

// State returns the snapshot in float64, with positions in the world. Without an origin the
// conversion is exact.
func (s *Snapshot) State() *State {
	out := &State{
		Step:     s.Step,
		Time:     s.Time,
		Position: make([]Vec3, len(s.Position)),
		Velocity: make([]Vec3, len(s.Velocity)),
		Changes:  slices.Clone(s.Changes),
	}
	for k := range s.Orientation {
		out.Orientation = append(out.Orientation, s.Turned(k))
		w := s.AngularVelocity[k]
		out.AngularVelocity = append(out.AngularVelocity, Vec3{float64(w[0]), float64(w[1]), float64(w[2])})
	}
	for _, f := range s.LinkForce {
		out.LinkForce = append(out.LinkForce, float64(f))
	}
	for _, f := range s.SpringForce {
		out.SpringForce = append(out.SpringForce, float64(f))
	}
	InBlocks(len(s.Position), func(_, first, last int) {
		for i := first; i < last; i++ {
			out.Position[i] = InWorld(s.Origin, s.Position[i])
			for axis, v := range s.Velocity[i] {
				out.Velocity[i][axis] = float64(v)
			}
		}
	})
	return out
}

// ValidateState returns an error if s cannot be a state of m, else nil.
func (m *Model) ValidateState(s *State) error {
	f := faults{model: m.Name}
	if m.Pattern != nil && s.Position == nil && s.Velocity == nil {
		return nil // at rest at the positions of the pattern, which Validate has judged
	}
	if len(s.Position) != m.MassCount() || len(s.Velocity) != m.MassCount() {
		f.add("state has %d positions and %d velocities for %d masses", len(s.Position), len(s.Velocity), m.MassCount())
		return f.join()
	}
	if n := m.SegmentCount(); len(s.Orientation) != n || len(s.AngularVelocity) != n {
		f.add("state has %d orientations and %d angular velocities for %d segments of rods", len(s.Orientation), len(s.AngularVelocity), n)
		return f.join()
	}
	if n := len(s.Changes); n != 0 && (n != m.SpringCount() || !m.Changing()) {
		f.add("state has changes of %d springs; the model has %d springs, and its materials must tear, yield or creep", n, m.SpringCount())
		return f.join()
	}
	for k := range s.Changes {
		_, rest, material := m.Spring(k)
		if words := s.Changes[k].Fault(rest); words != "" && material != Removed {
			f.add("spring %d: %s", k, words)
		}
	}
	for k, q := range s.Orientation {
		if words := (rod.Segment{Start: q}).Fault(); words != "" || !finiteVec(s.AngularVelocity[k]) {
			f.add("segment %d: its angular velocity is %v rad/s; %s", k, s.AngularVelocity[k], words)
		}
	}
	f.inBlocks(m.MassCount(), func(f *faults, first, last int) {
		for i := first; i < last; i++ {
			if !finiteVec(s.Position[i]) || !finiteVec(s.Velocity[i]) {
				f.add("mass %d: position %v m or velocity %v m/s is not finite", i, s.Position[i], s.Velocity[i])
			}
		}
	})
	return f.join()
}
