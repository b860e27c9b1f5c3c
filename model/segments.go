package model

// IsSegment reports whether a spring is a segment of a rod.
func (m *Model) IsSegment(spring int) bool {
	return m.Segments != nil && m.Materials[m.MaterialOf[spring]].Rod.There()
}

// SegmentCount returns the number of springs that are segments of rods. A state has an
// orientation and an angular velocity for each, in the order of springs.
func (m *Model) SegmentCount() (count int) {
	for s := range m.Segments {
		if m.IsSegment(s) {
			count++
		}
	}
	return count
}

// StartSegments sets the orientations of a state's segments of rods to those of the start, at
// rest.
func (m *Model) StartSegments(s *State) {
	s.Orientation, s.AngularVelocity = nil, nil
	for k := range m.Segments {
		if m.IsSegment(k) {
			s.Orientation, s.AngularVelocity = append(s.Orientation, m.Segments[k].Start), append(s.AngularVelocity, Vec3{})
		}
	}
}

// MaxSegments is the largest number of segments of rods at one mass.
const MaxSegments = 8

// validateSegment checks a spring whose material is a rod.
func (m *Model) validateSegment(f *faults, s int) {
	if m.Segments == nil {
		f.add("spring %d: its material %d (%s) is a rod, and the model says of no segment how it starts", s, m.MaterialOf[s], m.Materials[m.MaterialOf[s]].Name)
		return
	}
	if words := m.Segments[s].Fault(); words != "" {
		f.add("spring %d, a segment of a rod: %s", s, words)
	}
	if m.RestLength[s] < 1e-12 {
		f.add("spring %d, a segment of a rod: rest length is %g m; it must be positive", s, m.RestLength[s])
	}
	if a, b := m.Ends[s][0], m.Ends[s][1]; int(max(a, b)) < m.MassCount() && m.Mass[a]+m.Mass[b] == 0 {
		f.add("spring %d, a segment of a rod: its ends %d and %d have no mass, and so it has no inertia; give one of them a mass", s, a, b)
	}
}

// validateJoints checks that no mass has more segments of rods than can be joined there.
func (m *Model) validateJoints(f *faults) {
	if m.Segments == nil || f.count > 0 {
		return
	}
	at := make([]int32, m.MassCount())
	for s, ends := range m.Ends {
		if m.IsSegment(s) {
			at[ends[0]]++
			at[ends[1]]++
		}
	}
	for i, n := range at {
		if n > MaxSegments {
			f.add("mass %d: %d segments of rods; at most %d can be joined", i, n, MaxSegments)
		}
	}
}
