package cli

import (
	"fmt"
	"math"
	"slices"

	"hooke/bench"
	"hooke/model"
	"hooke/scene"
)

// blownUp is an error when a run from the scene's start to a state of that
// energy cannot have been physics: beyond the work that was done on it, the total
// may grow by the method's own swing only. Work is known where a ledger is kept;
// of muscles and loads that work without one nothing can be said, but that the
// energy is a number. Symplectic Euler keeps not the
// energy of a vibration but one that differs from it by up to the share
// dt/safe: at half the safe step the energy swings up to twice what is in the
// vibration. So a growth of more than all that can ever be in it, see
// availableEnergy, is a blow-up. A blow-up that stays finite grows
// exponentially and passes that mark soon; the presets stay below a tenth of
// it. Finite numbers in every mass do not make a finite energy: NaN fails too.
func blownUp(s *scene.Scene, end gain) error {
	return limitOf(s, &runRecord{}).exceeded(s, end)
}

// energyLimit is what a run may reach.
type energyLimit struct{ start, available float64 } // [J]

// limitOf is the limit that a record remembers, or else that of the scene's
// start, which is noted there.
func limitOf(s *scene.Scene, record *runRecord) energyLimit {
	if record.Start != nil && record.Available != nil {
		return energyLimit{*record.Start, *record.Available}
	}
	start := model.EnergyOf(s.Model, s.Params, s.Start)
	limit := energyLimit{start.Total(), availableEnergy(s, start)}
	record.Start, record.Available = bench.Finite(limit.start), bench.Finite(limit.available)
	return limit
}

// exceeded is the error of blownUp.
func (l energyLimit) exceeded(s *scene.Scene, end gain) error {
	grown := end.over(l.start)
	unknown := !s.Params.Ledger && (s.Params.Driven() || fedFromOutside(s.Params))
	if grown <= l.available || unknown && !math.IsNaN(grown) && !math.IsInf(grown, 0) {
		return nil
	}
	safe := model.SafeStep(s.Model, s.Params)
	advice := "dt is within it, which holds only while springs keep L > L0/2: use a smaller --dt, or look for springs that collapsed"
	switch {
	case safe == 0:
		advice = fmt.Sprintf("no step is safe for %v here: use another --integrator", s.Params.Integrator)
	case s.Params.DT > safe:
		advice = "dt is above the safe step: use a smaller --dt"
	}
	return fmt.Errorf("energy grew from %.3g J to %.3g J: the run blew up; dt = %.3g s, safe step %.3g s: %s",
		l.start, end.energy.Total(), s.Params.DT, safe, advice)
}

// fedFromOutside says whether a run has something that brings energy in.
func fedFromOutside(p model.Params) bool {
	return p.Loaded() || slices.ContainsFunc(p.Guides, func(g model.Guide) bool { return g.Kind == model.OnPath })
}

// availableEnergy is what a structure can turn into motion and strain [J]: what
// it has of both at the start, and what all of it releases by falling as far as
// it is large, or high over the ground. It does not depend on where gravity has
// its zero.
func availableEnergy(s *scene.Scene, start model.Energy) float64 {
	lo, hi := s.Start.Bounds()
	fall := hi.Sub(lo).Len()
	for _, contact := range s.Params.Contacts {
		for _, x := range s.Start.Position {
			depth, _ := contact.Depth(x)
			fall = max(fall, -depth) // as far as it is from what it may fall on
		}
	}
	mass := 0.0
	for _, m := range s.Model.Mass {
		mass += m
	}
	return start.Kinetic + start.Elastic + start.Contact + mass*s.Params.Gravity.Len()*fall
}
