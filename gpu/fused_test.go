package gpu

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/shaders"
)

// grid is a block of masses in row order with springs to all neighbors, diagonals
// too: a lattice, a cloth or a rope. Every mass and spring is like the others.
func grid(nx, ny, nz int) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("grid %d×%d×%d", nx, ny, nz), Materials: []model.Material{{}, {Name: "all", Stiffness: 300, Damping: 0.05}}}
	at := func(x, y, z int) int { return x + nx*(y+ny*z) }
	for z := range nz {
		for y := range ny {
			for x := range nx {
				m.RestPosition = append(m.RestPosition, model.Vec3{float64(x), float64(y), float64(z)}.Mul(0.1))
				m.Mass = append(m.Mass, 0.01)
			}
		}
	}
	for i, a := range m.RestPosition {
		x, y, z := i%nx, i/nx%ny, i/nx/ny
		for dz := range 2 {
			for dy := -1; dy <= 1; dy++ {
				for dx := -1; dx <= 1; dx++ {
					inside := x+dx >= 0 && x+dx < nx && y+dy >= 0 && y+dy < ny && z+dz < nz
					if j := at(x+dx, y+dy, z+dz); inside && j > i {
						m.Ends = append(m.Ends, model.Ends{uint32(i), uint32(j)})
						m.RestLength = append(m.RestLength, float64(float32(m.RestPosition[j].Sub(a).Len())))
						m.MaterialOf = append(m.MaterialOf, 1)
					}
				}
			}
		}
	}
	return m
}

// shuffled is a model whose masses are numbered at random.
func shuffled(m *model.Model, seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 3))
	o := &order{ordered: make([]uint32, m.MassCount())}
	for _, i := range r.Perm(m.MassCount()) {
		o.ordered[i] = uint32(len(o.original))
		o.original = append(o.original, uint32(i))
	}
	return o.reorder(m)
}

// moving is a state of a model in which every spring is strained.
func moving(m *model.Model, seed uint64) *model.State {
	r := rand.New(rand.NewPCG(seed, 4))
	s := m.Start()
	for i := range s.Position {
		for axis := range 3 {
			if m.PinOf(i)>>axis&1 == 0 {
				s.Position[i][axis] += 0.005 * r.NormFloat64()
				s.Velocity[i][axis] = r.NormFloat64()
			}
		}
	}
	s.RoundToFloat32()
	return s
}

// twoMaterials makes a grid less regular: springs of two materials at random, some
// removed, some twice, some masses pinned.
func twoMaterials(m *model.Model, seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 5))
	m.Materials = append(m.Materials, model.Material{Name: "cable", Stiffness: 100, TensionOnly: true})
	m.Pin = make([]model.Pin, m.MassCount())
	for s := range m.MaterialOf {
		m.MaterialOf[s] = []uint16{1, 1, 1, 2, 2, model.Removed}[r.IntN(6)]
		if r.IntN(20) == 0 {
			m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, m.Ends[s]), append(m.RestLength, m.RestLength[s]), append(m.MaterialOf, m.MaterialOf[s])
		}
	}
	for i := range m.Pin {
		m.Pin[i] = model.Pin(max(0, r.IntN(20)-12))
	}
	return m
}

// jittered moves masses at rest, so that no two springs have the same length.
func jittered(m *model.Model, seed uint64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 6))
	for i := range m.RestPosition {
		m.RestPosition[i] = m.RestPosition[i].Add(model.Vec3{r.Float64(), r.Float64(), r.Float64()}.Mul(0.05))
	}
	for s, e := range m.Ends {
		m.RestLength[s] = m.RestPosition[e[1]].Sub(m.RestPosition[e[0]]).Len()
	}
	return m
}

// fusedModel is a case for the pipeline, with what is expected of its plan.
type fusedModel struct {
	name    string
	model   *model.Model
	state   *model.State
	order   string
	regular float64 // least share
	bytes   int     // of an entry
}

