package bench

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/model"
	"hooke/physics"
)

// errDiverged says that a run blew up, or came to a state without a next step: that solver at those steps has no error to show.
var errDiverged = errors.New("the run blew up")

// accuracyTrial is an engine with a setting on a scene.
type accuracyTrial struct {
	scene   StiffScene
	setting SolverSetting
	model   *model.Model
	params  model.Params
	steps   int
	truth   *Truth
	maker   Maker
	engine  model.Engine
	clock   func() time.Time
	says    Inspection

	setup    float64 // [s]
	seconds  []float64
	cpu      []float64 // time of processors of each repeat [s]
	end      model.State
	max, rms float64
}

// begin makes the engine and runs it once, for its error. On an error the engine is closed.
func (t *accuracyTrial) begin() error {
	began := t.clock()
	e, err := t.maker.New(t.model, t.params)
	if err != nil {
		return err
	}
	t.engine, t.setup = e, t.clock().Sub(began).Seconds()
	if t.maker.Inspect != nil {
		t.says = t.maker.Inspect(e)
	}
	if err = t.run(); err == nil {
		err = t.judge()
	}
	if err != nil {
		e.Close()
	}
	return err
}

// run goes from the start to the end, and times it.
func (t *accuracyTrial) run() error {
	if err := errors.Join(t.engine.Reset(t.truth.Start), t.engine.Finish()); err != nil {
		return err
	}
	began, busy := t.clock(), processorTime()
	err := t.engine.Step(t.steps)
	if err == nil {
		err = t.engine.Finish()
	}
	var state physics.StateError
	if errors.As(err, &state) {
		return fmt.Errorf("%w: %w", errDiverged, err)
	}
	if err != nil {
		return err
	}
	t.seconds = append(t.seconds, t.clock().Sub(began).Seconds())
	t.cpu = append(t.cpu, (processorTime() - busy).Seconds())
	return nil
}

// judge reads the end of the run and compares it with that of the reference.
func (t *accuracyTrial) judge() error {
	var got model.Snapshot
	if err := t.engine.Read(&got); err != nil {
		return err
	}
	t.max, t.rms = check.RelativeError((*cpuref.State)(t.truth.Start), t.truth.End, got)
	if math.IsInf(t.max, 0) || math.IsNaN(t.max) {
		return fmt.Errorf("%w: a position is not a number", errDiverged)
	}
	if exact, ok := model.As[model.StateReader](t.engine); ok {
		return exact.ReadState(&t.end)
	}
	n := len(got.Position)
	t.end = model.State{Position: make([]model.Vec3, n), Velocity: make([]model.Vec3, n)}
	for i := range got.Position {
		t.end.Position[i] = got.Place(i)
		for axis, v := range got.Velocity[i] {
			t.end.Velocity[i][axis] = float64(v)
		}
	}
	return nil
}

// row sums up the trial.
func (t *accuracyTrial) row() Row {
	d := t.engine.Describe()
	middle := slices.Sorted(slices.Values(t.seconds))
	median := middle[len(middle)/2]
	updates := float64(t.steps*t.params.Visits()) * float64(t.model.SpringCount())
	row := Row{
		Engine: d.Engine, Pipeline: d.Pipeline, Renderer: d.Renderer, Software: t.maker.Software, Driver: t.maker.Driver, Precision: d.Precision,
		Integrator: t.params.Integrator.String(), Threads: t.says.Threads, WorkGroup: d.WorkGroup, Memory: t.says.Memory,
		Scene: t.scene.Name, Title: t.model.Name, Masses: t.model.MassCount(), Springs: t.model.SpringCount(), DT: t.params.DT,
		Steps: t.steps, Seconds: median, SpringRate: updates / median, RepeatsDone: len(middle), Repeats: t.seconds,
		Spread:   (1/middle[0] - 1/middle[len(middle)-1]) * median,
		MaxError: t.max, RMSError: t.rms, ErrorSteps: t.steps, SetupSeconds: t.setup,
		Accuracy: &Accuracy{Simulated: float64(t.scene.Frames) * frame, Ratio: t.scene.Ratio, Safe: t.setting.Safe, Warm: t.params.Warm,
			Forward: t.params.Forward, Chosen: t.setting.Safe == 0 && t.setting.Substeps == 0, CPU: t.processors(), Residual: t.residual()},
	}
	if t.params.Integrator.Method().Divides {
		row.Substeps, row.Sweeps = t.params.Substeps, t.params.Sweeps()
	}
	row.Accuracy.Visits = (visits(t.params)*t.steps + t.scene.Frames - 1) / t.scene.Frames
	t.balance(row.Accuracy)
	return row
}

// processors is the time of processors in the median repeat [s]; 0 where no clock says it.
func (t *accuracyTrial) processors() float64 {
	return slices.Sorted(slices.Values(t.cpu))[len(t.cpu)/2]
}

// residual is how far the last substep is from solved, in the words of the solver.
func (t *accuracyTrial) residual() float64 {
	c, ok := model.As[model.Converger](t.engine)
	if !ok {
		return 0
	}
	left, err := c.Residual()
	if err != nil {
		return 0
	}
	if t.params.Integrator == model.ImplicitEuler {
		return left.Worst
	}
	return left.Strain
}

// balance compares energies with those of the reference, and the angular momentum of a free body
// with that at its start.
func (t *accuracyTrial) balance(a *Accuracy) {
	kinetic, want := swing(t.model, t.params, (*model.State)(t.truth.End))
	_, got := swing(t.model, t.params, &t.end)
	if kinetic > 0 {
		a.Energy = (got - want) / kinetic
	}
	if t.scene.still {
		before := cpuref.MomentumOf(t.model, (*cpuref.State)(t.truth.Start)).Angular
		after := cpuref.MomentumOf(t.model, (*cpuref.State)(&t.end)).Angular
		a.Angular = after.Sub(before).Len() / before.Len()
	}
}
