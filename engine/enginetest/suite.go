package enginetest

import (
	"errors"
	"slices"
	"testing"

	"hooke/model"
	"hooke/must"
)

// Subject is an engine under test.
type Subject struct {
	// Start begins a test and returns the constructor of the engine.
	Start func(t *testing.T) func(*model.Model, model.Params) (model.Engine, error)
	// Precision is that in which the engine computes. A single-precision engine may be off by
	// its rounding; others are held to float64, as far as a test can read their state in it.
	Precision model.Precision
	// Lacks lists the cases, by name, with a feature that the engine refuses.
	Lacks []string

	// Integrators are those of the runs beside the reference; nil: symplectic Euler and Verlet.
	Integrators []model.Integrator
	// Few leaves out runs beside the reference whose features other runs have, too.
	Few bool

	lacked  bool   // the engine must refuse the case
	current *begun // shared by copies
}

// begun is the constructor of one test. A test that runs within another one begins anew, since
// an OpenGL context belongs to the thread of its test.
type begun struct {
	t         *testing.T
	construct func(*model.Model, model.Params) (model.Engine, error)
}

// Case is a test that every engine with its features must pass.
type Case struct {
	Name string
	Test func(t *testing.T, s Subject)
}

// Run runs cases. The engine must refuse the cases that it lacks, with model.ErrUnsupported, and
// no other.
func Run(t *testing.T, s Subject, cases []Case) {
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			s.lacked, s.current = slices.Contains(s.Lacks, c.Name), new(begun)
			c.Test(t, s)
		})
	}
}

// open constructs the engine, and closes it at the end of the test. It ends the test where the
// engine refuses a case that it lacks.
func (s Subject) open(t *testing.T, m *model.Model, p model.Params) model.Engine {
	t.Helper()
	if s.current.t != t {
		s.current.t, s.current.construct = t, s.Start(t)
	}
	e, err := s.current.construct(m, p)
	if s.lacked {
		if err == nil {
			e.Close()
			t.Fatal("the engine runs a case that it is said to lack")
		}
		if !errors.Is(err, model.ErrUnsupported) {
			t.Fatalf("refused by %v, want an error that wraps model.ErrUnsupported", err)
		}
		t.SkipNow()
	}
	must.Do(t, err)
	t.Cleanup(e.Close)
	return e
}

// single reports whether the engine computes in single precision.
func (s Subject) single() bool { return s.Precision == model.Single }

func (s Subject) integrators() []model.Integrator {
	if s.Integrators == nil {
		return touchingIntegrators
	}
	return s.Integrators
}

// rounding is by how much results may be off as a share of their size, beside the error of
// the step: float32 sums of 10⁴ steps lose at most 1e-5 at random.
func (s Subject) rounding() float64 {
	if s.single() {
		return 2e-5
	}
	return 1e-12
}

// eachIntegrator runs a test with every integrator.
func eachIntegrator(t *testing.T, test func(t *testing.T, integrator model.Integrator)) {
	for _, integrator := range model.Integrators() {
		t.Run(integrator.String(), func(t *testing.T) { test(t, integrator) })
	}
}

// after steps an engine and returns its state, in its full precision where it gives that.
func after(t *testing.T, e model.Engine, steps int) *model.State {
	t.Helper()
	must.Do(t, e.Step(steps))
	must.Do(t, e.Finish())
	if reader, ok := model.As[model.StateReader](e); ok {
		var s model.State
		must.Do(t, reader.ReadState(&s))
		return &s
	}
	var s model.Snapshot
	must.Do(t, e.Read(&s))
	return s.State()
}