func fusedModels() []fusedModel {
	random, randomState := randomModel(5, 3000, 12000)
	tuned, tunedState := tunedModel(6, 900, 4000)
	small, smallState := randomModel(1, 3, 1)
	single, singleState := randomModel(1, 1, 0)
	cases := []fusedModel{
		{"lattice", grid(9, 8, 7), nil, orderAsGiven, 1, 4},
		{"cloth", grid(40, 30, 1), nil, orderAsGiven, 1, 4},
		{"rope", grid(300, 1, 1), nil, orderAsGiven, 1, 4},
		{"two materials", twoMaterials(grid(9, 8, 7), 1), nil, orderAsGiven, 0.9, 4},
		{"shuffled lattice", shuffled(grid(9, 8, 7), 2), nil, orderRows, 1, 4},
		{"random", random, randomState, orderAsGiven, 0, 8},
		{"shuffled network", shuffled(jittered(grid(15, 15, 15), 3), 3), nil, orderCurve, 0, 8},
		{"network", jittered(grid(9, 8, 7), 3), nil, orderCurve, 0, 8},
		{"tuned", tuned, tunedState, orderAsGiven, 0, 16},
		{"one spring", small, smallState, orderAsGiven, 0, 4},
		{"no spring", single, singleState, orderAsGiven, 0, 4},
	}
	for i := range cases {
		if cases[i].state == nil {
			cases[i].state = moving(cases[i].model, uint64(i))
		}
	}
	return cases
}

// The plan of each case is what it is there for.
func TestPlans(t *testing.T) {
	for _, c := range fusedModels() {
		l, err := PlanLayout(c.model, model.Params{DT: 1e-4}, Options{})
		check(t, err)
		t.Logf("%s: %+v", c.name, l)
		if l.Order != c.order || l.Regular < c.regular || l.EntryBytes != c.bytes {
			t.Errorf("%s: %+v; want order %s, %g regular at least, entries of %d bytes", c.name, l, c.order, c.regular, c.bytes)
		}
	}
}

// A step of the pipeline agrees with the reference in every integrator and
// precision, for all kinds of models.
func TestFusedStepsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range fusedModels() {
		for _, integrator := range model.Integrators() {
			for _, precision := range Precisions() {
				for _, pipeline := range []string{Fused, FusedExplicit} {
					plain := c.name == "lattice" || c.name == "tuned" || c.name == "network"
					if !plain && (precision != Single || integrator == model.ExplicitEuler || pipeline == FusedExplicit) {
						continue
					}
					name := fmt.Sprintf("%s %v %v %s", c.name, integrator, precision, pipeline)
					p := stirredParams()
					p.Integrator = integrator
					e, err := New(ctx, c.model, p, Options{Pipeline: pipeline, Precision: precision})
					check(t, err)
					ref, err := cpuref.New(c.model, p)
					check(t, err)
					for steps, tolerance := range map[int]float64{1: 1e-4, 4: 1e-3} {
						check(t, e.Reset(c.state))
						check(t, ref.Reset(c.state))
						check(t, e.Step(steps))
						check(t, ref.Step(steps))
						check(t, e.Finish())
						var got model.Snapshot
						check(t, e.Read(&got))
						if worst := changeError(c.state.Velocity, ref.State().Velocity, got.Velocity); !(worst <= tolerance) {
							t.Errorf("%s, %d steps: largest error %.2g of the largest velocity change, tolerance %g", name, steps, worst, tolerance)
						}
						if ran, err := e.StepsRun(); err != nil || ran != int64(steps) {
							t.Errorf("%s: %d steps ran, %v; want %d", name, ran, err, steps)
						}
					}
					e.Close()
				}
			}
		}
	}
}

// The table holds every spring at both of its ends, once, with its class.
func TestTableHoldsEverySpring(t *testing.T) {
	hub, _ := randomModel(7, 500, 9000)
	for _, c := range append(fusedModels(), fusedModel{name: "hub", model: hub}) {
		for _, explicit := range []bool{false, true} {
			p, err := newPlan(c.model, 1e-4, Options{Pipeline: map[bool]string{true: FusedExplicit}[explicit]})
			check(t, err)
			p.build(Single)
			got := readTable(p)
			var want []incident
			for s, e := range p.model.Ends {
				if class := uint32(p.classes.of[s]); class != 0 {
					rest := float32(0)
					if p.classes.rests {
						rest = float32(p.model.RestLength[s])
					}
					want = append(want, incident{e[0], e[1], class, rest}, incident{e[1], e[0], class, rest})
				}
			}
			slices.SortFunc(got, compareIncidents)
			slices.SortFunc(want, compareIncidents)
			if !slices.Equal(got, want) {
				t.Errorf("%s, explicit %v: the table holds %d incidences, the model %d, or others", c.name, explicit, len(got), len(want))
			}
		}
	}
}

