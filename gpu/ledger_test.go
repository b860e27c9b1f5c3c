package gpu

import (
	"math"
	"os"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
)

// ledgerCase is a random model in which every term of the ledger acts, at a
// state that is rounded to float32.
func ledgerCase(seed uint64, masses, springs int) (*model.Model, model.Params, *model.State) {
	m, state := gputest.Tuned(seed, masses, springs)
	p := gputest.PerturbedParams()
	p.Ledger = true
	p.Contacts = append(p.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0.5, 0.5, 0.5}, Radius: 0.5}, Stiffness: 30, Damping: 0.01, StaticFriction: 0.5, KineticFriction: 0.4})
	p.Actuators = []model.Actuator{{Amplitude: 0.2, Frequency: 300}, {Wave: model.Square, Amplitude: 0.1, Frequency: 5000}}
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for s := range m.ActuatorOf {
		m.ActuatorOf[s] = uint16(s % 3)
	}
	return m, p, state
}

// After some steps the account is the reference's, and twice the same, however
// the steps are batched and whenever it is asked for.
func TestLedgerMatchesReference(t *testing.T) {
	for n, integrator := range model.Integrators() {
		for which, pipeline := range []string{options.TwoPass, options.Fused} {
			if os.Getenv("HOOKE_LONG") == "" && which != n%2 {
				continue
			}
			t.Run(integrator.String()+" "+pipeline, func(t *testing.T) { ledgerMatches(t, integrator, pipeline) })
		}
	}
}

func ledgerMatches(t *testing.T, integrator model.Integrator, pipeline string) {
	// The terms are rounded in float32 and the trajectories part by rounding.
	const tolerance = 1e-4 // of the energy in the structure
	ctx := gltest.New(t)
	m, p, state := ledgerCase(5, 300, 2000)
	p.Integrator = integrator
	p.DT /= 4 // explicit Euler is stable so long
	ref, err := cpuref.New(m, p)
	must(t, err)
	must(t, ref.Reset(state))
	must(t, ref.Step(200))
	want, err := ref.Ledger()
	must(t, err)

	var first model.Ledger
	for _, batches := range [][]int{{200}, {1, 2, 127, 70}} {
		e, err := New(ctx, m, p, Options{Pipeline: pipeline})
		must(t, err)
		must(t, e.Reset(state))
		for _, n := range batches {
			must(t, e.Step(n))
			_, err := e.Ledger()
			must(t, err)
		}
		got, err := e.Ledger()
		must(t, err)
		e.Close()
		size := want.Now.Kinetic + want.Now.Elastic
		terms := []struct {
			name      string
			got, want float64
		}{
			{"start", got.Start.Total(), want.Start.Total()}, {"now", got.Now.Total(), want.Now.Total()},
			{"damping", got.Damping, want.Damping}, {"contact damping", got.ContactDamping, want.ContactDamping},
			{"drag", got.Drag, want.Drag}, {"friction", got.Friction, want.Friction}, {"actuators", got.Actuators, want.Actuators},
			{"external", got.External, want.External}, {"constraints", got.Constraints, want.Constraints},
		}
		for _, term := range terms {
			if !(math.Abs(term.got-term.want) <= tolerance*size) {
				t.Errorf("%s: %.9g J, want %.9g within %.3g", term.name, term.got, term.want, tolerance*size)
			}
		}
		if first == (model.Ledger{}) {
			first = got
		} else if got != first {
			t.Errorf("in batches %v the account is\n%+v, and otherwise\n%+v", batches, got, first)
		}
	}
}

// The ledger leaves a run as it is: it looks at steps and makes none.
func TestLedgerChangesNoBit(t *testing.T) {
	ctx := gltest.New(t)
	for _, integrator := range model.Integrators() {
		for _, pipeline := range []string{options.TwoPass, options.Fused} {
			m, p, state := ledgerCase(7, 200, 900)
			p.Integrator, p.DT = integrator, p.DT/4
			p.Forces = []model.Force{{Force: model.Vec3{0, 0.1, 0}}}
			p.Guides = []model.Guide{{Direction: model.Vec3{0, 0, 1}, Masses: []uint32{20}}}
			m.Pin[20] = 0
			var without model.Snapshot
			for _, p.Ledger = range []bool{false, true} {
				e, err := New(ctx, m, p, Options{Pipeline: pipeline})
				must(t, err)
				must(t, e.Reset(state))
				must(t, e.Step(20))
				must(t, e.Finish())
				if ran, err := e.StepsRun(); err != nil || ran != 20 {
					t.Errorf("%v %s, ledger %v: %d steps ran, %v; want 20", integrator, pipeline, p.Ledger, ran, err)
				}
				var got model.Snapshot
				must(t, e.Read(&got))
				e.Close()
				if !p.Ledger {
					without = got
				} else if fault := agreement(ctx).Snapshots(state, without, got); fault != "" {
					t.Errorf("%v %s: the ledger changes the run: %s", integrator, pipeline, fault)
				}
			}
		}
	}
}

// A model that is divided into ranges of masses and springs has the account of the
// whole one.
func TestLedgerOfRanges(t *testing.T) {
	ctx := gltest.New(t)
	whole := ctx.Limits
	defer func() { ctx.Limits = whole }()
	for n, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet, model.RK4} {
		for way, o := range []Options{{Pipeline: options.TwoPass}, {Pipeline: options.Fused}, {Pipeline: options.TwoPass, Precision: options.Double}} {
			if os.Getenv("HOOKE_LONG") == "" && n != way {
				continue
			}
			m, p, start := rangeCase(3, gputest.Grid(6, 6, 250), integrator)
			p.Ledger = true
			var want model.Ledger
			for _, block := range []int64{whole.StorageBlockBytes, 131_072} { // the sums take 98,688 bytes
				ctx.Limits.StorageBlockBytes = block
				e, err := New(ctx, m, p, o)
				ctx.Limits = whole
				must(t, err)
				must(t, e.Reset(start))
				must(t, e.Step(3))
				got, err := e.Ledger()
				must(t, err)
				if divided := block < whole.StorageBlockBytes; divided != (e.plan.division != nil) || divided && e.plan.masses().Number() < 2 {
					t.Fatalf("%v, blocks of %d bytes: divided %v", o, block, e.plan.division != nil)
				}
				e.Close()
				if want == (model.Ledger{}) {
					want = got
					continue
				}
				if fault := agreement(ctx).Ledgers(want, got); fault != "" {
					t.Errorf("%v %v: the account in ranges: %s", integrator, o, fault)
				}
			}
		}
	}
}
