package check

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/model/spring"
	"hooke/order/random"
)

// groupTerm is how a force on a group is proved: put on a perturbed case beside the case's own.
type groupTerm struct {
	name    string // of the term of model
	acts    func(p *model.Params) bool
	perturb func(st *perturbed)
}

// groupTerms are all of them. A further one is a line here.
var groupTerms = []groupTerm{
	{"spin", func(p *model.Params) bool { return len(p.Spins) > 0 }, perturbSpins},
	{"water", func(p *model.Params) bool { return p.Water.Wets() }, perturbWater},
	{"pressure", func(p *model.Params) bool { return len(p.Pressures) > 0 }, perturbPressure},
	{"area", func(p *model.Params) bool { return len(p.Areas) > 0 }, perturbAreas},
	{"orient", func(p *model.Params) bool { return len(p.Orients) > 0 }, perturbOrients},
	{"track", func(p *model.Params) bool { return len(p.Tracks) > 0 }, perturbTracks},
	{"shape", func(p *model.Params) bool { return len(p.Matchings) > 0 }, perturbMatchings},
	{"limit", func(p *model.Params) bool { return len(p.Limits) > 0 }, perturbLimits},
	{"bend", func(p *model.Params) bool { return len(p.Bends) > 0 }, perturbBends},
}

// groups checks a step of each integrator in which a force acts on a group, for each kind. It
// leaves out kinds and integrators that the engine does not support and the case does not have.
func (t *trial) groups() error {
	for k, term := range groupTerms {
		own := term.acts(&t.Params)
		if !t.wants(own) || t.Model.MassCount() < 9 {
			continue
		}
		integrators := t.eachIntegrator()
		if k > 0 { // all kinds enter a step by one call, which the first one proves
			integrators = integrators[:1]
		}
		for _, integrator := range integrators {
			st := t.perturb(1)
			st.params.Integrator = integrator
			if p := &st.params; slices.ContainsFunc(p.Lacking(), func(l model.Term) bool { return l.Kind == model.GroupTerm }) {
				continue
			}
			term.perturb(st)
			if st.params.ValidateFor(st.model) != nil {
				continue // such as a rope, which cannot turn as a body
			}
			st.keepStable()
			tolerance := stepTolerance
			if integrator.Method().Registers > 0 { // see integrators
				tolerance *= 10
			}
			err := t.stepBy(integrator, "force on a group: "+term.name, st, tolerance)
			if errors.Is(err, model.ErrUnsupported) && !own {
				break
			}
			if err != nil {
				return fmt.Errorf("%s: %w", term.name, err)
			}
		}
	}
	return nil
}

// perturbSpins drives a third of the masses about a tilted axis, with as much force as dampers of
// loads have, and all of them the other way, up to a limit.
func perturbSpins(st *perturbed) {
	axis := roundVec(model.Vec3{2, -1, 2}.Mul(1. / 3))
	speed, damping := round(st.speed/st.length), round(st.drain()*st.length*st.length)
	st.params.Spins = append(slices.Clone(st.params.Spins),
		model.Spin{Name: "some", Masses: st.third(1), Axis: axis, Speed: speed, Damping: damping, Table: st.table()},
		model.Spin{Name: "all", Axis: axis.Mul(-1), Speed: speed, Damping: damping, Limit: round(speed * damping / 2)})
}

// perturbWater puts water halfway up, with a current and a wave as fast as the perturbation; it
// carries about as much as loads do.
func perturbWater(st *perturbed) {
	p := &st.params
	if p.Water.Wets() {
		return
	}
	lo, hi := st.model.Bounds()
	gravity := max(p.Gravity.Len(), 1e-3)
	p.Water = model.Water{Level: round((lo[2] + hi[2]) / 2), Density: 1000, Drag: 1, Damping: 1, Velocity: tilted(0.3, 0.2, -0.4, st.speed),
		Wave: round(st.length / 20), WaveLength: round(2 * st.length), WaveDirection: model.Vec3{0.6, 0.8, 0},
		Bodies: []model.Displaced{{Masses: st.third(1), Density: 1000 * st.meanMass() * gravity / (perturbPull * st.force)}}}
}

// meanMass returns the mean mass [kg].
func (st *perturbed) meanMass() float64 {
	total := 0.0
	for i := range st.model.Mass {
		total += st.model.Mass[i]
	}
	return total / float64(max(1, len(st.model.Mass)))
}

// perturbPressure closes a tetrahedron around the largest of some quadruples of masses that do not lie in a plane, and fills
// it with gas and a liquid.
func perturbPressure(st *perturbed) {
	m := st.model
	best, corners := 0.0, [4]uint32{}
	numbers := random.Stream(1)
	for range 256 {
		var at [4]uint32
		for k := range at {
			at[k] = uint32((numbers.Signed() + 1) / 2 * float64(m.MassCount()-1))
		}
		x := m.RestAt(int(at[0]))
		v := m.RestAt(int(at[1])).Sub(x).Dot(m.RestAt(int(at[2])).Sub(x).Cross(m.RestAt(int(at[3])).Sub(x)))
		if v < 0 {
			at[2], at[3], v = at[3], at[2], -v
		}
		if v > best {
			best, corners = v, at
		}
	}
	a, b, c, d := corners[0], corners[1], corners[2], corners[3]
	m.Triangles = [][3]uint32{{b, c, d}, {a, d, c}, {a, b, d}, {a, c, b}}
	st.params.Wind = model.Wind{} // which had other triangles
	area := math.Cbrt(best) * math.Cbrt(best)
	pressure := round(perturbPull * st.force / max(area, 1e-30))
	st.params.Pressures = []model.Pressure{{Name: "gas", Kind: model.GasPressure, Pressure: min(pressure, model.Atmosphere), Exponent: 1.4},
		{Name: "liquid", Kind: model.BulkPressure, Pressure: pressure, Bulk: pressure}}
}

