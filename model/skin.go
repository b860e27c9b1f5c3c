package model

import "math"

// Skin is a triangle surface whose vertices follow the masses of a model: the mesh that was
// filled, or the outside of tetrahedra. It is drawn and exported; no force acts on it. It
// takes 64 bytes per vertex and 12 per triangle. The zero value is empty.
type Skin struct {
	Masses  [][8]uint32  // the masses that each vertex follows; entries of weight 0 may name any mass of the model
	Weights [][8]float32 // dimensionless, with the sum 1 for each vertex; negative for vertices outside the masses

	Triangles [][3]uint32 // vertices of the skin, counterclockwise seen from outside
}

// Limits of a skin's weights.
const (
	skinSum  = 1e-4 // largest |Σ weights − 1|: eight roundings to float32 of weights of usual size, with a margin
	skinSize = 64   // largest weight: beyond it a vertex shows rounding errors of masses
)

// VertexCount returns the number of vertices; 0 for a nil skin.
func (s *Skin) VertexCount() int {
	if s == nil {
		return 0
	}
	return len(s.Masses)
}

// HostBytes returns the size of the skin's arrays [bytes]; 0 for nil.
func (s *Skin) HostBytes() int64 {
	if s == nil {
		return 0
	}
	return 64*int64(len(s.Masses)) + 12*int64(len(s.Triangles))
}

// Positions returns the positions of the vertices for masses at position [m]: x_v = Σ w_j
// x_j. It reuses dst if dst is long enough.
func (s *Skin) Positions(dst, position []Vec3) []Vec3 {
	if cap(dst) < len(s.Masses) {
		dst = make([]Vec3, len(s.Masses))
	}
	dst = dst[:len(s.Masses)]
	for v, masses := range s.Masses {
		var x Vec3
		for j, weight := range s.Weights[v] {
			if weight != 0 {
				x = x.Add(position[masses[j]].Mul(float64(weight)))
			}
		}
		dst[v] = x
	}
	return dst
}

// PositionsOf is Positions for the positions of a snapshot [m]; it sums in float64.
func (s *Skin) PositionsOf(dst, position [][3]float32) [][3]float32 {
	if cap(dst) < len(s.Masses) {
		dst = make([][3]float32, len(s.Masses))
	}
	dst = dst[:len(s.Masses)]
	for v, masses := range s.Masses {
		var x Vec3
		for j, weight := range s.Weights[v] {
			if weight == 0 {
				continue
			}
			for axis, p := range position[masses[j]] {
				x[axis] += float64(weight) * float64(p)
			}
		}
		dst[v] = [3]float32{float32(x[0]), float32(x[1]), float32(x[2])}
	}
	return dst
}

// validateSkin adds the faults of the model's skin.
func (m *Model) validateSkin(f *faults) {
	s := m.Skin
	if s == nil {
		return
	}
	if len(s.Masses) != len(s.Weights) {
		f.add("skin: masses of %d vertices and weights of %d", len(s.Masses), len(s.Weights))
		return
	}
	for v, masses := range s.Masses {
		sum := 0.0
		for j, i := range masses {
			w := float64(s.Weights[v][j])
			sum += w
			if int(i) >= m.MassCount() {
				f.add("skin: vertex %d: mass %d; masses are numbered 0 to %d", v, i, m.MassCount()-1)
			}
			if !(math.Abs(w) <= skinSize) {
				f.add("skin: vertex %d: weight %g; it must be from −%d to %d", v, w, skinSize, skinSize)
			}
		}
		if !(math.Abs(sum-1) <= skinSum) {
			f.add("skin: vertex %d: weights add up to %g; they must add up to 1", v, sum)
		}
	}
	for t, corners := range s.Triangles {
		if last := len(s.Masses) - 1; int(max(corners[0], corners[1], corners[2])) > last {
			f.add("skin: triangle %d: vertices %v; vertices are numbered 0 to %d", t, corners, last)
		}
	}
}

// StructuralCount returns the number of springs of the structure itself: all except
// attachments, which follow them. Attachments act as cables, and as rigid cables with solvers
// whose Method.Rigid. They are not drawn, measured, written to files or touched by contacts.
func (m *Model) StructuralCount() int { return m.SpringCount() - m.Attachments }

// StructuralEnds returns the Ends of the springs that StructuralCount counts; nil for a
// pattern.
func (m *Model) StructuralEnds() []Ends { return m.Ends[:len(m.Ends)-m.Attachments] }

// MaxAnchors is the largest number of attachments of a mass.
const MaxAnchors = 4

// WithoutAttachments returns the model without its attachments: m itself without any, else a
// copy that shares all other data with m.
func (m *Model) WithoutAttachments() *Model {
	if m.Attachments == 0 {
		return m
	}
	out, numbers := *m, make([]uint32, m.StructuralCount())
	for s := range numbers {
		numbers[s] = uint32(s)
	}
	out.PickSprings(m, numbers)
	return &out
}

// countAttachments counts those that are last among springs picked from another model.
func (m *Model) countAttachments(from *Model, numbers []uint32) {
	m.Attachments = 0
	for k := len(numbers) - 1; k >= 0 && int(numbers[k]) >= from.StructuralCount(); k-- {
		m.Attachments++
	}
}

// AttachLast moves the springs that are attachments behind all others. Both keep their order.
func (m *Model) AttachLast(is func(spring int) bool) {
	var first, last []uint32
	for s := range uint32(m.SpringCount()) {
		if is(int(s)) {
			last = append(last, s)
		} else {
			first = append(first, s)
		}
	}
	from := *m
	m.PickSprings(&from, append(first, last...))
	m.Attachments = len(last)
}

// validateAttachments checks the ends and materials of attachments.
func (m *Model) validateAttachments(f *faults) {
	if m.Attachments < 0 || m.Attachments > m.SpringCount() || m.Pattern != nil && m.Attachments > 0 {
		f.add("%d attachments among %d springs; they are the last of these, and none are by a pattern", m.Attachments, m.SpringCount())
		return
	}
	count := map[uint32]int{} // of each mass
	for s := m.StructuralCount(); s < m.SpringCount(); s++ {
		if count[m.Ends[s][0]]++; count[m.Ends[s][0]] == MaxAnchors+1 {
			f.add("mass %d has more than %d attachments", m.Ends[s][0], MaxAnchors)
		}
		if kind := int(m.MaterialOf[s]); kind != int(Removed) && kind < len(m.Materials) && !m.Materials[kind].TensionOnly {
			f.add("spring %d is an attachment, and material %d (%s) is not a cable; make it tension-only", s, kind, m.Materials[kind].Name)
		}
	}
}
