package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"hooke/bench"
	"hooke/model"
	"hooke/physics"
	"hooke/run"
)

// Figures are the final report of a run or a view. A rate always comes with its engine,
// pipeline, renderer, precision and measured error.
type Figures struct {
	run.Result
	Structure float64 // wall time to make the structure, its start and its parameters [s]; 0 where it is not timed
	Accuracy  Accuracy
}

// Accuracy is the measured error that goes beside a rate. The zero value means that
// it was not measured.
type Accuracy struct {
	steps     int // number of steps from the start over which the error is measured
	max, rms  float64
	roundings float64 // the motion in those steps, as a number of float32 roundings of the coordinates
	masses    int     // number of masses of the block on which the error is measured; 0: on all
	reference bool    // the engine is the reference, whose error is 0 by definition

	step    stepError
	because string // why there is no step; empty: unknown
}

// stepError is how far the same motion is, in float64, from that with shorter and shorter
// steps. The zero value is not known.
type stepError struct {
	known    bool
	max, rms float64
}

// fewRoundings bounds the motions that are too small to judge: an error of 100 roundings
// of a position, at random about 10 of them, is more than 1 % of such a motion.
const fewRoundings = 1000

func (a Accuracy) known() bool { return a.reference || a.steps > 0 }

// updates returns the rate [spring-updates/s]; zero where nothing was timed.
func (f Figures) updates() float64 {
	if f.Steps == 0 || f.Seconds <= 0 {
		return 0
	}
	return float64(f.Steps) * float64(f.Springs) / f.Seconds
}

// Text returns the figures for users, a line each, with units.
func (f Figures) Text() string {
	var out strings.Builder
	line := func(key, format string, args ...any) {
		fmt.Fprintf(&out, "%-18s %s\n", key, fmt.Sprintf(format, args...))
	}
	line("scene", "%s", f.Scene)
	line("masses", "%d", f.Masses)
	line("springs", "%d", f.Springs)
	groups := ""
	if f.Engine.WorkGroup > 0 {
		groups = fmt.Sprintf(" in work groups of %d", f.Engine.WorkGroup)
	}
	line("engine", "%s, pipeline %s%s, %s precision", f.Engine.Engine, f.Engine.Pipeline, groups, f.Engine.Precision)
	line("renderer", "%s", f.Engine.Renderer)
	if f.Software {
		line("", "SOFTWARE RENDERER: it runs on the CPU; this is not the speed of a GPU")
	}
	if f.SetUp != 0 {
		line("set-up", "%.3g s: structure %.3g, engine %.3g", f.Structure+f.SetUp, f.Structure, f.SetUp)
	}
	line("steps", "%d of %.4g s", f.Steps, f.DT)
	if f.From > 0 {
		line("resumed", "at step %d", f.From)
	}
	line("simulated time", "%.4g s", f.Time)
	if e := f.Ended; e != nil {
		line("ended", "%s, at step %d", e.By, e.Step)
	}
	if c := f.Caught; c != nil && c.Count > 0 {
		line("caught", "%d times a mass that would have crossed a contact within a step", c.Count)
		line("", "mass %d first, in step %d at %.4g s, by contact %d, which holds it up to %.3g m/s by its stiffness alone", c.Mass, c.Step, c.Time, c.Contact, c.Speed)
	}
	if torn := f.Torn; torn != nil {
		line("torn", "%d of %d springs", *torn, f.Springs)
	}
	if f.Steps > 0 {
		line("seconds", "%.3f", f.Seconds)
		line("spring-updates/s", "%.4g", f.updates())
		line("error", "%s", f.Accuracy)
		if of := f.Accuracy.ofStep(); of != "" {
			line("", "%s", of)
		}
	}
	if e := f.Energy; e != nil {
		line("energy", "%.6g J: kinetic %.4g, gravitational %.4g, elastic %.4g, contact %.4g",
			e.Total(), e.Kinetic, e.Gravitational, e.Elastic, e.Contact)
	}
	if l := f.Ledger; l != nil {
		ledgerLines(line, *l)
	}
	f.residualLines(line)
	if t := f.Touching; t != nil {
		line("touches", "at most %d of one mass; the safe step is for %d", t.Most, physics.AssumedTouches)
	}
	if len(f.Wrote) > 0 {
		line("wrote", "%s", strings.Join(f.Wrote, ", "))
	}
	return out.String()
}

