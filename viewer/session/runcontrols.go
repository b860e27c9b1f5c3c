package session

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"hooke/model"
	"hooke/viewer/draw/hud"
)

func (s *Session) sayRun() hud.Row {
	if s.paused {
		return plain("paused")
	}
	return plain("running")
}

// speeds returns the speeds to choose from, as multiples of real time; zero is as fast as
// possible.
func speeds() []float64 { return []float64{0.01, 0.03, 0.1, 0.25, 0.5, 1, 2, 5, 0} }

func (s *Session) saySpeed() hud.Row {
	if s.speed == 0 {
		return plain("fastest")
	}
	return plain(fmt.Sprintf("× %g", s.speed))
}

func (s *Session) stepSpeed(up int) error {
	list := speeds()
	k := slices.Index(list, s.speed)
	if k < 0 { // the speed was typed
		if k, _ = slices.BinarySearch(list[:len(list)-1], s.speed); up > 0 {
			k--
		}
	}
	s.speed = list[min(max(k+up, 0), len(list)-1)]
	return nil
}

// sayDT returns the row with the step of the run, before it is divided into substeps, and with
// the safe bound.
func (s *Session) sayDT() hud.Row {
	n, first := float64(s.Substeps), s.Subject.Params.DT
	return s.bounded(barred(hud.Quantity(n*s.Params.DT, "s"), n*s.Params.DT, first), place(n*s.SafeStep(), first))
}

// bounded adds a mark to a row's bar, and a warning where the step is beyond the safe
// bound.
func (s *Session) bounded(row hud.Row, mark float64) hud.Row {
	if safe := s.SafeStep(); !math.IsInf(safe, 0) && safe > 0 {
		row.Mark, row.Warn = mark, s.Params.DT > safe
	}
	return row
}

// mostSubsteps is the largest number of substeps on the bar, and mostIterations that of
// iterations.
const mostSubsteps, mostIterations = 64, 100

// onLog returns the position on a bar of a whole number from 1 to most, and fromLog the number at a position.
func onLog(n, most float64) float64 { return min(max(math.Log2(n)/math.Log2(most), 0), 1) }
func fromLog(most float64) func(float64) float64 {
	return func(share float64) float64 { return math.Round(math.Pow(most, share)) }
}

// substepsOnBar returns the largest number of substeps on the bar.
func (s *Session) substepsOnBar() float64 {
	if s.Params.Integrator.Method().Divides {
		return 4 * mostSubsteps
	}
	return mostSubsteps
}

// saySubsteps returns the row with the number of substeps; the mark is at the fewest that are
// safe, where a solver has a safe step.
func (s *Session) saySubsteps() hud.Row {
	n, most := float64(s.Divided()), s.substepsOnBar()
	row := hud.Row{Value: fmt.Sprintf("%g of %s", n, hud.Quantity(s.Params.Substep().DT, "s")), Share: onLog(n, most), Mark: -1}
	return s.bounded(row, onLog(math.Ceil(n*s.Params.DT/s.SafeStep()), most))
}

// stepSubsteps divides the step into one substep more or fewer, and from 8 on into an
// eighth more or fewer. The step itself stays.
func (s *Session) stepSubsteps(up int) error { return s.setSubsteps(oneMore(s.Divided(), up)) }

// oneMore is one more or fewer, and from 8 on an eighth more or fewer.
func oneMore(n, up int) float64 {
	by := max(1, n/8)
	if up < 0 {
		by = max(1, n/9) // so that a step down undoes a step up
	}
	return float64(n + up*by)
}

// setSubsteps divides the step into a number of substeps; the step itself stays.
func (s *Session) setSubsteps(x float64) error {
	most := float64(mostSubsteps)
	if s.Params.Integrator.Method().Divides {
		most = model.MaxSubsteps
	}
	n := int(min(max(math.Round(x), 1), most))
	return s.costing(float64(n)/float64(max(s.Divided(), 1)), func() error { return s.Divide(n) })
}

// longestStep is how long a step of the window may take [s]: hands wait for a step that has begun.
const longestStep = 2

// mostUnmeasured is by how much a step may become dearer before one was measured: as far as bars go.
const mostUnmeasured = 4 * mostSubsteps

// costing makes a change by which a step costs the given number of times as much as before, unless it would
// take too long.
func (s *Session) costing(times float64, change func() error) error {
	switch took := times * s.pacer.StepSeconds(); {
	case took > longestStep && times > 1:
		return fmt.Errorf("viewer: a step would take %.3g s, and the window waits for it; give less than %g s", took, float64(longestStep))
	case took == 0 && times > mostUnmeasured:
		return errors.New("viewer: the cost of a step is not known yet; let it take some steps first")
	}
	if err := change(); err != nil {
		return err
	}
	s.pacer.Costs(times)
	return nil
}

// sayIterations returns the row with the number of sweeps in a substep, at most.
func (s *Session) sayIterations() hud.Row {
	n := s.Params.Sweeps()
	return hud.Row{Value: fmt.Sprint(n), Share: onLog(float64(n), mostIterations), Mark: -1}
}

