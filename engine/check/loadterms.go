package check

import (
	"math"
	"slices"

	"hooke/cpuref"
	"hooke/model"
	"hooke/physics"
)

// Sizes of perturbed loads, as parts of the mean force and the speed of the
// perturbation: about as much as everything else, and dampers a good deal less,
// since their masses have many.
const (
	perturbPull  = 0.3
	perturbDrain = 0.03
)

// loadTerm is how an external force is proved: put on a perturbed case beside the case's
// own, measured where engines sum it, and put on the block whose ledger must close.
type loadTerm struct {
	name    string // of the term of model
	acts    func(p *model.Params) bool
	perturb func(st *perturbed)
	// size adds the size of each force that enters the sum on a mass [N]; nil: it is no
	// force of the pass "load".
	size  func(st *perturbed, now *physics.Signals, add func(i int, force float64))
	block func(m *model.Model, p *model.Params)
}

// loadTerms are all of them, in the order in which engines sum them. A further one is a
// line here and, where it has numbers, a line for each in the test of fields.
var loadTerms = []loadTerm{
	{"force", func(p *model.Params) bool { return len(p.Forces) > 0 }, perturbForces, sizesOfForces, func(_ *model.Model, p *model.Params) {
		p.Forces = []model.Force{{Name: "constant", Force: model.Vec3{0.01, 0.004, -0.005}},
			{Name: "table", Masses: []uint32{1, 5}, Force: model.Vec3{0, 0.1, 0}, Table: model.Curve{At: []float64{0, 0.1, 0.2}, Value: []float64{0, 1, -1}}}}
	}},
	{"motor", func(p *model.Params) bool { return len(p.Motors) > 0 }, perturbMotors, sizesOfMotors, func(_ *model.Model, p *model.Params) {
		p.Motors = []model.Motor{{Name: "motor", Masses: []uint32{0, 1, 2}, Axis: model.Vec3{0, 1, 0}, Speed: 0.3, Damping: 0.1}}
	}},
	{"handle", func(p *model.Params) bool { return len(p.Handles) > 0 }, perturbHandles, sizesOfHandles, func(_ *model.Model, p *model.Params) {
		p.Handles = []model.Handle{{Mass: 8, Target: model.Vec3{0.03, 0.03, 0}, Stiffness: 5, Damping: 0.01}}
	}},
	{"quadratic drag", func(p *model.Params) bool { return p.QuadraticDrag > 0 }, func(st *perturbed) {
		st.params.QuadraticDrag = round(max(st.params.QuadraticDrag, st.drain()/st.speed))
	}, func(st *perturbed, _ *physics.Signals, add func(int, float64)) {
		for i, v := range st.state.Velocity {
			add(i, st.params.QuadraticDrag*v.Dot(v))
		}
	}, func(_ *model.Model, p *model.Params) { p.QuadraticDrag = 0.02 }},
	{"wind", func(p *model.Params) bool { return p.Wind.Blows() }, perturbWind, nil, func(m *model.Model, p *model.Params) {
		m.Triangles = [][3]uint32{{0, 2, 24}, {2, 20, 24}}
		p.Wind = model.Wind{Velocity: model.Vec3{6, 2, 0}, Gust: 0.5, GustTime: 0.05, Drag: 1, Lift: 0.5}
	}},
}

// burden puts every kind of load on a perturbed case, beside its own: a force on
// all masses and one on a third of them, with and without a table; motors with
// and without a limit; two handles; quadratic drag; and wind with gusts on
// triangles, the model's own or some made of its springs. A proof of the case's own
// features has the kinds of the case alone.
func (st *perturbed) burden(sc Case) {
	if st.model.MassCount() == 0 {
		return
	}
	for _, term := range loadTerms {
		if !sc.Own || term.acts(&sc.Params) {
			term.perturb(st)
		}
	}
}

// third are every third of the masses.
func (st *perturbed) third(of int) (out []uint32) {
	for i := of; i < st.model.MassCount(); i += 3 {
		out = append(out, uint32(i))
	}
	return out
}

// tilted returns a vector along (x, y, z), rounded.
func tilted(x, y, z, size float64) model.Vec3 { return roundVec(model.Vec3{x, y, z}.Mul(size)) }