type incident struct {
	mass, neighbor, class uint32
	rest                  float32
}

func compareIncidents(a, b incident) int {
	return slices.Compare([]float32{float32(a.mass), float32(a.neighbor), float32(a.class), a.rest},
		[]float32{float32(b.mass), float32(b.neighbor), float32(b.class), b.rest})
}

// readTable lists what a table says, as the passes read it.
func readTable(p *plan) (out []incident) {
	masses, w := p.model.MassCount(), p.table.words
	low := massBits(masses)
	for i := range masses {
		for n, pair := range p.pattern.pairs {
			mask := w[n/pairsPerWord*masses+i] >> (2 * (n % pairsPerWord))
			if mask&1 != 0 {
				out = append(out, incident{uint32(i), uint32(i) + pair.offset, uint32(pair.class), 0})
			}
			if mask&2 != 0 {
				out = append(out, incident{uint32(i), uint32(i) - pair.offset, uint32(pair.class), 0})
			}
		}
		if p.table.entries == 0 {
			continue
		}
		entry := func(at, stride int) {
			if class := w[at] >> low; class != 0 {
				rest := float32(0)
				if p.classes.rests {
					rest = math.Float32frombits(w[at+stride])
				}
				out = append(out, incident{uint32(i), w[at] & (1<<low - 1), class, rest})
			}
		}
		header := int(p.table.parts[0].slices) + 2*(i/sliceMasses)
		at := int(w[header]) + i%sliceMasses
		for range w[header+1] &^ hasTail {
			entry(at, sliceMasses)
			at += p.table.entryWords * sliceMasses
		}
		if w[header+1]&hasTail != 0 {
			for k := int(w[at]); k < int(w[at+sliceMasses]); k += p.table.entryWords {
				entry(k, 1)
			}
		}
	}
	return out
}

// A hub of thousands of springs does not make room at its neighbors.
func TestHubsDoNotPadTheTable(t *testing.T) {
	m := grid(40, 40, 1)
	for j := 1; j < 1600; j++ {
		m.Ends = append(m.Ends, model.Ends{0, uint32(j)})
		m.RestLength, m.MaterialOf = append(m.RestLength, 0.01*float64(j)), append(m.MaterialOf, 1)
	}
	p, err := newPlan(m, 1e-4, Options{Pipeline: FusedExplicit})
	check(t, err)
	p.build(Single)
	// Entries of 8 bytes, twice a spring, a tenth of room, and 72 words of headers
	// and tails a slice.
	if got, most := len(p.table.words), 2*2*len(m.Ends)*11/10+50*72; got > most {
		t.Errorf("%d springs make a table of %d words, want %d at most", len(m.Ends), got, most)
	}
}

// Every check of the reference agrees, in both forms of the pipeline.
func TestFusedPassesMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range fusedModels() {
		if c.name != "two materials" && c.name != "shuffled network" && c.name != "random" {
			continue
		}
		rows, err := cpuref.Check(cpuref.Case{Name: c.name, Model: c.model, Start: c.state, Steps: 20},
			func(m *model.Model, p model.Params) (cpuref.Subject, error) {
				return New(ctx, m, p, Options{Pipeline: Fused})
			})
		check(t, err)
		for _, r := range rows {
			if !r.OK {
				t.Errorf("%s, %s: max %.3g, tolerance %.3g: %s", c.name, r.Check, r.Max, r.Tolerance, r.Detail)
			}
		}
		if len(rows) < 30 {
			t.Errorf("%s: only %d checks", c.name, len(rows))
		}
	}
}

