package gpu

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
	"hooke/spring"
)

func TestSpringForceOfEveryMaterialMatchesReference(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%d masses %d springs", size.masses, size.springs), func(t *testing.T) {
			m, state := tunedModel(21, size.masses, size.springs)
			worst := forceError(t, gltest.New(t), m, state, Options{})
			t.Logf("largest error %.2g of the largest force of its material", worst)
			if !(worst <= parityTolerance) {
				t.Errorf("largest error %.2g of the largest force of its material, tolerance %.2g", worst, parityTolerance)
			}
		})
	}
}

// forceError runs spring-force once and compares it with the reference: the
// largest error as a part of the largest force of the same material, so that
// stiff ones do not hide the others. It is the worst over all materials.
func forceError(t *testing.T, ctx *glx.Context, m *model.Model, state *model.State, o Options) float64 {
	t.Helper()
	e, err := New(ctx, m, stirredParams(), o)
	check(t, err)
	defer e.Close()
	check(t, e.Reset(state))
	check(t, e.RunPass("spring-force"))
	got := make([][3]float32, m.SpringCount())
	check(t, e.ReadForces(got))
	want := make([]model.Vec3, m.SpringCount())
	cpuref.SpringForces(want, m, coefficients(m, stirredParams()), nil, state.Position, state.Velocity)
	worst := 0.0
	for kind := range m.Materials {
		var wantOf []model.Vec3
		var gotOf [][3]float32
		for s, material := range m.MaterialOf {
			if int(material) == kind {
				wantOf, gotOf = append(wantOf, want[s]), append(gotOf, got[s])
			}
		}
		worst = max(worst, relativeError(wantOf, gotOf)) // max keeps NaN
	}
	return worst
}

// Whole steps of a model of every material; the tolerances of
// TestStepsMatchReference.
func TestStepsOfEveryMaterialMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	m, state := tunedModel(22, 3000, 12000)
	e, err := New(ctx, m, stirredParams(), Options{})
	check(t, err)
	defer e.Close()
	ref, err := cpuref.New(m, stirredParams())
	check(t, err)
	for _, run := range []struct {
		steps     int
		tolerance float64
	}{{1, 1e-4}, {4, 1e-3}} {
		check(t, e.Reset(state))
		check(t, ref.Reset(state))
		check(t, e.Step(run.steps))
		check(t, ref.Step(run.steps))
		var got model.Snapshot
		check(t, e.Read(&got))
		worst := changeError(state.Velocity, ref.State().Velocity, got.Velocity)
		t.Logf("%d steps: largest error %.2g of the largest velocity change", run.steps, worst)
		if !(worst <= run.tolerance) {
			t.Errorf("%d steps: largest error %.2g of the largest velocity change, tolerance %g", run.steps, worst, run.tolerance)
		}
	}
}

// The variant follows from the palette: models in SI units keep the path that
// reads no coefficients and branches on no flags.
func TestVariantFollowsFromThePalette(t *testing.T) {
	for _, c := range []struct {
		material model.Material
		want     string
	}{
		{model.Material{Stiffness: 1}, "0 0 0"},
		{model.Material{Stiffness: 1, Damping: 1}, "1 0 0"},
		{model.Material{Stiffness: 1, TensionOnly: true}, "0 1 0"},
		{model.Material{AxialRigidity: 1}, "0 0 1"},
		{model.Material{AxialRigidity: 1, Damping: 1}, "1 0 1"},
		{model.Material{Frequency: 1, DampingRatio: 1}, "1 0 1"},
		{model.Material{HalfLife: 1}, "1 0 1"},
		{model.Material{Normalized: spring.Normalized{Stiffness: 1}}, "0 0 1"},
		{model.Material{Normalized: spring.Normalized{Damping: 1}, TensionOnly: true}, "1 1 1"},
	} {
		defines := variant(&model.Model{Materials: []model.Material{{}, c.material}}, model.Params{}, Single)
		if got := defines[1].Value + " " + defines[2].Value + " " + defines[3].Value; got != c.want {
			t.Errorf("%v: DAMPING, TENSION, COEFFICIENTS are %s, want %s", c.material, got, c.want)
		}
	}
}