// table returns a factor over some of the steps of a run.
func (st *perturbed) table() model.Curve {
	return model.Curve{At: []float64{-20 * st.params.DT, 20 * st.params.DT}, Value: []float64{0.4, 1.3}}
}

// drain returns the damping of a load [N·s/m].
func (st *perturbed) drain() float64 { return st.force / st.speed * perturbDrain }

func perturbForces(st *perturbed) {
	p := &st.params
	p.Forces = append(slices.Clone(p.Forces),
		model.Force{Name: "all", Force: tilted(0.6, -0.5, 0.7, perturbPull*st.force), Table: st.table()},
		model.Force{Name: "some", Masses: st.third(0), Force: tilted(-0.3, 0.8, 0.2, perturbPull*st.force)})
}

func sizesOfForces(st *perturbed, now *physics.Signals, add func(int, float64)) {
	for k, f := range st.params.Forces {
		cpuref.OnEach(st.model, f.Masses, func(i int) { add(i, f.Force.Len()*math.Abs(now.ForceFactor[k])) })
	}
}

func perturbMotors(st *perturbed) {
	p, drain := &st.params, st.drain()
	axis := roundVec(model.Vec3{2, -1, 2}.Mul(1. / 3))
	p.Motors = append(slices.Clone(p.Motors),
		model.Motor{Name: "all", Axis: axis.Mul(-1), Speed: st.speed, Damping: round(drain), Table: st.table()},
		model.Motor{Name: "some", Masses: st.third(1), Axis: axis, Speed: st.speed, Damping: round(drain), Limit: round(st.speed * drain / 2)})
}

func sizesOfMotors(st *perturbed, now *physics.Signals, add func(int, float64)) {
	for k, motor := range st.params.Motors {
		cpuref.OnEach(st.model, motor.Masses, func(i int) {
			add(i, motor.Damping*(math.Abs(now.MotorSpeed[k])+st.state.Velocity[i].Len()))
		})
	}
}

func perturbHandles(st *perturbed) {
	p := &st.params
	p.Handles = slices.Clone(p.Handles)
	for k := range 2 {
		i := st.freeMass(st.model.MassCount() * (k + 1) / 3)
		p.Handles = append(p.Handles, model.Handle{Mass: uint32(i),
			Target:         roundVec(st.state.Position[i].Add(tilted(0.3, 0.2, -0.4, st.length))),
			TargetVelocity: tilted(0.2, -0.4, float64(k), st.speed),
			Stiffness:      round(perturbPull * st.force / st.length), Damping: round(st.drain())})
	}
}

func sizesOfHandles(st *perturbed, _ *physics.Signals, add func(int, float64)) {
	for _, h := range st.params.Handles {
		x, v := st.state.Position[h.Mass], st.state.Velocity[h.Mass]
		add(int(h.Mass), h.Stiffness*(h.Target.Len()+x.Len())+h.Damping*(h.TargetVelocity.Len()+v.Len()))
	}
}

func perturbWind(st *perturbed) {
	p := &st.params
	st.model.Triangles = st.sails()
	if len(st.model.Triangles) > 0 && !p.Wind.Blows() {
		p.Wind = model.Wind{Velocity: tilted(0.9, -0.4, 0.3, st.speed), Gust: 0.4, GustTime: 40 * p.DT, Seed: 5,
			AirDensity: st.force * perturbDrain / (st.speed * st.speed * st.length * st.length), Drag: 1.2, Lift: 0.7}
	}
}

// freeMass returns the first mass from a number on, around the end, that nothing
// pins; the number itself where all are pinned.
func (st *perturbed) freeMass(from int) int {
	for k := range st.model.Pin {
		if i := (from + k) % len(st.model.Pin); st.model.Pin[i] == 0 {
			return i
		}
	}
	return from
}

// sails returns the model's triangles, or one of every third pair of springs that
// follow each other and share an end.
func (st *perturbed) sails() [][3]uint32 {
	if len(st.model.Triangles) > 0 {
		return st.model.Triangles
	}
	var out [][3]uint32
	for s := 0; s+1 < len(st.model.Ends); s += 3 {
		a, b := st.model.Ends[s], st.model.Ends[s+1]
		for _, corner := range b {
			if corner != a[0] && corner != a[1] && (b[0] == a[0] || b[0] == a[1] || b[1] == a[0] || b[1] == a[1]) {
				out = append(out, [3]uint32{a[0], a[1], corner})
				break
			}
		}
	}
	return out
}