// corners returns four masses far from each other, which lie neither on a line nor in a plane
// that contains their edges, and the distance of the first two [m]; false for a
// structure without such masses, as a rope.
func (st *perturbed) corners() (at [4]uint32, distance float64, ok bool) {
	x := st.state.Position
	farthest := func(measure func(i int) float64) (uint32, float64) {
		best, most := 0, -1.0
		for i := range x {
			if d := measure(i); d > most {
				best, most = i, d
			}
		}
		return uint32(best), most
	}
	at[0] = uint32(st.freeMass(0))
	a := x[at[0]]
	at[1], distance = farthest(func(i int) float64 { return x[i].Sub(a).Len() })
	edge := x[at[1]].Sub(a)
	height := func(i int) model.Vec3 { return edge.Cross(x[i].Sub(a)).Mul(1 / distance) }
	var wide, aside float64
	at[2], wide = farthest(func(i int) float64 { return height(i).Len() })
	at[3], aside = farthest(func(i int) float64 {
		if uint32(i) == at[2] {
			return -1
		}
		return height(i).Sub(height(int(at[2]))).Len() * min(1, height(i).Len()/(wide/2))
	})
	return at, distance, distance > 0 && wide > distance/10 && aside > distance/10 && height(int(at[3])).Len() > distance/10
}

// perturbLimits bounds the angles of a joint and of a hinge far from where they are, above and
// below, by torques as strong as forces of other loads. One point is the center of two masses.
func perturbLimits(st *perturbed) {
	at, distance, ok := st.corners()
	if !ok {
		return
	}
	pair := []uint32{at[2]}
	if beside := (at[2] + 1) % uint32(st.model.MassCount()); !slices.Contains(at[:], beside) {
		pair = append(pair, beside)
		slices.Sort(pair)
	}
	damping := round(st.drain() * distance * distance / 4)
	stiffness := round(4 * perturbPull * st.force * distance)
	points := [][]uint32{{at[0]}, {at[1]}, pair, {at[3]}}
	corner, hinge := st.angle(points[:3]), st.angle(points)
	less := func(angle float64) model.Limit {
		return model.Limit{Min: round(angle - 1), Max: round(angle - 0.4), Stiffness: stiffness, Damping: damping}
	}
	more := func(angle float64) model.Limit {
		return model.Limit{Min: round(angle + 0.4), Max: round(angle + 1), Stiffness: stiffness, Damping: damping}
	}
	add := func(l model.Limit, points [][]uint32, least float64) {
		l.Min, l.Max, l.Points = max(l.Min, least), min(l.Max, 3), points
		st.params.Limits = append(slices.Clone(st.params.Limits), l)
	}
	if corner > 0.5 {
		add(less(corner), points[:3], 0)
	}
	if corner < 2.5 {
		add(more(corner), points[:3], 0)
	}
	if hinge > -2.5 {
		add(less(hinge), points, -3)
	}
	if hinge < 2.5 {
		add(more(hinge), points, -3)
	}
}

// angle returns the angle of a joint at the perturbed state, see model.Limit.
func (st *perturbed) angle(points [][]uint32) float64 {
	var x [4]model.Vec3
	for k, masses := range points {
		shares := st.model.Shares(masses)
		for j, i := range masses {
			x[k] = x[k].Add(st.state.Position[i].Mul(shares[j]))
		}
	}
	if len(points) == 3 {
		theta, _ := spring.Corner(x[0], x[1], x[2])
		return theta
	}
	theta, _ := spring.Hinge([4]model.Vec3{x[1], x[2], x[0], x[3]})
	return theta
}

// perturbAreas spans two triangles between masses far from each other, and lets them pull as
// strongly as other loads where the state has moved them from rest, some faster than others.
func perturbAreas(st *perturbed) {
	at, distance, ok := st.corners()
	if !ok {
		return
	}
	st.model.Triangles = [][3]uint32{{at[0], at[1], at[2]}, {at[0], at[3], at[1]}}
	st.params.Wind = model.Wind{} // which had other triangles
	stiffness, damping := round(16*perturbPull*st.force/distance), round(st.drain())
	some := slices.Sorted(slices.Values(at[:3]))
	st.params.Areas = append(slices.Clone(st.params.Areas), model.Area{Name: "all", Stiffness: stiffness, Damping: damping},
		model.Area{Name: "one", Masses: some, Stiffness: stiffness, Damping: damping})
}

// perturbBends lets a hinge and a chain bend away from other angles, as strongly as loads pull.
func perturbBends(st *perturbed) {
	at, distance, ok := st.corners()
	if !ok {
		return
	}
	stiffness, damping := round(perturbPull*st.force*distance), round(st.drain()*distance*distance/4)
	st.params.Bends = append(slices.Clone(st.params.Bends), model.Bend{Name: "some", Hinges: []model.Hinge{
		{Masses: at, Stiffness: stiffness, Damping: damping, Rest: 2},
		{Masses: [4]uint32{at[2], at[0], at[1], at[2]}, Stiffness: stiffness, Damping: damping, Rest: 0.5},
	}})
}