// Each part of the shader of springs is seen when it is wrong, by a percent where it
// has a size.
func TestFusedFaultsAreSeen(t *testing.T) {
	ctx := gltest.New(t)
	models := map[string]fusedModel{}
	for _, c := range fusedModels() {
		models[c.name] = c
	}
	hub, hubState := randomModel(7, 500, 9000)
	models["hub"] = fusedModel{"hub", hub, hubState, "", 0, 0}
	const springs, state = "fused_springs.glsl", "state.glsl"
	for _, c := range []struct {
		fault, model, pipeline, file, old, new string
	}{
		{"last pair", "lattice", Fused, springs, "palette.regularCount)", "palette.regularCount - 1u)"},
		{"second word of masks", "two materials", Fused, springs, "w < REGULAR_WORDS", "w < 1u"},
		{"class of a pair", "lattice", Fused, springs, "uint kind = regular.y;", "uint kind = 1u;"},
		{"mask", "lattice", Fused, springs, "(mask & 1u) != 0u ?", "true ?"},
		{"last entry", "lattice", FusedExplicit, springs, "k > 0u; k--", "k > 1u; k--"},
		{"tail", "hub", Fused, springs, "width >> 31 != 0u", "false"},
		{"lane", "lattice", FusedExplicit, springs, "uint at = word(slice) + i % SLICE_MASSES;", "uint at = word(slice) + (i + 1u) % SLICE_MASSES;"},
		{"rest length of an entry", "network", Fused, springs, "law.restLength = real(uintBitsToFloat(word(at)));", "law.restLength = 1.001 * real(uintBitsToFloat(word(at)));"},
		{"k of an entry", "tuned", Fused, springs, "law.stiffness = real(uintBitsToFloat(word(at)));", "law.stiffness = 1.01 * real(uintBitsToFloat(word(at)));"},
		{"c of an entry", "tuned", Fused, springs, "law.damping = real(uintBitsToFloat(word(at)));", "law.damping = 1.01 * real(uintBitsToFloat(word(at)));"},
		{"k of a class", "lattice", Fused, "springs.glsl", "law.stiffness = real(first.x);", "law.stiffness = 1.01 * real(first.x);"},
		{"contact", "lattice", Fused, "contact.glsl", "word(at + n)", "word(at + n + 1u)"},
		{"next velocity", "lattice", Fused, state, "nextVelocity[nextAt(i)] = vec4(v, ", "nextVelocity[nextAt(i)] = vec4(1.01 * v, "},
		{"inverse mass", "lattice", Fused, state, "vec4(x, POSITION(POSITION_AT(i)).w)", "vec4(x, 1.0)"},
		{"pinned masses", "two materials", Fused, state, "nextPosition[nextAt(i)] = POSITION(POSITION_AT(i));", ""},
	} {
		m := models[c.model]
		p := stirredParams()
		ref, err := cpuref.New(m.model, p)
		check(t, err)
		check(t, ref.Reset(m.state))
		check(t, ref.Step(2))
		for _, wrong := range []bool{false, true} {
			o := Options{Pipeline: c.pipeline}
			if wrong {
				o.Shaders = mutated(t, c.file, c.old, c.new)
			}
			e, err := New(ctx, m.model, p, o)
			check(t, err)
			check(t, e.Reset(m.state))
			check(t, e.Step(2))
			var got model.Snapshot
			check(t, e.Read(&got))
			e.Close()
			worst := max(changeError(m.state.Velocity, ref.State().Velocity, got.Velocity), relativeError(ref.State().Position, got.Position))
			if seen := !(worst <= 1e-4); seen != wrong {
				t.Errorf("%s: largest error %.2g of the largest velocity change, tolerance 1e-4; the shader is wrong: %v", c.fault, worst, wrong)
			}
		}
	}
}

// The last good state, and the spring that ran away, are those that the pipeline
// went through, in an order of its own too.
func TestFusedRunawayAndLastGood(t *testing.T) {
	ctx := gltest.New(t)
	for _, integrator := range model.Integrators() {
		m, p, start := exploding(integrator)
		for _, pipeline := range []string{Fused, FusedExplicit} {
			e, err := New(ctx, m, p, Options{Pipeline: pipeline, KeepLastGood: true})
			check(t, err)
			check(t, e.Reset(start))
			check(t, e.Step(4000))
			var diverged *model.DivergedError
			if err := e.Finish(); !errors.As(err, &diverged) || diverged.Runaway < 0 {
				t.Fatalf("%v %s: Finish returned %v, want a spring that ran away", integrator, pipeline, err)
			}
			var kept, again model.Snapshot
			check(t, e.LastGood(&kept))
			check(t, e.Reset(start))
			check(t, e.Step(int(kept.Step-start.Step)))
			check(t, e.Finish())
			check(t, e.Read(&again))
			if !slices.Equal(kept.Position, again.Position) || !slices.Equal(kept.Velocity, again.Velocity) {
				t.Errorf("%v %s: the last good state is not that of step %d", integrator, pipeline, kept.Step)
			}
			if !integrator.Impulsive() { // the Euler methods evaluate the forces of the states between steps
				check(t, e.Reset(start))
				check(t, e.Step(int(diverged.Step-start.Step)))
				check(t, e.Read(&again))
				state := again.State()
				ends := m.Ends[diverged.Runaway]
				if length := state.Position[ends[1]].Sub(state.Position[ends[0]]).Len(); !(length > diverged.Length) {
					t.Errorf("%v %s: spring %d is %g m long at step %d, not longer than %g", integrator, pipeline, diverged.Runaway, length, diverged.Step, diverged.Length)
				}
			}
			e.Close()
		}
	}
}