// ledgerLines tells where energy went.
func ledgerLines(line func(key, format string, args ...any), l model.Ledger) {
	others := ""
	for _, some := range []struct {
		words string
		joule float64
	}{{"fracture", l.Fracture}, {"yielding and creep", l.Plastic}, {"solver", l.Solver}} {
		if some.joule != 0 {
			others += fmt.Sprintf(", %s %.4g", some.words, some.joule)
		}
	}
	line("dissipated", "%.6g J: damping %.4g, contact damping %.4g, drag %.4g, friction %.4g%s",
		l.Dissipated(), l.Damping, l.ContactDamping, l.Drag, l.Friction, others)
	line("work", "%.6g J: actuators %.4g, external %.4g, constraints %.4g", l.Work(), l.Actuators, l.External, l.Constraints)
	line("unexplained", "%.3g J, %.2g of the %.4g J exchanged%s", l.Residual(), l.Closure(), l.Exchanged(), lessUnexplained(l))
}

// residualLines tells how well solvers that divide steps solved them.
func (f Figures) residualLines(line func(key, format string, args ...any)) {
	f.judgedLines(line)
	if left := f.Residual; left.Strain > 0 {
		line("residual strain", "%.2g in the last substep, at spring %d%s", left.Strain, left.Spring, mostOf(f.Softest))
	}
	if left := f.Residual; left.Step > 0 {
		line("residual", "at most %.2g in a substep, in step %d; %.2g in the last one, after %d iterations", left.Worst, left.Step, left.Force, left.Iterations)
	}
}

// mostOf returns the largest residual strain of a run's samples, in words.
func mostOf(left model.Residual) string {
	if left.Strain == 0 {
		return ""
	}
	return fmt.Sprintf("; at most %.2g at samples, after step %d", left.Strain, left.Step)
}

// lessUnexplained returns advice on how to have less unexplained energy, where that is
// more than a thousandth of the exchanged energy.
func lessUnexplained(l model.Ledger) string {
	if !(l.Closure() > 1e-3) {
		return ""
	}
	return "; a smaller --dt reduces it"
}

func (a Accuracy) String() string {
	switch {
	case a.reference:
		return "of rounding: 0 by definition, this is the reference"
	case a.steps == 0:
		return "not measured; use hooke check or hooke bench"
	}
	if a.roundings < fewRoundings {
		return fmt.Sprintf("not judged: the motion in the first %d steps is only %.0f float32 roundings of the coordinates", a.steps, a.roundings)
	}
	where := ""
	if a.masses > 0 {
		where = fmt.Sprintf(", on a block of %d masses", a.masses)
	}
	return fmt.Sprintf("of rounding: max %.2g, rms %.2g of the motion in the first %d steps, against the float64 reference%s", a.max, a.rms, a.steps, where)
}

// ofStep returns the error of the step in words; empty where nothing was measured.
func (a Accuracy) ofStep() string {
	switch {
	case a.steps == 0:
		return ""
	case !a.step.known:
		return "of the step: not known: " + cmp.Or(a.because, "the reference did not take half of it")
	}
	return fmt.Sprintf("of the step: max %.2g, rms %.2g of the motion in the first %d steps, estimated with half the step in float64", a.step.max, a.step.rms, a.steps)
}

