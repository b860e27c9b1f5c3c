package check

import (
	"errors"

	"hooke/model"
	"hooke/model/rod"
	"hooke/physics"
)

// Sizes of the parts that fly at springs and triangles.
const (
	strikeRadius = 0.1 // of the spring, or of the edge of the triangle
	strikeDepth  = 0.4 // of D
	strikeTries  = 8   // springs and triangles that are hit, at most
)

// meetings checks a step of each integrator in which springs touch springs and masses touch
// triangles. It leaves out integrators that the engine does not support, and all of them where
// the engine lacks such collisions, unless they are the case's own.
func (t *trial) meetings() error {
	if !t.wants(t.Params.Collision.Spans()) || t.Model.SpringCount() == 0 {
		return nil
	}
	for _, integrator := range t.eachIntegrator() {
		st := t.perturb(1)
		st.undampCables()
		st.params.Integrator = integrator
		st.strike()
		if st.params.ValidateFor(st.model) != nil && !t.Params.Collision.Spans() {
			return nil // such as one without triangles that masses could touch
		}
		st.keepStable()
		tolerance := stepTolerance
		if integrator.Method().Registers > 0 { // see integrators
			tolerance *= 10
		}
		err := t.stepBy(integrator, "springs and triangles collide", st, tolerance)
		if errors.Is(err, model.ErrUnsupported) && !t.Params.Collision.Spans() {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// strike adds springs that touch some springs of a perturbed case, across them, and masses that
// touch some triangles of it, about as hard as springs push. Rounding must decide nothing: all
// touch far from ends, corners and the limit of touching, and static friction is kinetic
// friction. A model without triangles gets some of its springs. Nothing else of the case collides.
func (st *perturbed) strike() {
	whole := *st.model.WithoutAttachments()
	m := &whole
	st.model = m
	m.Triangles = st.sails()
	count := m.MassCount()
	m.Radius, m.Body = make([]float64, count), make([]uint16, count)
	m.RestPosition = append([]model.Vec3(nil), m.RestPosition...)
	m.Materials = append(m.Materials[:len(m.Materials):len(m.Materials)], model.Material{Name: "struck", Stiffness: round(st.force / (perturbStrain * st.length))})
	used, beside := make([]bool, count), make([][]uint32, count)
	for _, ends := range m.Ends {
		beside[ends[0]], beside[ends[1]] = append(beside[ends[0]], ends[1]), append(beside[ends[1]], ends[0])
	}
	free := func(masses ...uint32) bool {
		moves := false
		for _, i := range masses {
			if used[i] {
				return false
			}
			moves = moves || m.PinOf(int(i)) != model.PinAll
		}
		return moves
	}
	take := func(radius float64, masses ...uint32) {
		for _, i := range masses {
			m.Radius[i], used[i] = radius, true
			for _, j := range beside[i] {
				used[j] = true
			}
		}
	}
	x := st.state.Position
	for k, hit := 0, 0; k < len(m.Triangles) && hit < strikeTries; k++ {
		c := m.Triangles[k]
		a, b, d := x[c[0]], x[c[1]], x[c[2]]
		n := b.Sub(a).Cross(d.Sub(a))
		longest := max(b.Sub(a).Len(), d.Sub(a).Len(), d.Sub(b).Len())
		if size := strikeRadius * min(n.Len()/max(longest, 1e-300), longest); size > 0 && n.Len() > 0.1*longest*longest && free(c[:]...) {
			take(round(size), c[:]...)
			at := a.Mul(0.3).Add(b.Mul(0.33)).Add(d.Mul(0.37))
			st.strikeWith(c[0], round(size), at.Add(n.Normalize().Mul(2*size*(1-strikeDepth))))
			hit++
		}
	}
	springs := 0
	for _, e := range physics.Edges(m) {
		along := x[e[1]].Sub(x[e[0]])
		across := along.Cross(model.Vec3{0.3, -0.5, 0.8})
		if springs == strikeTries || across.Len() == 0 || !free(e[:]...) {
			continue
		}
		size := round(strikeRadius * along.Len())
		take(size, e[:]...)
		n, half := across.Normalize(), along.Cross(across).Normalize().Mul(2.5*size)
		at := x[e[0]].Add(along.Mul(0.45)).Add(n.Mul(2 * size * (1 - strikeDepth)))
		first := st.strikeWith(e[0], size, at.Add(half))
		st.join(first, st.strikeWith(e[1], size, at.Sub(half.Mul(1.2))))
		springs++
	}
	surface := model.Surface{Stiffness: round(st.force / (2 * strikeDepth * strikeRadius * st.length)), DampingRatio: 0.2, StaticFriction: 0.5, KineticFriction: 0.5}
	other := surface
	other.Stiffness, other.DampingRatio = round(2*surface.Stiffness), 0.1
	st.params.Collision = model.Collision{Touches: model.CollidingSprings | model.CollidingTriangles, Bodies: []model.Surface{surface, other}, Self: true, Others: true,
		Skin: round(strikeRadius * st.length), CheckEvery: 8}
	st.resolve()
}

// strikeWith adds a mass of the second body, as heavy as another one and as large as some radius, at a
// position; it rests far away. It returns its number.
func (st *perturbed) strikeWith(like uint32, radius float64, at model.Vec3) int {
	m, k := st.model, st.model.MassCount()
	m.RestPosition = append(m.RestPosition, roundVec(at.Add(model.Vec3{1, 1, 1}.Mul(100*st.length))))
	m.Mass = append(m.Mass[:k:k], round(1.3*m.Mass[like]))
	m.Pin, m.Radius, m.Body = append(m.Pin[:k:k], 0), append(m.Radius, radius), append(m.Body, 1)
	st.state.Position = append(st.state.Position, roundVec(at))
	st.state.Velocity = append(st.state.Velocity, roundVec(st.state.Velocity[like].Mul(-0.7)))
	return k
}

// join adds a spring of the last material between two masses.
func (st *perturbed) join(a, b int) {
	m, k := st.model, st.model.SpringCount()
	m.Ends = append(m.Ends[:k:k], model.Ends{uint32(a), uint32(b)})
	m.RestLength = append(m.RestLength[:k:k], round(0.99*st.state.Position[a].Sub(st.state.Position[b]).Len()))
	m.MaterialOf = append(m.MaterialOf[:k:k], uint16(len(m.Materials)-1))
	if m.ActuatorOf != nil {
		m.ActuatorOf = append(m.ActuatorOf[:k:k], 0)
	}
	if m.Own != nil {
		m.Own = append(m.Own[:k:k], model.Coefficients{Stiffness: m.Materials[len(m.Materials)-1].Stiffness})
	}
	if m.Segments != nil {
		m.Segments = append(m.Segments[:k:k], rod.Segment{})
	}
}
