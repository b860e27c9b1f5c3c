package run

import (
	"math"

	"hooke/model"
	"hooke/physics"
)

const (
	// heatMargin is how many times its estimate rounding may heat.
	heatMargin = 4
	// heatStrain is the strain of all springs that rounding may not exceed unnoticed.
	heatStrain = 1e-3
	// contactStrain is the strain of all springs up to which energy of contacts is the
	// structure's own at its start.
	contactStrain = 0.1
	// mostSwing is dt/safe above which the swing is not followed.
	mostSwing = 0.95
	// sumRounding is what engines may lose of an energy in summing it up in float32.
	sumRounding = 1.0 / (1 << 20)
)

// Judge says whether a run can have been physics. It is the one place that does;
// the package's comment has the law. All numbers are in J. The zero value allows
// no energy to appear.
type Judge struct {
	Start     float64 // energy of the start, without Inside
	Available float64 // what the start can turn into motion and strain
	Own       float64 // what contacts may hold as the structure's own
	Inside    float64 // what they hold beyond that at the start: of masses inside shapes; mostly 0

	Swing float64 // of energy that is put in, as a share of it: of the method at its step

	Rounding physics.Rounding
}

// JudgeOf makes the judge of a run from a start, by an engine of that precision.
func JudgeOf(m *model.Model, p model.Params, start *model.State, precision string) Judge {
	energy := physics.EnergyOf(m, p, start)
	j := Judge{Swing: swing(p.DT, physics.SafeStep(m, p)), Rounding: physics.RoundingOf(m, p, start, physics.RoundingBits(precision))}
	j.Available = available(m, p, start, energy)
	j.Own = max(j.Available, contactStrain*contactStrain*j.Rounding.Whole)
	j.Inside = max(0, energy.Contact-j.Own)
	j.Start = energy.Total() - j.Inside
	j.Rounding.Floor += sumRounding * (energy.Kinetic + energy.Elastic + energy.Contact + math.Abs(energy.Gravitational))
	return j
}

// swing is by how much the energy of a vibration may grow over what it is at some
// time, as a share of that: a step dt keeps an energy that differs by up to the share
// dt/safe, so that it swings between 1 − dt/safe and 1 + dt/safe. At least all of it.
func swing(dt, safe float64) float64 {
	share := dt / safe
	if !(share < 1) {
		return 1 // it grows without end
	}
	return max(1, 2*share/(1-min(share, mostSwing)))
}

// Finite says whether all numbers of the judge are finite, as those of a start that
// can be stepped are.
func (j Judge) Finite() bool {
	sum := j.Start + j.Available + j.Own + j.Inside + j.Rounding.Floor + j.Rounding.Heat + j.Rounding.Whole
	return sum-sum == 0
}

// available is what a structure can turn into motion and strain [J]: what it has of
// both at the start, and what all of it releases by falling as far as it is large,
// or high over the ground. It does not depend on where gravity has its zero, nor on
// what contacts hold.
func available(m *model.Model, p model.Params, start *model.State, energy model.Energy) float64 {
	lo, hi := start.Bounds()
	fall := hi.Sub(lo).Len()
	for _, contact := range p.Contacts {
		for _, x := range start.Position {
			depth, _ := contact.Depth(x)
			fall = max(fall, -depth) // as far as it is from what it may fall on
		}
	}
	mass := 0.0
	for _, kilograms := range m.Mass {
		mass += kilograms
	}
	return energy.Kinetic + energy.Elastic + mass*p.Gravity.Len()*fall
}

// Balance is what is known of a run at one time.
type Balance struct {
	Steps  int64        // since the start
	Start  model.Energy // that a ledger began with, in its own terms; zero: as the judge has it
	Energy model.Energy // of the state
	Flows  model.Flows  // since the start; zero without a ledger
	Put    float64      // the most that work has put in and was not dissipated, so far [J]
	Far    float64      // the largest coordinate of the end [m]; 0: not known, as at the start
}

// Ending is the account of a run that has ended in a state.
func (a Balance) Ending(state *model.Snapshot) Balance {
	for _, x := range state.Position {
		for _, coordinate := range x {
			a.Far = max(a.Far, math.Abs(float64(coordinate)))
		}
	}
	return a
}

// Then is the account of a later time, in which Put is the most of both.
func (a Balance) Then(steps int64, l model.Ledger) Balance {
	return Balance{Steps: steps, Start: l.Start, Energy: l.Now, Flows: l.Flows, Put: max(a.Put, l.Work()-l.Dissipated()), Far: a.Far}
}

// start is the energy that an account grew from [J]. A ledger has the kinetic energy of
// velocities that are centered on the positions, at the start as later.
func (j Judge) start(a Balance) float64 {
	if a.Start == (model.Energy{}) {
		return j.Start
	}
	return a.Start.Total() - j.Inside
}

// Grown is by how much more energy there is than at the start, less the work [J];
// what is not a number is more than anything.
func (j Judge) Grown(a Balance) float64 {
	still := min(j.Inside, max(0, a.Energy.Contact-j.Own)) // held by shapes as at the start
	grown := a.Energy.Total() - still - j.start(a) - a.Flows.Work()
	if math.IsNaN(grown) {
		return math.Inf(1)
	}
	return grown
}

// Mark is how much may have grown at the time of an account [J].
func (j Judge) Mark(a Balance) float64 {
	return j.physics(a) + min(j.rounding(a), heatMargin*j.Rounding.Floor+heatStrain*heatStrain*j.Rounding.Whole)
}

// physics is what the structure has, and what was put in [J].
func (j Judge) physics(a Balance) float64 {
	put := a.Put
	if math.IsNaN(put) || math.IsInf(put, 0) {
		put = 0
	}
	return j.Available + j.Swing*put
}

// rounding is what rounding may hold at the time of an account [J]. It grows with the
// square of the distance from the origin, and a structure may go away from it.
func (j Judge) rounding(a Balance) float64 {
	farther := 1.0
	if a.Far > j.Rounding.Far && j.Rounding.Far > 0 {
		farther = a.Far / j.Rounding.Far
	}
	return heatMargin * farther * farther * (j.Rounding.Floor + j.Rounding.HeatIn(a.Steps))
}

// Excess is by how much an account is beyond the mark [J]: positive when the run
// blew up.
func (j Judge) Excess(a Balance) float64 { return j.Grown(a) - j.Mark(a) }

// Knows says whether the judge knows what brings energy into a run: nothing does,
// or a ledger is kept.
func Knows(p model.Params) bool {
	return p.Ledger || !p.Driven() && !p.Loaded() && !p.OnPath()
}
