//go:build !headless

package viewer

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/viewer/draw/hud"
)

func (s *session) sayRun() hud.Row {
	if s.paused {
		return plain("paused")
	}
	return plain("running")
}

// speeds are those to choose from; zero is as fast as it can.
func speeds() []float64 { return []float64{0.01, 0.03, 0.1, 0.25, 0.5, 1, 2, 5, 0} }

func (s *session) saySpeed() hud.Row {
	if s.speed == 0 {
		return plain("fastest")
	}
	return plain(fmt.Sprintf("× %g", s.speed))
}

func (s *session) stepSpeed(up int) error {
	list := speeds()
	k := slices.Index(list, s.speed)
	if k < 0 { // it was typed
		if k, _ = slices.BinarySearch(list[:len(list)-1], s.speed); up > 0 {
			k--
		}
	}
	s.speed = list[min(max(k+up, 0), len(list)-1)]
	return nil
}

// sayDT is the step of the run, whatever it is divided into, with the bound that is
// safe.
func (s *session) sayDT() hud.Row {
	n, first := float64(s.substeps), s.subject.Params.DT
	return s.bounded(barred(hud.Quantity(n*s.params.DT, "s"), n*s.params.DT, first), place(n*s.safeStep(), first))
}

// bounded is a row whose bar has a mark, and a warning where the step is beyond what
// is safe.
func (s *session) bounded(row hud.Row, mark float64) hud.Row {
	if safe := s.safeStep(); !math.IsInf(safe, 0) && safe > 0 {
		row.Mark, row.Warn = mark, s.params.DT > safe
	}
	return row
}

// mostSubsteps is into how many a step can be divided.
const mostSubsteps = 64

// saySubsteps is into how many a step is divided; the mark is at the fewest that are
// safe.
func (s *session) saySubsteps() hud.Row {
	share := func(n float64) float64 { return min(max(math.Log2(n)/math.Log2(mostSubsteps), 0), 1) }
	row := hud.Row{Value: fmt.Sprintf("%d of %s", s.substeps, hud.Quantity(s.params.DT, "s")), Share: share(float64(s.substeps)), Mark: -1}
	return s.bounded(row, share(math.Ceil(float64(s.substeps)*s.params.DT/s.safeStep())))
}

// stepSubsteps divides a step into one more or one fewer, from 8 on into an eighth
// more or fewer; the step stays.
func (s *session) stepSubsteps(up int) error {
	n := s.substeps
	by := max(1, n/8)
	if up < 0 {
		by = max(1, n/9) // the way back
	}
	return s.setSubsteps(float64(n + up*by))
}

func (s *session) stepDT(up int) error {
	p := s.params
	p.DT *= math.Pow(dtStep, float64(up))
	return s.change(p)
}

func (s *session) stepIntegrator(up int) error {
	list := model.Integrators()
	k := slices.Index(list, s.params.Integrator)
	p := s.params
	p.Integrator = list[(k+up+len(list))%len(list)]
	return s.change(p)
}

// sayEngine is the engine that steps.
func (s *session) sayEngine() hud.Row { return plain(engineName(s.described)) }

// engineName is an engine's name among those to choose from: cpu, or gpu and the
// pipeline.
func engineName(d model.Description) string {
	if d.Engine == "gpu" {
		return d.Engine + " " + d.Pipeline
	}
	return d.Engine
}

// stepEngine goes on with another engine from the state there is. An engine that
// refuses is not taken, and says why.
func (s *session) stepEngine(up int) error {
	k := slices.Index(s.engines, engineName(s.described))
	next := s.engines[(max(k, 0)+up+len(s.engines))%len(s.engines)]
	was := s.chosen
	s.choose(next)
	if err := s.remake(s.model, s.params); err != nil {
		s.choose(was)
		return err
	}
	s.chosen = next
	return nil
}
