package physics

import (
	"math"

	"hooke/model"
	"hooke/model/inelastic"
)

// Spans are the open edges and triangles between the masses of a structure, for contacts that
// push more than masses. The zero value is empty.
type Spans struct {
	Edges     [][2]uint32 // springs, in the order of the springs; of two between the same masses the first
	Triangles [][3]uint32 // of cloth, as the model has them

	tuning []model.Tuning // of contacts PerMass that push spans; nil: none
	mass   []float64      // of the model
	pin    []model.Pin    // of the model
	dt     float64        // of the run [s]; 0: contacts PerMass do not push spans
	cuts   *cuts          // shared by all copies; nil without spans
}

// cuts are the spans that torn springs have cut.
type cuts struct {
	tears model.Tears
	cut   []bool // of all spans; nil: none
}

// Tear takes out the springs that are torn and the triangles that tears have cut, in all copies of s, as the changes of
// springs say. They touch nothing more. It reports whether others are torn than before.
func (s Spans) Tear(m *model.Model, changes []inelastic.Change) bool {
	if s.cuts == nil || !s.cuts.tears.Follow(m, changes) {
		return false
	}
	s.cuts.cut = make([]bool, s.Count())
	for k := range s.cuts.cut {
		if k < len(s.Edges) {
			s.cuts.cut[k] = s.cuts.tears.Between(s.Edges[k][0], s.Edges[k][1])
		} else {
			s.cuts.cut[k] = s.cuts.tears.Through(s.Triangles[k-len(s.Edges)])
		}
	}
	return true
}

// isCut reports whether a span touches nothing, since torn springs have cut it.
func (s Spans) isCut(k int) bool { return s.cuts != nil && s.cuts.cut != nil && s.cuts.cut[k] }

// solidShare is the least ratio of the smallest to the largest eigenvalue of Σ n nᵀ over the
// springs of a mass at which they fill space.
const solidShare = 0.1

// straightest is how much longer, in shares of its length, the way over a mass between may
// be for a spring to count as one that bends: it runs along two others.
const straightest = 1e-3

// SpansOf returns the spans that contacts of p may push: all edges, and the triangles if a
// contact touches them. Without such a contact the list is empty. An edge is a spring
//
//   - between two corners of one triangle of cloth, or
//   - with an open end: no corner of a triangle, none that a skin follows, and none that is
//     solid. A mass is solid if its springs fill space at rest. Springs of ropes, nets and
//     lines are edges, those inside of solids are not. A spring that runs along two others,
//     over the mass between, resists bending and is no edge.
//
// A removed spring is no edge.
func SpansOf(m *model.Model, p model.Params) Spans {
	level := p.Spans()
	if level == model.TouchMasses {
		return Spans{}
	}
	s := Spans{Edges: Edges(m), cuts: &cuts{}}
	if level == model.TouchTriangles {
		s.Triangles = m.Triangles
	}
	if p.SpansPerMass() > model.TouchMasses {
		s.tuning, s.mass, s.pin, s.dt = tuningWith(m, p, s), m.Mass, m.Pin, p.DT
	}
	return s
}

// cornersOf returns the masses of the ends or corners of span k; an edge has its first end twice.
func (s Spans) cornersOf(k int) [3]uint32 {
	if k < len(s.Edges) {
		return [3]uint32{s.Edges[k][0], s.Edges[k][1], s.Edges[k][0]}
	}
	return s.Triangles[k-len(s.Edges)]
}

// Meet returns a contact as it acts on span k when the span is in that number of contacts. A
// contact PerMass has the least kc and bc of the span's ends or corners, and none in a run
// without a step. Any other contact is unchanged.
func (s Spans) Meet(c model.Contact, k, touches int) model.Contact {
	if !c.PerMass {
		return c
	}
	c.Stiffness, c.Damping = math.Inf(1), math.Inf(1)
	for _, i := range s.cornersOf(k) {
		if s.pin != nil && s.pin[i] == model.PinAll || s.dt == 0 {
			continue
		}
		stiffness, damping := c.AtSpan(s.tuning[i], s.mass[i], s.dt, touches)
		c.Stiffness, c.Damping = min(c.Stiffness, stiffness), min(c.Damping, damping)
	}
	if math.IsInf(c.Stiffness, 1) {
		c.Stiffness, c.Damping = 0, 0
	}
	return c
}

// Count returns the number of spans.
func (s Spans) Count() int { return len(s.Edges) + len(s.Triangles) }

// Corners returns the number of ends of edges and corners of triangles.
func (s Spans) Corners() int { return 2*len(s.Edges) + 3*len(s.Triangles) }