// Negative controls: shaders that are wrong in one way each are seen.
func TestWrongMaterialShadersAreSeen(t *testing.T) {
	const law, own = "spring_law.glsl", "springs.glsl"
	m, state := tunedModel(23, 500, 2000)
	for _, c := range []struct{ name, file, old, new string }{
		{"cables push", law, "#if TENSION", "#if 0"},
		{"dampers of cables push", law, "max(real(0.0), f) : real(0.0)", "f : real(0.0)"},
		{"slack cables pull", law, "r.stretch > 0.0 ? max(real(0.0), f) : real(0.0)", "max(real(0.0), f)"},
		{"every spring a cable", own, "(material[kind].flags & TENSION_ONLY) != 0u", "true"},
		{"no coefficients", own, "#if COEFFICIENTS", "#if 0"},
		{"no stiffness per spring", own, "law.stiffness = real(material[kind].stiffness);", "law.stiffness = real(material[materialOf(s)].stiffness);"},
		{"no damping per spring", own, "law.damping = real(material[kind].damping);", "law.damping = real(material[materialOf(s)].damping);"},
		{"coefficients of the next spring", own, "params.paletteCount + s", "params.paletteCount + s + 1u"},
	} {
		t.Run(c.name, func(t *testing.T) {
			worst := forceError(t, gltest.New(t), m, state, Options{Shaders: mutated(t, c.file, c.old, c.new)})
			if worst < 10*parityTolerance {
				t.Errorf("error %.2g: the comparison does not see it", worst)
			}
		})
	}
}

// lever is masses of 1 and 3 kg, 1 m apart, on one spring.
func lever(material model.Material, pins ...model.Pin) *model.Model {
	return &model.Model{
		Name:         "lever",
		RestPosition: []model.Vec3{{}, {1, 0, 0}},
		Mass:         []float64{1, 3},
		Pin:          pins,
		Ends:         []model.Ends{{0, 1}},
		RestLength:   []float64{1},
		MaterialOf:   []uint16{1},
		Materials:    []model.Material{{}, material},
	}
}

// run steps a model from a state and reads it back.
func run(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, start *model.State, steps int) model.Snapshot {
	t.Helper()
	e, err := New(ctx, m, p, Options{})
	check(t, err)
	defer e.Close()
	check(t, e.Reset(start))
	check(t, e.Step(steps))
	check(t, e.Finish())
	var got model.Snapshot
	check(t, e.Read(&got))
	return got
}

// Frequency, damping ratio and half-life are those of the motion, for ends of 1
// and 3 kg and with one pinned; EA likewise, as k = EA/L0.
func TestOscillatorMaterial(t *testing.T) {
	const amplitude, omega, dt, steps = 0.1, 5.0, 5e-4, 2000
	// First order in dt: ω dt/2 of the amplitude, twice for room, and rounding of
	// x + dt v at 1 m, 2000 times 3e-8 at random.
	const tolerance = omega*dt*amplitude + 2e-6
	frequency, halfLife := omega/(2*math.Pi), 0.6
	ctx := gltest.New(t)
	for _, c := range []struct {
		name     string
		material model.Material
		pins     []model.Pin
		ratio    float64
	}{
		{"undamped", model.Material{Frequency: frequency}, nil, 0},
		{"ratio", model.Material{Frequency: frequency, DampingRatio: 0.3}, nil, 0.3},
		{"ratio, pinned end", model.Material{Frequency: frequency, DampingRatio: 0.3}, []model.Pin{model.PinAll, 0}, 0.3},
		{"half-life, pinned end", model.Material{Frequency: frequency, HalfLife: halfLife}, []model.Pin{model.PinAll, 0},
			4 * math.Ln2 / halfLife / (2 * omega)},
		{"EA = k L0, k = m ω²", model.Material{AxialRigidity: 3 * omega * omega, Damping: 2 * 0.3 * 3 * omega},
			[]model.Pin{model.PinAll, 0}, 0.3},
	} {
		m := lever(c.material, c.pins...)
		start := m.Start()
		start.Position[1][0] += amplitude
		got := run(t, ctx, m, model.Params{DT: dt}, start, steps)
		w, time := omega*math.Sqrt(1-c.ratio*c.ratio), dt*steps
		want := amplitude * math.Exp(-c.ratio*omega*time) * (math.Cos(w*time) + c.ratio*omega/w*math.Sin(w*time))
		if stretch := float64(got.Position[1][0]) - float64(got.Position[0][0]) - 1; !(math.Abs(stretch-want) <= tolerance) {
			t.Errorf("%s: stretched by %.6f m after 1 s, want %.6f", c.name, stretch, want)
		}
	}
}

