package bench

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"hooke/model"
	"hooke/physics"
)

// errNoStep is the error of a solver that is stable at no step.
var errNoStep = errors.New("no step")

// AccuracySuite compares solvers on stiff scenes. A field's zero value means the default that its comment states.
type AccuracySuite struct {
	Scenes  []StiffScene // required
	Solvers []model.Integrator
	Choices SolverChoices
	Makers  []Maker
	Repeats int              // of each row; zero means 3. Rows that take longer than Budget have fewer, but one
	Budget  time.Duration    // time for the repeats of a row; zero means 10 s
	Clock   func() time.Time // nil means time.Now
	Commit  string
	Host    string
}

// Run measures scene after scene, passes the rows of each to row, and reports progress and
// the parts that are left out, with reasons. Errors of engines do not end it: it returns them
// joined. When ctx is cancelled it returns with the rows so far.
func (s AccuracySuite) Run(ctx context.Context, row func(Row) error, progress func(string)) error {
	if s.Repeats == 0 {
		s.Repeats = MinRepeats
	}
	if s.Budget == 0 {
		s.Budget = 10 * time.Second
	}
	if s.Clock == nil {
		s.Clock = time.Now
	}
	var faults []error
	for _, scene := range s.Scenes {
		rows, err := s.one(ctx, scene, progress)
		if err != nil {
			faults = append(faults, fmt.Errorf("bench: %s: %w", scene.Name, err))
		}
		for _, r := range rows {
			if err := row(r); err != nil {
				return errors.Join(append(faults, err)...)
			}
		}
		if err := ctx.Err(); err != nil {
			return errors.Join(append(faults, fmt.Errorf("bench: interrupted: %w", err))...)
		}
	}
	return errors.Join(faults...)
}

// reference runs velocity Verlet with an eighth of the safe step.
func reference(ctx context.Context, m *model.Model, p model.Params, start *model.State, frames int) (*Truth, error) {
	const finer = 8
	setting := SolverSetting{Solver: model.VelocityVerlet, Safe: 1. / finer}
	p, steps, err := setting.params(m, p, frames)
	if err != nil {
		return nil, err
	}
	return NewTruth(ctx, m, p, start, steps)
}

// one measures all engines with all solvers on a scene.
func (s AccuracySuite) one(ctx context.Context, scene StiffScene, progress func(string)) ([]Row, error) {
	begin := s.Clock()
	m, start, plain, err := scene.Make()
	if err != nil {
		return nil, err
	}
	built := s.Clock().Sub(begin)
	progress(fmt.Sprintf("%s: the reference, Verlet at an eighth of the safe step", scene.Name))
	truth, err := reference(ctx, m, plain, start, scene.Frames)
	if err != nil {
		return nil, err
	}
	runtime.GC()

	trials, err := s.begin(ctx, scene, m, plain, truth, progress)
	defer func() {
		for _, t := range trials {
			t.engine.Close()
		}
	}()
	if ctx.Err() != nil {
		return nil, nil
	}
	faults := []error{err}
	trials, err = s.inTurn(ctx, scene.Name, trials, progress)
	faults = append(faults, err)
	var rows []Row
	for _, t := range trials {
		r := t.row()
		r.BuildSeconds, r.Commit, r.Host = built.Seconds(), s.Commit, s.Host
		rows = append(rows, r)
	}
	return rows, errors.Join(faults...)
}

// begin makes all engines with all settings and measures their errors, until ctx is
// cancelled. It reports the parts that are left out, and why: a setting by its solver, or a
// solver by an engine, which it reports once.
func (s AccuracySuite) begin(ctx context.Context, scene StiffScene, m *model.Model, plain model.Params, truth *Truth, progress func(string)) (trials []*accuracyTrial, err error) {
	var faults []error
	for _, solver := range s.Solvers {
		refused := map[string]bool{}
		for _, setting := range SolverSettings(solver, s.Choices) {
			p, steps, err := setting.params(m, plain, scene.Frames)
			if err != nil {
				progress(fmt.Sprintf("%s: %v, %s: left out: %v", scene.Name, solver, setting.Words(), err))
				continue
			}
			for _, maker := range s.Makers {
				if ctx.Err() != nil {
					return trials, nil
				}
				who := fmt.Sprintf("%s: %s %s: %v", scene.Name, maker.Engine, maker.Pipeline, solver)
				if refused[who] {
					continue
				}
				name := fmt.Sprintf("%s, %s", who, setting.Words())
				progress(name)
				t := &accuracyTrial{scene: scene, setting: setting, model: m, params: p, steps: steps, truth: truth, maker: maker, clock: s.Clock}
				switch err := t.begin(); {
				case errors.Is(err, model.ErrUnsupported):
					refused[who] = true
					progress(fmt.Sprintf("%s: left out: %v", who, err))
				case errors.Is(err, errDiverged):
					progress(fmt.Sprintf("%s: left out: %v", name, err))
				case err != nil:
					faults = append(faults, fmt.Errorf("%s: %w", name, err))
				default:
					trials = append(trials, t)
				}
			}
		}
	}
	return trials, errors.Join(faults...)
}

// inTurn times the repeats of all trials in turn, so that disturbances of the machine affect
// all. It returns those that did not fail, and closes the others.
func (s AccuracySuite) inTurn(ctx context.Context, name string, trials []*accuracyTrial, progress func(string)) (sound []*accuracyTrial, err error) {
	var faults []error
	for repeat := 1; repeat < s.Repeats; repeat++ {
		progress(fmt.Sprintf("%s: repeat %d of %d", name, repeat+1, s.Repeats))
		sound = nil
		for _, t := range trials {
			if ctx.Err() == nil && time.Duration(float64(repeat+1)*t.seconds[0]*float64(time.Second)) <= s.Budget {
				if err := t.run(); err != nil {
					t.engine.Close()
					faults = append(faults, err)
					continue
				}
			}
			sound = append(sound, t)
		}
		trials = sound
	}
	return trials, errors.Join(faults...)
}

// swing returns the kinetic and the gravitational energy of a state [J].
func swing(m *model.Model, p model.Params, s *model.State) (kinetic, both float64) {
	e := physics.EnergyOf(m, p, s)
	return e.Kinetic, e.Kinetic + e.Gravitational
}