// Incidences returns, for each mass, its corners of spans: those of mass i are in
// places[first[i]:first[i+1]], ascending. Corners are numbered as 2 e + end of edge e, then 2
// edges + 3 t + corner of triangle t.
func (s Spans) Incidences(masses int) (first []int32, places []int32) {
	first, places = make([]int32, masses+1), make([]int32, s.Corners())
	s.EachCorner(func(_ int, mass uint32) { first[mass+1]++ })
	for i := range masses {
		first[i+1] += first[i]
	}
	next := append([]int32(nil), first[:masses]...)
	s.EachCorner(func(corner int, mass uint32) {
		places[next[mass]] = int32(corner)
		next[mass]++
	})
	return first, places
}

// EachCorner calls each with every corner, in order, and its mass.
func (s Spans) EachCorner(each func(corner int, mass uint32)) {
	corner := 0
	for _, e := range s.Edges {
		for _, i := range e {
			each(corner, i)
			corner++
		}
	}
	for _, t := range s.Triangles {
		for _, i := range t {
			each(corner, i)
			corner++
		}
	}
}

// Edges returns the springs of a model that are edges, see SpansOf.
func Edges(m *model.Model) [][2]uint32 {
	ofTriangle := map[[2]uint32]bool{}
	closed := make([]bool, m.MassCount()) // masses whose springs are edges of triangles alone, or none
	for _, t := range m.Triangles {
		for k, i := range t {
			closed[i] = true
			ofTriangle[pairOf(i, t[(k+1)%3])] = true
		}
	}
	if m.Skin != nil {
		for v, masses := range m.Skin.Masses {
			for j, i := range masses {
				closed[i] = closed[i] || m.Skin.Weights[v][j] != 0
			}
		}
	}
	fill := solidity(m)
	taken, byPair := map[[2]uint32]bool{}, map[[2]uint32]float64{}
	var candidates [][2]uint32
	for s, ends := range m.StructuralEnds() {
		pair := pairOf(ends[0], ends[1])
		if m.MaterialOf[s] == model.Removed || taken[pair] {
			continue
		}
		open := !closed[ends[0]] && !fill[ends[0]] || !closed[ends[1]] && !fill[ends[1]]
		if open || ofTriangle[pair] {
			taken[pair] = true
			candidates = append(candidates, ends)
			byPair[pair] = m.RestLength[s]
		}
	}
	next := map[uint32][]uint32{}
	for _, e := range candidates {
		next[e[0]], next[e[1]] = append(next[e[0]], e[1]), append(next[e[1]], e[0])
	}
	edges := candidates[:0]
	for _, e := range candidates {
		if ofTriangle[pairOf(e[0], e[1])] || !alongTwo(e, next[e[0]], byPair) {
			edges = append(edges, e)
		}
	}
	return edges
}

// alongTwo reports whether an edge runs along two others, from its first end over a neighbor of
// it to the second.
func alongTwo(e [2]uint32, neighbors []uint32, length map[[2]uint32]float64) bool {
	own := length[pairOf(e[0], e[1])]
	for _, j := range neighbors {
		rest, joined := length[pairOf(j, e[1])]
		first := length[pairOf(e[0], j)]
		if j != e[1] && joined && rest > 0 && first > 0 && first+rest <= own*(1+straightest) {
			return true
		}
	}
	return false
}

func pairOf(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }

// solidity says of which masses the springs fill space at rest.
func solidity(m *model.Model) []bool {
	sum := make([][6]float64, m.MassCount()) // xx, yy, zz, xy, xz, yz
	for s, ends := range m.StructuralEnds() {
		d := m.RestPosition[ends[1]].Sub(m.RestPosition[ends[0]])
		squared := d.Dot(d)
		if m.MaterialOf[s] == model.Removed || squared == 0 {
			continue
		}
		for _, i := range ends {
			for k, product := range [6]float64{d[0] * d[0], d[1] * d[1], d[2] * d[2], d[0] * d[1], d[0] * d[2], d[1] * d[2]} {
				sum[i][k] += product / squared
			}
		}
	}
	out := make([]bool, len(sum))
	for i, a := range sum {
		least, largest := extremes(a)
		out[i] = largest > 0 && least >= solidShare*largest
	}
	return out
}

// extremes returns the least and the largest eigenvalue of a symmetric matrix, xx, yy, zz, xy,
// xz, yz, by the trigonometric solution of its cubic. Source: O. K. Smith, Eigenvalues of a
// symmetric 3 × 3 matrix, Communications of the ACM 4, 1961.
func extremes(a [6]float64) (least, largest float64) {
	mean := (a[0] + a[1] + a[2]) / 3
	x, y, z := a[0]-mean, a[1]-mean, a[2]-mean
	p := math.Sqrt((x*x + y*y + z*z + 2*(a[3]*a[3]+a[4]*a[4]+a[5]*a[5])) / 6)
	if p == 0 {
		return mean, mean
	}
	det := x*(y*z-a[5]*a[5]) - a[3]*(a[3]*z-a[5]*a[4]) + a[4]*(a[3]*a[5]-y*a[4])
	angle := math.Acos(min(1, max(-1, det/(2*p*p*p)))) / 3
	return mean + 2*p*math.Cos(angle+2*math.Pi/3), mean + 2*p*math.Cos(angle)
}