// Cs = Cd = 1: at rest length after one step, at a stand after the next.
func TestFullyNormalizedSpringTakesTwoSteps(t *testing.T) {
	const rounded = 5e-7 // m: a few roundings of float32 at 1 m
	ctx := gltest.New(t)
	for _, pins := range [][]model.Pin{nil, {model.PinAll, 0}} {
		for _, dt := range []float64{1e-6, 0.01, 1e3} {
			m := lever(model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}, pins...)
			start := m.Start()
			start.Position[1][0], start.Velocity[1][0] = 1.25, 0.4/dt
			for i, wantTravel := range []float64{-0.25, 0} { // per step [m]
				s := run(t, ctx, m, model.Params{DT: dt}, start, i+1)
				length := float64(s.Position[1][0]) - float64(s.Position[0][0])
				travel := (float64(s.Velocity[1][0]) - float64(s.Velocity[0][0])) * dt
				if !(math.Abs(length-1) <= rounded && math.Abs(travel-wantTravel) <= rounded) {
					t.Errorf("pins %v, dt %g s: after step %d the length is %.9g m, changing by %.3g m per step, want 1 and %g",
						pins, dt, i+1, length, travel, wantTravel)
				}
			}
		}
	}
}

// net is n² masses of unequal mass joined to their neighbors; a corner is
// pinned.
func net(rows, columns int, material model.Material) *model.Model {
	m := &model.Model{Name: "net", Materials: []model.Material{{}, material}, Pin: make([]model.Pin, rows*columns)}
	m.Pin[0] = model.PinAll
	join := func(a, b int) {
		m.Ends = append(m.Ends, model.Ends{uint32(a), uint32(b)})
		m.RestLength, m.MaterialOf = append(m.RestLength, 1), append(m.MaterialOf, 1)
	}
	for i := range rows * columns {
		m.RestPosition = append(m.RestPosition, model.Vec3{float64(i % columns), float64(i / columns), 0})
		m.Mass = append(m.Mass, 0.5+float64(i*7%5))
		if i%columns > 0 {
			join(i-1, i)
		}
		if i >= columns {
			join(i-columns, i)
		}
	}
	return m
}

// The response per step of normalized springs is the same, and stable, when
// masses, dt or both change by 10⁶, for ropes and nets as stiff as caps allow.
func TestNormalizedResponseIsTheSame(t *testing.T) {
	const steps, tolerance = 200, 1e-4 // m: 200 steps of roundings of 3e-7 m that feed each other, at up to 6 m
	ctx := gltest.New(t)
	for _, rows := range []int{1, 5} {
		material := model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}
		start := net(rows, 6, material).Start()
		for i := 1; i < len(start.Position); i++ {
			start.Position[i][0] += 0.05 * math.Sin(float64(3*i))
			start.Position[i][1] += 0.05 * math.Sin(float64(7*i))
		}
		start.RoundToFloat32()
		var first [][3]float32
		for _, c := range []struct{ mass, dt float64 }{{1, 1e-3}, {1e6, 1e-3}, {1e-6, 1e-3}, {1, 1e3}, {1, 1e-9}, {1e6, 1e3}, {1e-6, 1e-9}} {
			m := net(rows, 6, material)
			for i := range m.Mass {
				m.Mass[i] *= c.mass
			}
			got := run(t, ctx, m, model.Params{DT: c.dt}, start, steps)
			if first == nil {
				first = slices.Clone(got.Position)
			}
			worst := 0.0
			for i := range first {
				for axis := range 3 {
					worst = max(worst, math.Abs(float64(got.Position[i][axis])-float64(first[i][axis])))
				}
			}
			if !(worst <= tolerance) {
				t.Errorf("%d rows, masses × %g, dt = %g s: %.2g m off, tolerance %g", rows, c.mass, c.dt, worst, tolerance)
			}
		}
	}
}

// A cable lets go of a mass at its rest length, which then flies on with the
// speed ω 0.1 m. Slack, it does nothing at all.
func TestCableReleases(t *testing.T) {
	const k, stretch, dt, steps = 75.0, 0.1, 2e-4, 2500 // ω = 5 rad/s on 3 kg: slack after 0.314 s of 0.5 s
	m := lever(model.Material{Stiffness: k, TensionOnly: true}, model.PinAll, 0)
	start := m.Start()
	start.Position[1][0] += stretch
	got := run(t, gltest.New(t), m, model.Params{DT: dt}, start, steps)
	const tolerance = 2e-3 // of the speed: 2 ω dt
	if want := -stretch * math.Sqrt(k/3); math.Abs(float64(got.Velocity[1][0])/want-1) > tolerance || got.Position[1][0] > 1 {
		t.Errorf("at %g m with %g m/s, want less than 1 m and %g m/s", got.Position[1][0], got.Velocity[1][0], want)
	}

	// Slack while its ends part: the damper would hold the mass back.
	m = lever(model.Material{Stiffness: k, Damping: 50, TensionOnly: true}, model.PinAll, 0)
	start.Position[1][0], start.Velocity[1][0] = 0.5, 0.25
	got = run(t, gltest.New(t), m, model.Params{DT: dt}, start, 100)
	if got.Velocity[1][0] != 0.25 {
		t.Errorf("a slack cable changed the velocity to %g m/s, want 0.25 to the bit", got.Velocity[1][0])
	}
}

