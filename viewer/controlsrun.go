//go:build !headless

package viewer

import (
	"fmt"
	"math"
	"slices"

	"hooke/model"
	"hooke/viewer/draw"
)

func (s *session) sayRun() draw.Row {
	if s.paused {
		return plain("paused")
	}
	return plain("running")
}

// speeds are those to choose from; zero is as fast as it can.
func speeds() []float64 { return []float64{0.01, 0.03, 0.1, 0.25, 0.5, 1, 2, 5, 0} }

func (s *session) saySpeed() draw.Row {
	if s.speed == 0 {
		return plain("fastest")
	}
	return plain(fmt.Sprintf("× %g", s.speed))
}

func (s *session) stepSpeed(up int) error {
	list := speeds()
	k := slices.Index(list, s.speed)
	s.speed = list[min(max(k+up, 0), len(list)-1)]
	return nil
}

func (s *session) sayDT() draw.Row {
	safe := s.safeStep()
	row := barred(draw.Quantity(s.params.DT, "s"), s.params.DT, s.subject.Params.DT)
	if !math.IsInf(safe, 0) && safe > 0 {
		row.Mark = place(safe, s.subject.Params.DT)
		row.Warn = s.params.DT > safe
	}
	return row
}

func (s *session) stepDT(up int) error {
	p := s.params
	p.DT *= math.Pow(dtStep, float64(up))
	return s.apply(p)
}

func (s *session) stepIntegrator(up int) error {
	list := model.Integrators()
	k := slices.Index(list, s.params.Integrator)
	p := s.params
	p.Integrator = list[(k+up+len(list))%len(list)]
	return s.apply(p)
}