// A slot names the same spring to the passes and to the host.
func TestSlotsNameSprings(t *testing.T) {
	for _, c := range fusedModels() {
		p, err := newPlan(c.model, 1e-4, Options{})
		check(t, err)
		seen := make([]int, c.model.SpringCount())
		for i := range uint32(min(40, p.model.MassCount())) {
			for slot := range 100 {
				if s := p.springAt(i, slot); s >= 0 {
					if p.model.Ends[s][0] != i && p.model.Ends[s][1] != i {
						t.Fatalf("%s: slot %d of mass %d is spring %d at masses %v", c.name, slot, i, s, p.model.Ends[s])
					}
					seen[s]++
				}
			}
		}
		for s, e := range p.model.Ends {
			want := 0
			for _, i := range e {
				if i < 40 && p.classes.of[s] != 0 {
					want++
				}
			}
			if seen[s] != want && c.name != "random" && c.name != "tuned" { // a hub has more slots
				t.Errorf("%s: spring %d has %d slots at the first masses, want %d", c.name, s, seen[s], want)
			}
		}
	}
}

// Drawing sees the state in one pair of buffers, whatever the number of steps.
func TestDrawingOfFused(t *testing.T) {
	ctx := gltest.New(t)
	m := shuffled(grid(9, 8, 7), 2)
	state := moving(m, 1)
	e, err := New(ctx, m, model.Params{DT: 1e-4}, Options{Pipeline: Fused, Drawing: true})
	check(t, err)
	defer e.Close()
	check(t, e.Reset(state))
	for _, steps := range []int{0, 1, 2, 1} {
		check(t, e.Step(steps))
		check(t, e.UpdateStrain())
		if e.buffers.swapped {
			t.Fatal("drawing would see the state before")
		}
		var got model.Snapshot
		check(t, e.Read(&got))
		strain := make([]float32, m.SpringCount())
		readStrain(e, strain)
		s := got.State()
		for k, ends := range m.Ends {
			want := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len()/m.RestLength[k] - 1
			if math.Abs(float64(strain[k])-want) > 1e-5 { // roundings of a length of 0.1 m, 1 m from the origin
				t.Fatalf("after %d steps: strain of spring %d is %g, want %g", steps, k, strain[k], want)
			}
		}
		position := make([]shaders.Position, m.MassCount())
		glx.Download(e.PositionBuffer(), 0, position)
		for i, x := range position {
			if x.Xyz != got.Position[e.order().place(i)] {
				t.Fatalf("after %d steps: mass %d is drawn at %v, it is at %v", steps, i, x.Xyz, got.Position[e.order().place(i)])
			}
		}
	}
	bare, err := New(ctx, m, model.Params{DT: 1e-4}, Options{Pipeline: Fused})
	check(t, err)
	defer bare.Close()
	if err := bare.UpdateStrain(); err == nil || !contains(err.Error(), "Options.Drawing") {
		t.Errorf("UpdateStrain without Options.Drawing returned %v", err)
	}
}

// Changed parameters reach palette, table and contacts: steps go on as those of an
// engine that was made with them.
func TestSetParamsOfFused(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range fusedModels() {
		if c.name != "tuned" && c.name != "lattice" {
			continue
		}
		p, changed := stirredParams(), stirredParams()
		changed.DT, changed.Contacts = p.DT/2, []model.Contact{model.Ground(0.45, 80, 0.01)}
		var got [2]model.Snapshot
		for k, first := range []model.Params{p, changed} {
			e, err := New(ctx, c.model, first, Options{Pipeline: Fused})
			check(t, err)
			check(t, e.SetParams(changed))
			check(t, e.Reset(c.state))
			check(t, e.Step(3))
			check(t, e.Read(&got[k]))
			e.Close()
		}
		if !slices.Equal(got[0].Position, got[1].Position) || !slices.Equal(got[0].Velocity, got[1].Velocity) {
			t.Errorf("%s: an engine whose parameters were changed steps otherwise than one made with them", c.name)
		}
	}
}