// Springs between pinned masses exert nothing, in any vocabulary.
func TestPinnedSpringsExertNothing(t *testing.T) {
	ctx := gltest.New(t)
	for _, material := range []model.Material{{Stiffness: 5}, {AxialRigidity: 5}, {Frequency: 5, DampingRatio: 1},
		{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}} {
		e, err := New(ctx, lever(material, model.PinAll, model.PinAll), model.Params{}, Options{})
		check(t, err)
		check(t, e.RunPass("spring-force"))
		force := make([][3]float32, 1)
		check(t, e.ReadForces(force))
		energy, err := e.Energy()
		check(t, err)
		if force[0] != [3]float32{} || energy.Total() != 0 {
			t.Errorf("%v: force %v, energy %+v", material, force[0], energy)
		}
		e.Close()
	}
}

// SetParams keeps the state, goes on in time, resolves again, and does not
// reach steps that are queued already.
func TestSetParams(t *testing.T) {
	ctx := gltest.New(t)
	m, state := tunedModel(24, 300, 900)
	slow := model.Params{DT: 1.0 / 32768, DragHalfLife: 0.01}
	fast := model.Params{DT: 1.0 / 65536, Gravity: model.EarthGravity()}
	state.Step, state.Time = 5, 2
	e, err := New(ctx, m, slow, Options{})
	check(t, err)
	defer e.Close()
	check(t, e.Reset(state))
	check(t, e.Step(8))
	check(t, e.SetParams(fast))
	check(t, e.Step(16))
	var got model.Snapshot
	check(t, e.Read(&got))
	if want := 2 + 8.0/32768 + 16.0/65536; got.Step != 29 || got.Time != want {
		t.Errorf("step %d at %.17g s, want 29 at exactly %g s", got.Step, got.Time, want)
	}

	// The same as engines that have always had the parameters, bit for bit.
	middle := run(t, ctx, m, slow, state, 8)
	want := run(t, ctx, m, fast, middle.State(), 16)
	if !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) || got.Time != want.Time {
		t.Error("an engine whose parameters were set differs from one made with them")
	}
	if steps, err := e.StepsRun(); err != nil || steps != 24 {
		t.Errorf("StepsRun() = %d, %v; want 24", steps, err)
	}

	if err := e.SetParams(model.Params{DT: -1}); err == nil || e.Params().DT != fast.DT {
		t.Errorf("a negative dt: error %v, parameters %+v", err, e.Params())
	}
	if err := e.SetParams(model.Params{DT: 1e-30}); err == nil || !contains(err.Error(), "more than single precision holds") || e.Params().DT != fast.DT {
		t.Errorf("coefficients beyond float32: error %v, parameters %+v", err, e.Params())
	}
}

// A model in SI units has no buffer of coefficients, and one with them 8 bytes
// a spring.
func TestCoefficientsTakeMemoryOnlyWhenNeeded(t *testing.T) {
	plain, _ := randomModel(25, 100, 300)
	tuned, _ := tunedModel(25, 100, 300)
	for m, want := range map[*model.Model]int64{plain: 0, tuned: 8 * 300} {
		for _, size := range Sizes(CountsOf(m, model.Params{}, Options{})) {
			if size.Name == "Coefficients" && size.Bytes != want {
				t.Errorf("%d bytes of coefficients, want %d", size.Bytes, want)
			}
		}
	}
	if count := storageBlocks(t); count > 8 {
		t.Errorf("spring-force declares %d storage blocks; the specification promises 8", count)
	}
}

// storageBlocks counts the blocks that spring_force.comp declares at most.
func storageBlocks(t *testing.T) int {
	text := readShader(t, shaders.Files(), "spring_force.comp")
	count := 0
	for i := 0; i+9 <= len(text); i++ {
		if text[i:i+9] == "\nSTORAGE_" {
			count++
		}
	}
	return count
}

