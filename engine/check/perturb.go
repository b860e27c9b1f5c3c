package check

import (
	"math"
	"slices"

	"hooke/model"
	"hooke/order/random"
	"hooke/physics"
)

// Sizes of the perturbation. Each is chosen so that dropping any term changes the
// result of one pass by far more than float32 rounding, about 1e-7 of a value.
const (
	perturbStrain    = 0.01  // masses are moved by this share of their shortest spring
	perturbTravel    = 0.001 // and travel this share of a mean spring in one automatic step
	perturbDamping   = 0.1   // least c/√(k m): a damping ratio of 0.05
	perturbHalfLives = 100   // drag half-life in steps: a step loses 0.7 % of a velocity
)

// perturbed is a case made lively: a copy in which every term acts, whatever the
// case itself has, with all numbers rounded to float32, so that a comparison
// measures the arithmetic and not the upload.
type perturbed struct {
	model  *model.Model
	params model.Params
	state  *model.State
	own    []model.Coefficients // k and c per spring; nil: the palette's

	restScale []float64 // the scales of rest lengths by actuators at the state
	thrown    []thrown  // masses that thin shapes catch in the first step

	length float64 // mean spring [m], or 1
	speed  float64 // of the velocities [m/s]
	force  float64 // mean size of springs and weight on a mass [N]

	kindsOfSolids []solidKind // nil: bumpy has solids of all kinds
}

// perturb makes the perturbed copy of a case; a seed picks the random numbers.
//
// Springs keep their ends and their stiffness, get dampers, and every 61st is
// removed, every fifth actuated; every fourth free mass is pinned on some axes; positions and
// velocities are moved at random; gravity is tilted; there is drag, and a
// tilted ground that about half of the masses touch, about as stiff as the
// springs are; loads and wind act, and guides hold some masses. Where the proof is of
// the case's own features alone, there are actuators, ground, loads, wind and guides only
// where the case has some.
func perturb(sc Case, seed uint64) *perturbed { return perturbWith(sc, seed, true) }

// perturbWith is perturb with or without loads, wind and guides.
func perturbWith(sc Case, seed uint64, loads bool) *perturbed {
	sc = sc.explicit()
	st := &perturbed{model: perturbModel(sc.Model)}
	st.perturbState(sc, seed)
	st.perturbParams(sc)
	if !sc.Own || len(sc.Params.Actuators) > 0 {
		st.actuate()
	}
	if sc.Own {
		st.kindsOfSolids = kindsOf(sc.Params.Contacts)
	}
	if loads {
		st.burden(sc)
		if !sc.Own || len(sc.Params.Guides) > 0 {
			st.rail(sc)
		}
	}
	st.resolve()
	return st
}

// explicit returns the case as solvers step it that evaluate forces: where its own solver divides
// steps, which need not be safe for them, with an automatic step, and with springs that carry
// a mass with a strain of a thousandth instead of rigid ones and of rods.
func (sc Case) explicit() Case {
	if !sc.Params.Integrator.Method().Divides {
		return sc
	}
	m := *sc.Model
	weight := meanOf(m.Mass) * model.StandardGravity
	m.Materials = slices.Clone(m.Materials)
	for i, material := range m.Materials {
		if material.Rigid || material.Rod.There() {
			m.Materials[i] = model.Material{Name: material.Name, Stiffness: 1000 * weight / max(meanOf(m.RestLength), 1e-3), TensionOnly: material.TensionOnly}
		}
	}
	sc.Model, sc.Params = &m, sc.Params.SolvedBy(model.SymplecticEuler)
	sc.Params.Clamps = nil
	if sc.Start != nil { // masses alone
		start := *sc.Start
		start.Orientation, start.AngularVelocity = nil, nil
		sc.Start = &start
	}
	sc.Params.DT = physics.AutoStep(&m, sc.Params)
	return sc
}

// perturbModel copies the model, rounded, with pins, dampers and removed springs.
func perturbModel(m *model.Model) *model.Model {
	out := *m
	out.Mass = slices.Clone(m.Mass)
	out.RestLength = slices.Clone(m.RestLength)
	out.MaterialOf = slices.Clone(m.MaterialOf)
	out.Materials = slices.Clone(m.Materials)
	out.Pin = make([]model.Pin, m.MassCount())

	meanMass := 0.0
	for i := range out.Mass {
		out.Mass[i] = round(m.Mass[i])
		if out.Mass[i] == 0 {
			out.Mass[i] = 1 // pinned here, and free where momentum is checked
		}
		meanMass += out.Mass[i] / float64(len(out.Mass))
		out.Pin[i] = m.PinOf(i)
		if i%4 == 3 && out.Pin[i] == 0 {
			out.Pin[i] = model.PinAll - model.Pin(i/4%7) // every pin in turn, the full one first
		}
	}
	for i := range out.Materials {
		perturbMaterial(&out.Materials[i], meanMass, meanOf(m.RestLength))
	}
	for s := range out.RestLength {
		out.RestLength[s] = round(out.RestLength[s])
		if s%61 == 7 {
			out.MaterialOf[s] = model.Removed
		}
	}
	return &out
}