func (s *Session) setIterations(x float64) error {
	n := int(min(max(math.Round(x), 1), model.MaxIterations))
	return s.costing(float64(n)/float64(max(s.Params.Sweeps(), 1)), func() error { return s.Iterate(n) })
}

// stepSolver continues with the next solver that takes the structure, from the present state.
// The picture shows why others do not.
func (s *Session) stepSolver(up int) error {
	list, first := model.Solvers(), error(nil)
	k := slices.Index(list, s.Params.Integrator)
	for n := 1; n < len(list); n++ {
		next := list[((k+up*n)%len(list)+len(list))%len(list)]
		err := s.SolveBy(next)
		if err == nil {
			s.pacer = pacer{} // another solver has other costs
		}
		if err == nil && first != nil {
			return fmt.Errorf("%v steps; %v does not: %w", next, list[((k+up)%len(list)+len(list))%len(list)], first)
		}
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// solverControls returns the controls of a solver that divides steps, and its residual.
func (s *Session) solverControls() (list []control) {
	method := s.Params.Integrator.Method()
	if method.Iterations > 0 {
		list = append(list, control{"iterations", s.sayIterations, func(up int) error { return s.setIterations(oneMore(s.Params.Sweeps(), up)) }})
	}
	if model.Has[model.Converger](s.Engine) && method.Divides && !method.Softens {
		list = append(list, control{"residual", s.sayResidual, func(int) error { return nil }})
	}
	return list
}

// sayResidual returns the row with the residual of the solver. It warns in the cases in which
// a run does.
func (s *Session) sayResidual() hud.Row {
	left := &s.panel.left
	if now := time.Now(); now.Sub(left.asked) >= countPause || left.changes != s.Changes {
		left.asked, left.changes = now, s.Changes
		was := left.words
		of, words, err := s.Residual()
		left.value, left.words = "unknown", words
		switch {
		case err != nil:
		case s.Params.Ends() > 0:
			left.value = fmt.Sprintf("%.2g of %.2g", of.Force, s.Params.Ends())
		default:
			left.value = fmt.Sprintf("strain %.2g", of.Strain)
		}
		if words != "" && was == "" {
			s.say(words)
		}
	}
	row := plain(left.value)
	row.Warn = left.words != ""
	return row
}

func (s *Session) stepDT(up int) error {
	p := s.Params
	p.DT *= math.Pow(dtStep, float64(up))
	return s.Change(p)
}

// countPause is how long a count of caught masses stays in the panel: to ask for another waits
// for the engine.
const countPause = 500 * time.Millisecond

// sayCaught returns the row with the number of masses that contacts have caught, and the first.
func (s *Session) sayCaught() hud.Row {
	if now := time.Now(); now.Sub(s.panel.counted) >= countPause {
		s.panel.counted, s.panel.caught = now, "not counted"
		if e, ok := model.As[model.Catcher](s.Engine); ok {
			if c, err := e.Caught(); err == nil {
				s.panel.caught = fmt.Sprint(c.Count)
				if c.Count > 0 {
					s.panel.caught += fmt.Sprintf(", first mass %d", c.Mass)
				}
			}
		}
	}
	return plain(s.panel.caught)
}

// sayEngine returns the row with the engine that steps.
func (s *Session) sayEngine() hud.Row { return plain(engineName(s.Described)) }

// engineName returns the name of an engine among the choices: cpu, or gpu and the pipeline,
// whatever its variant.
func engineName(d model.Description) string {
	if d.Engine == "gpu" {
		pipeline, _, _ := strings.Cut(d.Pipeline, "+")
		return d.Engine + " " + pipeline
	}
	return d.Engine
}

// stepEngine continues with another engine from the present state. An engine that refuses
// is not taken, and the picture shows its reason. One that keeps no ledger plots the energies of
// states alone.
func (s *Session) stepEngine(up int) error {
	k := slices.Index(s.Engines, engineName(s.Described))
	next := s.Engines[(max(k, 0)+up+len(s.Engines))%len(s.Engines)]
	was := s.Chosen
	name, _, _ := strings.Cut(next, " ")
	p := s.Params
	p.Ledger = p.Ledger && s.noLedgerOn(name) == nil
	s.Choose(next)
	if err := s.Remake(s.Model, p); err != nil {
		s.Choose(was)
		return err
	}
	s.Chosen = next
	if s.plots.shown == ledgerPlot && !p.Ledger {
		s.plots.shown = heldPlot
		s.plots.flows.Clear()
	}
	return nil
}

// mostWind is the wind at the end of its bar [m/s].
const mostWind = 20

// setSpeed sets how many times as fast as the clock the run goes; 0 is as fast as
// possible.
func (s *Session) setSpeed(x float64) error {
	if x < 0 || x > 1000 {
		return fmt.Errorf("viewer: a speed of %g; give 0 (as fast as it can) to 1000", x)
	}
	s.speed = x
	return nil
}

// setDT sets the step of the run [s], before it is divided into substeps.
func (s *Session) setDT(x float64) error {
	if !(x > 0) {
		return fmt.Errorf("viewer: a step of %g s; give one above 0", x)
	}
	p := s.Params
	p.DT = x / float64(s.Substeps)
	return s.Change(p)
}