// Contacts may move during a run; more of them, or friction where there was
// none, need other passes, and nothing changes.
func TestSetParamsRefusesOtherContacts(t *testing.T) {
	ctx := gltest.New(t)
	m, state := randomModel(15, 100, 300)
	p := stirredParams()
	e, err := New(ctx, m, p, Options{})
	check(t, err)
	defer e.Close()
	check(t, e.Reset(state))
	more, moved := p, p
	more.Contacts = append(slices.Clone(p.Contacts), model.Ground(0, 1, 0))
	if err := e.SetParams(more); err == nil || !contains(err.Error(), "new engine") {
		t.Errorf("one more contact gives %v, want an error", err)
	}
	if got := len(e.Params().Contacts); got != len(p.Contacts) {
		t.Errorf("after the error there are %d contacts, want %d", got, len(p.Contacts))
	}
	moved.Contacts = slices.Clone(p.Contacts)
	moved.Contacts[0].Stiffness *= 2
	check(t, e.SetParams(moved))
}

// The error names what differs and nothing else.
func TestSetParamsNamesWhatDiffers(t *testing.T) {
	ctx := gltest.New(t)
	m := lever(model.Material{Stiffness: 1000})
	smooth, rough := model.Ground(0, 1, 0), model.Ground(0, 1, 0)
	smooth.StaticFriction, smooth.KineticFriction = 0, 0
	rough.StaticFriction, rough.KineticFriction = 0.5, 0.4
	engine := func(c model.Contact) *Engine {
		e, err := New(ctx, m, model.Params{DT: 1e-3, Contacts: []model.Contact{c}, Actuators: make([]model.Actuator, 1)}, Options{})
		check(t, err)
		t.Cleanup(e.Close)
		return e
	}
	onSmooth, onRough := engine(smooth), engine(rough)
	for _, c := range []struct {
		e      *Engine
		change func(p *model.Params)
		want   string
	}{
		{onSmooth, func(p *model.Params) { p.Contacts = append(p.Contacts, smooth) }, "2 contacts instead of 1"},
		{onRough, func(p *model.Params) { p.Contacts = append(p.Contacts, smooth) }, "2 contacts instead of 1"},
		{onSmooth, func(p *model.Params) { p.Actuators = nil }, "0 actuators instead of 1"},
		{onSmooth, func(p *model.Params) { p.Contacts[0] = rough }, "friction where there was none"},
		{onRough, func(p *model.Params) { p.Contacts[0] = smooth }, "no friction where there was some"},
		{onSmooth, func(p *model.Params) { p.Integrator = model.VelocityVerlet }, "integrator verlet instead of symplectic-euler"},
		{onSmooth, func(p *model.Params) { p.Contacts, p.Actuators = []model.Contact{smooth, rough}, nil },
			"2 contacts instead of 1, 0 actuators instead of 1, friction where there was none"},
	} {
		p := c.e.Params().Clone()
		c.change(&p)
		want := "gpu: set parameters: " + c.want + "; make a new engine"
		if err := c.e.SetParams(p); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	check(t, onRough.SetParams(onRough.Params().Clone()))
}

// Gravity that SetParams switches on acts from the beginning of the next step:
// Verlet forgets the acceleration it had. All numbers are exact in binary.
func TestSetParamsWithVerlet(t *testing.T) {
	const dt, g = 1. / 64, 64.
	bothEngines(t, func(t *testing.T, newEngine maker, single bool) {
		m := free(1, model.Vec3{})
		p := model.Params{DT: dt, Integrator: model.VelocityVerlet}
		e := newEngine(m, p)
		defer e.Close()
		check(t, e.Step(3))
		for change, want := range []struct{ z, v float64 }{
			{-g * dt * dt / 2, -g * dt}, // ½ g dt² and g dt, from rest
			{-g*dt*dt/2 - g*dt*dt, -g * dt},
		} {
			p.Gravity = []model.Vec3{{0, 0, -g}, {}}[change] // on, then off
			check(t, e.(interface{ SetParams(model.Params) error }).SetParams(p))
			s := after(t, e, 1)
			if s.Position[0][2] != want.z || s.Velocity[0][2] != want.v {
				t.Errorf("gravity %v: at %g m with %g m/s, want %g m and %g m/s", p.Gravity, s.Position[0][2], s.Velocity[0][2], want.z, want.v)
			}
		}
	})
}