// actuate puts every fifth spring under an actuator that is away from rest,
// with each wave in turn, one of them smoothed.
func (st *perturbed) actuate() {
	m, first := st.model, len(st.params.Actuators)
	period := 40 * st.params.DT
	kinds := []model.Actuator{
		{Name: "sine", Phase: 1},
		{Name: "square", Wave: model.Square, Phase: 4},
		{Name: "sawtooth", Wave: model.Sawtooth, Phase: 2},
		{Name: "table", Wave: model.Table, Phase: 3, Table: model.Curve{At: []float64{0, 0.5, 1}, Value: []float64{-1, 0.7, -1}}},
		{Name: "smooth", Phase: 0.5, HalfLife: period},
	}
	st.params.Actuators = slices.Clone(st.params.Actuators)
	for _, a := range kinds {
		a.Amplitude, a.Frequency = perturbStrain, 1/period
		st.params.Actuators = append(st.params.Actuators, a)
	}
	if m.ActuatorOf = slices.Clone(m.ActuatorOf); m.ActuatorOf == nil {
		m.ActuatorOf = make([]uint16, m.SpringCount())
	}
	for s := range m.ActuatorOf {
		if s%5 == 2 {
			m.ActuatorOf[s] = uint16(first + s/5%len(kinds) + 1)
		}
	}
}

// scale returns the scales of rest lengths by actuators at the perturbed state.
func (st *perturbed) scale() []float64 { return physics.SignalsOf(st.params, st.state.Time).RestScale }

// perturbState moves masses and gives them velocities.
func (st *perturbed) perturbState(sc Case, seed uint64) {
	m := st.model
	st.state = sc.Start.Clone()
	st.state.Step, st.state.Time = 0, 0

	// The shortest spring at each mass, so that none is turned inside out. A
	// spring of no length keeps its ends together.
	shortest := make([]float64, m.MassCount())
	for i := range shortest {
		shortest[i] = math.Inf(1)
	}
	for _, ends := range m.Ends {
		length := sc.Start.Position[ends[0]].Sub(sc.Start.Position[ends[1]]).Len()
		st.length += length / float64(m.SpringCount())
		for _, end := range ends {
			shortest[end] = min(shortest[end], length)
		}
	}
	if st.length == 0 {
		st.length = 1
	}
	pace := physics.AutoStep(sc.Model, model.Params{})
	if math.IsInf(physics.SafeStep(sc.Model, model.Params{}), 1) && m.SpringCount() > 0 {
		pace = sc.Params.DT // of normalized springs alone
	}
	st.speed = perturbTravel * st.length / pace

	numbers := random.Stream(seed)
	for i := range st.state.Position {
		move := perturbStrain * shortest[i]
		if math.IsInf(move, 1) {
			move = 0 // at no spring
		}
		for axis := range 3 {
			st.state.Position[i][axis] += move * numbers.Signed()
			st.state.Velocity[i][axis] = st.speed * numbers.Signed()
			if m.Pin[i]&(model.PinX<<axis) != 0 {
				st.state.Velocity[i][axis] = 0
			}
		}
	}
	st.state.RoundToFloat32()
}

// perturbParams turns on gravity, drag and a ground through the middle, and collisions off,
// which have rows of their own.
func (st *perturbed) perturbParams(sc Case) {
	m, p := st.model, sc.Params
	p.Collision = model.Collision{}
	if p.Integrator.Method().Divides { // its step is far beyond those of the others
		p = p.SolvedBy(model.SymplecticEuler)
		p.DT = physics.AutoStep(m, p)
	}
	strength := p.Gravity.Len()
	if strength == 0 {
		strength = model.StandardGravity
		p.Gravity = model.EarthGravity()
	}
	p.Gravity = roundVec(p.Gravity.Add(model.Vec3{0.13 * strength, -0.07 * strength, 0}))
	p.DT = round(p.DT)
	p.DragHalfLife = round(perturbHalfLives * p.DT)

	// Heights along the normal, and the mean force of springs and weight.
	normal := roundVec(model.Vec3{0.2, -0.1, 1}.Normalize())
	height := make([]float64, m.MassCount())
	weight := 0.0
	for i, x := range st.state.Position {
		height[i] = x.Dot(normal)
		weight += m.Mass[i] * strength
	}
	pull := 0.0
	resolver := physics.NewResolver(m, p.DT)
	for s := range m.Ends {
		pull += 2 * resolver.Spring(s).Stiffness * perturbStrain * st.length
	}
	st.force = 1
	if len(height) > 0 {
		st.force = max(weight, pull) / float64(len(height))
	}

	// Rounding must not decide which masses touch the ground: contact damping starts
	// with a jump there. So the plane goes through the widest gap between the
	// heights of the middle third.
	slices.Sort(height)
	offset, spread := widestGap(height, perturbStrain*st.length)
	if bumps := len(p.Contacts) > 0 || !sc.Own; bumps {
		p.Contacts = []model.Contact{st.solid(model.Plane{Normal: normal, Offset: round(offset)}, spread)}
	}
	p = p.SolvedBy(model.SymplecticEuler) // the others are checked by integrators
	st.params = p
}

// free takes away everything that changes the momentum: pins, gravity, drag
// and ground. The step becomes one that is safe for the dampers, too.
func (st *perturbed) free() {
	st.model.Pin = nil
	p := st.params
	st.params = model.Params{DT: p.DT, Actuators: p.Actuators, Integrator: p.Integrator,
		Substeps: p.Substeps, Iterations: p.Iterations, Forward: p.Forward, Warm: p.Warm, Tolerance: p.Tolerance}
	st.params.DT = min(st.params.DT, round(physics.AutoStep(st.model, st.params)))
	st.resolve()
}

// quiet returns the perturbed state without velocities: with no spring forces either,
// only gravity, drag and the stiffness of the ground are left to see. Masses on
// paths keep theirs.
func (st *perturbed) quiet() *model.State {
	s := st.state.Clone()
	for i, moved := range onPath(st.model, st.params) {
		if !moved {
			s.Velocity[i] = model.Vec3{}
		}
	}
	return s
}

func round(x float64) float64 { return float64(float32(x)) }

func roundVec(v model.Vec3) model.Vec3 {
	return model.Vec3{round(v[0]), round(v[1]), round(v[2])}
}
