package session

import (
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

// speeds are the speeds to choose from, as multiples of real time; zero is as fast as
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

// sayDT is the row with the step of the run, before it is divided into substeps, and with
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

// mostSubsteps is the largest number of substeps of a step.
const mostSubsteps = 64

// saySubsteps is the row with the number of substeps; the mark is at the fewest that are
// safe.
func (s *Session) saySubsteps() hud.Row {
	share := func(n float64) float64 { return min(max(math.Log2(n)/math.Log2(mostSubsteps), 0), 1) }
	row := hud.Row{Value: fmt.Sprintf("%d of %s", s.Substeps, hud.Quantity(s.Params.DT, "s")), Share: share(float64(s.Substeps)), Mark: -1}
	return s.bounded(row, share(math.Ceil(float64(s.Substeps)*s.Params.DT/s.SafeStep())))
}

// stepSubsteps divides the step into one substep more or fewer, and from 8 on into an
// eighth more or fewer. The step itself stays.
func (s *Session) stepSubsteps(up int) error {
	n := s.Substeps
	by := max(1, n/8)
	if up < 0 {
		by = max(1, n/9) // so that a step down undoes a step up
	}
	return s.setSubsteps(float64(n + up*by))
}

func (s *Session) stepDT(up int) error {
	p := s.Params
	p.DT *= math.Pow(dtStep, float64(up))
	return s.Change(p)
}

func (s *Session) stepIntegrator(up int) error {
	list := model.Integrators()
	k := slices.Index(list, s.Params.Integrator)
	p := s.Params
	p.Integrator = list[(k+up+len(list))%len(list)]
	return s.Change(p)
}

// sayEngine is the row with the engine that steps.
// countPause is how long a count of caught masses stays in the panel: to ask for another waits
// for the engine.
const countPause = 500 * time.Millisecond

// sayCaught is the row with the number of masses that contacts have caught, and the first.
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

func (s *Session) sayEngine() hud.Row { return plain(engineName(s.Described)) }

// engineName is the name of an engine among the choices: cpu, or gpu and the pipeline,
// whatever its variant.
func engineName(d model.Description) string {
	if d.Engine == "gpu" {
		pipeline, _, _ := strings.Cut(d.Pipeline, "+")
		return d.Engine + " " + pipeline
	}
	return d.Engine
}

// stepEngine continues with another engine from the present state. An engine that refuses
// is not taken, and the picture shows its reason.
func (s *Session) stepEngine(up int) error {
	k := slices.Index(s.Engines, engineName(s.Described))
	next := s.Engines[(max(k, 0)+up+len(s.Engines))%len(s.Engines)]
	was := s.Chosen
	s.Choose(next)
	if err := s.Remake(s.Model, s.Params); err != nil {
		s.Choose(was)
		return err
	}
	s.Chosen = next
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

// setSubsteps divides the step into a number of substeps; the step itself stays.
func (s *Session) setSubsteps(x float64) error {
	n := int(min(max(math.Round(x), 1), mostSubsteps))
	if n == s.Substeps {
		return nil
	}
	p := s.Params
	p.DT *= float64(s.Substeps) / float64(n)
	if err := s.Change(p); err != nil {
		return err
	}
	s.Substeps = n
	return nil
}