// Steps of the pipeline allocate nothing.
func TestFusedStepAllocatesNothing(t *testing.T) {
	ctx := gltest.New(t)
	p := model.Params{DT: 1e-4, Integrator: model.RK4}
	e, err := New(ctx, grid(6, 6, 6), p, Options{Pipeline: Fused})
	check(t, err)
	defer e.Close()
	check(t, e.Step(2))
	if n := testing.AllocsPerRun(5, func() { check(t, e.Step(3)) }); n != 0 {
		t.Errorf("a step allocates %g times", n)
	}
}

// Nothing but masses, without springs and contacts, falls.
func TestFusedWithoutSprings(t *testing.T) {
	ctx := gltest.New(t)
	for _, masses := range []int{0, 1, 300} {
		m := &model.Model{Materials: []model.Material{{}}}
		for range masses {
			m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{}), append(m.Mass, 1)
		}
		e, err := New(ctx, m, model.Params{DT: 1, Gravity: model.Vec3{0, 0, -2}}, Options{Pipeline: Fused})
		check(t, err)
		check(t, e.Step(3))
		check(t, e.Finish())
		var got model.Snapshot
		check(t, e.Read(&got))
		for i, v := range got.Velocity {
			if v != [3]float32{0, 0, -6} {
				t.Fatalf("mass %d of %d has the velocity %v, want −6 along z", i, masses, v)
			}
		}
		e.Close()
	}
}

// Auto takes two-pass where fused cannot, and says so.
func TestAutoFallsBack(t *testing.T) {
	ctx := gltest.New(t)
	m := grid(6, 6, 6)
	e, err := New(ctx, m, model.Params{}, Options{Pipeline: Auto})
	check(t, err)
	if got := e.Describe().Pipeline; got != Fused {
		t.Errorf("auto takes %s, want %s", got, Fused)
	}
	e.Close()
	// More actuators than the palette has classes.
	m.ActuatorOf = make([]uint16, m.SpringCount())
	p := model.Params{Actuators: make([]model.Actuator, 1500)}
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 1500)
	}
	e, err = New(ctx, m, p, Options{Pipeline: Auto})
	check(t, err)
	if got := e.Describe().Pipeline; got != TwoPass {
		t.Errorf("auto takes %s, want %s", got, TwoPass)
	}
	e.Close()
	if _, err = New(ctx, m, p, Options{Pipeline: Fused}); err == nil || !contains(err.Error(), "pipeline fused: springs of more kinds") {
		t.Errorf("New returned %v, want a refusal by name", err)
	}
}

// The numbers that the documentation and "hooke info" quote.
func TestFusedMemory(t *testing.T) {
	const base = 4 + 40 + 2*16368
	params := Memory(Counts{}) - 4 - 40 // without the end of the incidences
	if got := Memory(Counts{Masses: 1000, Table: 1}) - base - params; got != 64_000 {
		t.Errorf("1,000 masses take %d bytes, want 64,000", got)
	}
	if got := Memory(Counts{Springs: 1000, Table: 1}) - base - params; got != 20_000 {
		t.Errorf("what is drawn of 1,000 springs takes %d bytes, want 20,000", got)
	}
	l, err := PlanLayout(grid(20, 20, 20), model.Params{DT: 1e-4}, Options{})
	check(t, err)
	e, err := PlanLayout(grid(20, 20, 20), model.Params{DT: 1e-4}, Options{Pipeline: FusedExplicit})
	check(t, err)
	// Of 12 springs per mass: a mask of 4 bytes; entries of 4 bytes twice a spring,
	// with room where slices hold masses of the surface.
	if l.BytesPerSpring > 0.37 || e.BytesPerSpring > 8*1.2 {
		t.Errorf("tables take %.3g and %.3g bytes per spring", l.BytesPerSpring, e.BytesPerSpring)
	}
}