// MarshalJSON writes the figures with the keys of hooke bench and a few more. A value
// that was not measured, or is not a finite number, is null.
func (f Figures) MarshalJSON() ([]byte, error) {
	number := func(known bool, x float64) *float64 {
		if !known {
			return nil
		}
		return bench.Finite(x)
	}
	object := map[string]any{
		"engine": f.Engine.Engine, "pipeline": f.Engine.Pipeline, "renderer": f.Engine.Renderer,
		"precision": f.Engine.Precision, "work_group": f.Engine.WorkGroup, "software": f.Software,
		"scene": f.Scene, "masses": f.Masses, "springs": f.Springs, "steps": f.Steps, "resumed_at_step": f.From, "dt": f.DT, "time": f.Time,
		"seconds": f.Seconds, "spring_updates_per_s": number(f.Steps > 0, f.updates()),
		"max_error": number(f.Accuracy.known(), f.Accuracy.max),
		"rms_error": number(f.Accuracy.known(), f.Accuracy.rms), "error_steps": f.Accuracy.steps,
		"step_max_error": number(f.Accuracy.step.known, f.Accuracy.step.max), "step_rms_error": number(f.Accuracy.step.known, f.Accuracy.step.rms),
		"wrote": f.Wrote,
	}
	if f.SetUp != 0 {
		object["setup_seconds"] = map[string]any{"structure": number(true, f.Structure), "engine": number(true, f.SetUp)}
	}
	if e := f.Ended; e != nil {
		object["ended"] = map[string]any{"by": e.By, "step": e.Step, "time": number(true, e.Time)}
	}
	if f.Torn != nil {
		object["torn"] = *f.Torn
	}
	if c := f.Caught; c != nil {
		caught := map[string]any{"count": c.Count}
		if c.Count > 0 {
			caught["mass"], caught["step"], caught["time"], caught["contact"], caught["v_max"] = c.Mass, c.Step, number(true, c.Time), c.Contact, number(true, c.Speed)
		}
		object["caught"] = caught
	}
	if f.Tuning != "" {
		object["tuning"] = f.Tuning
	}
	if e := f.Energy; e != nil {
		object["energy"] = map[string]any{
			"kinetic": number(true, e.Kinetic), "gravitational": number(true, e.Gravitational),
			"elastic": number(true, e.Elastic), "contact": number(true, e.Contact), "total": number(true, e.Total()),
		}
	}
	if l := f.Ledger; l != nil {
		object["ledger"] = ledgerObject(*l, number)
	}
	f.putResidual(object)
	if t := f.Touching; t != nil {
		object["touches"] = map[string]any{"most": t.Most, "safe_step_for": physics.AssumedTouches, "lists_made": t.Rebuilds, "steps_repeated": t.Repeats}
	}
	return json.Marshal(object)
}

// ledgerObject returns a ledger with the keys of JSON.
func ledgerObject(l model.Ledger, number func(known bool, x float64) *float64) map[string]any {
	ledger := map[string]any{
		"damping": number(true, l.Damping), "contact_damping": number(true, l.ContactDamping),
		"drag": number(true, l.Drag), "friction": number(true, l.Friction),
		"actuators": number(true, l.Actuators), "external": number(true, l.External), "constraints": number(true, l.Constraints),
		"residual": number(true, l.Residual()), "exchanged": number(true, l.Exchanged()),
	}
	for key, joule := range map[string]float64{"fracture": l.Fracture, "plastic": l.Plastic, "solver": l.Solver} {
		if joule != 0 {
			ledger[key] = number(true, joule)
		}
	}
	return ledger
}

// putResidual adds how well solvers that divide steps solved them.
func (f Figures) putResidual(object map[string]any) {
	if left := f.Residual; left.Strain > 0 {
		strain := map[string]any{"last": left.Strain, "spring": left.Spring}
		if worst := f.Softest; worst.Strain > 0 {
			strain["worst"], strain["worst_spring"], strain["worst_step"] = worst.Strain, worst.Spring, worst.Step
		}
		object["residual_strain"] = strain
	}
	f.putJudged(object)
	if left := f.Residual; left.Step > 0 {
		object["residual"] = map[string]any{"worst": left.Worst, "step": left.Step, "last": left.Force, "iterations": left.Iterations}
	}
}