// rail holds some masses of a perturbed case to lines, planes and a path,
// instead of its own guides: of the free ones, and every second and the last of
// those that are pinned on all axes. Lines and planes go through the rest
// positions, from which the perturbation has moved the masses; on the path masses
// begin there.
func (st *perturbed) rail(sc Case) {
	m, p := st.model, &st.params
	p.Guides = nil
	m.RestPosition = make([]model.Vec3, m.MassCount())
	var held, line, plane, path []uint32
	free := 0
	for i := range m.Pin {
		m.RestPosition[i] = roundVec(sc.Start.Position[i])
		switch m.Pin[i] {
		case 0:
			switch free++; free % 8 {
			case 2:
				line = append(line, uint32(i))
			case 5:
				plane = append(plane, uint32(i))
			}
		case model.PinAll:
			held = append(held, uint32(i))
		}
	}
	for k, i := range held {
		if k%2 == 1 || k == len(held)-1 {
			path = append(path, i)
		}
	}
	if len(line) > 0 {
		p.Guides = append(p.Guides, model.Guide{Name: "line", Masses: line, Direction: model.Vec3{2, -1, 2}.Mul(1. / 3)})
	}
	if len(plane) > 0 {
		p.Guides = append(p.Guides, model.Guide{Name: "plane", Kind: model.OnPlane, Masses: plane, Direction: model.Vec3{0.36, 0.48, -0.8}})
	}
	if len(path) == 0 {
		return
	}
	way := model.Path{Velocity: model.Vec3{0.2, 0.5, -0.1}.Mul(st.speed), Amplitude: model.Vec3{-2, 3, 5}.Mul(st.speed * p.DT), Frequency: 0.02 / p.DT,
		Table: []model.PathPoint{{}, {Time: 40 * p.DT, Offset: model.Vec3{8, -4, 2}.Mul(st.speed * p.DT)}}}
	_, velocity := way.At(0)
	for _, i := range path {
		st.state.Position[i] = m.RestPosition[i]
		st.state.Velocity[i] = roundVec(velocity)
	}
	p.Guides = append(p.Guides, model.Guide{Name: "path", Kind: model.OnPath, Masses: path, Path: way})
}

// onPath says which masses a run moves along paths.
func onPath(m *model.Model, p model.Params) []bool {
	out := make([]bool, m.MassCount())
	p.OnPaths(m, 0, func(i int, _, _ model.Vec3) { out[i] = true })
	return out
}

// burdens returns the external forces on every mass in a state at the perturbed time
// [N]: of the wind alone, and of all loads.
func (st *perturbed) burdens(state *model.State) (wind, all []model.Vec3) {
	now := physics.SignalsOf(st.params, st.state.Time)
	wind = make([]model.Vec3, st.model.MassCount())
	cpuref.Wind(wind, st.model, st.params.Wind, now.Wind, state.Position, state.Velocity)
	all = slices.Clone(wind)
	cpuref.Load(all, st.model, st.params, &now, state.Position, state.Velocity)
	return wind, all
}

// acting returns the forces that integrate reads in a perturbed run: on end A of
// every spring, and after them the external one on every mass, rounded.
func (st *perturbed) acting() []model.Vec3 {
	out := make([]model.Vec3, st.model.SpringCount(), st.model.SpringCount()+st.model.MassCount())
	cpuref.SpringForces(out, st.model, st.own, st.scale(), st.state.Position, st.state.Velocity)
	if st.params.Loaded() {
		_, all := st.burdens(st.state)
		out = append(out, all...)
	}
	for i := range out {
		out[i] = roundVec(out[i])
	}
	return out
}

// apart returns the forces of springs and the external ones of acting, nil where
// nothing acts.
func (st *perturbed) apart(forces []model.Vec3) (springs, loads []model.Vec3) {
	springs, loads = forces[:st.model.SpringCount()], forces[st.model.SpringCount():]
	if len(loads) == 0 {
		loads = nil
	}
	return springs, loads
}
