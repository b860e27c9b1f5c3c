package gpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/model"
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
			p, err := newPlan(c.model, Single, 1e-4, explicit)
			check(t, err)
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
		header := p.table.slices + 2*(i/sliceMasses)
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
	p, err := newPlan(m, Single, 1e-4, true)
	check(t, err)
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
		{"class of a pair", "lattice", Fused, springs, "uint kind = floatBitsToUint(regular.y);", "uint kind = 1u;"},
		{"mask", "lattice", Fused, springs, "(mask & 1u) != 0u ?", "true ?"},
		{"last entry", "lattice", FusedExplicit, springs, "k > 0u; k--", "k > 1u; k--"},
		{"tail", "hub", Fused, springs, "width >> 31 != 0u", "false"},
		{"lane", "lattice", FusedExplicit, springs, "uint at = word(slice) + i % SLICE_MASSES;", "uint at = word(slice) + (i + 1u) % SLICE_MASSES;"},
		{"rest length of an entry", "network", Fused, springs, "law.restLength = real(uintBitsToFloat(word(at)));", "law.restLength = 1.001 * real(uintBitsToFloat(word(at)));"},
		{"k of an entry", "tuned", Fused, springs, "law.stiffness = real(uintBitsToFloat(word(at)));", "law.stiffness = 1.01 * real(uintBitsToFloat(word(at)));"},
		{"c of an entry", "tuned", Fused, springs, "law.damping = real(uintBitsToFloat(word(at)));", "law.damping = 1.01 * real(uintBitsToFloat(word(at)));"},
		{"k of a class", "lattice", Fused, "springs.glsl", "law.stiffness = real(first.x);", "law.stiffness = 1.01 * real(first.x);"},
		{"contact", "lattice", Fused, "contact.glsl", "word(at + n)", "word(at + n + 1u)"},
		{"next velocity", "lattice", Fused, state, "nextVelocity[at] = vec4(v, ", "nextVelocity[at] = vec4(1.01 * v, "},
		{"inverse mass", "lattice", Fused, state, "vec4(x, POSITION(at).w)", "vec4(x, 1.0)"},
		{"pinned masses", "two materials", Fused, state, "nextPosition[i] = POSITION(i);", ""},
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
