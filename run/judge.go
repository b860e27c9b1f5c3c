package run

import (
	"math"
	"slices"

	"hooke/engine/origin"
	"hooke/model"
	"hooke/physics"
)

const (
	// heatMargin is how many times as much as its estimate rounding may heat.
	heatMargin = 4
	// heatStrain is the strain of all springs that rounding must not exceed unnoticed.
	heatStrain = 1e-3
	// contactStrain bounds the energy of contacts that counts as the structure's own at
	// its start: as much as all springs hold at this strain.
	contactStrain = 0.1
	// mostSwing is the dt/safe above which the swing is not computed.
	mostSwing = 0.95
	// sumRounding is the share of an energy that an engine may lose by summing in
	// float32.
	sumRounding = 1.0 / (1 << 20)
)

// Judge decides whether the energy of a run can be physics; the comment of the package has
// the law, and no other code decides this. All numbers are in J. The zero value allows no
// energy to appear.
type Judge struct {
	Start     float64 // energy of the start, without Inside
	Available float64 // energy that the start can turn into motion and strain
	Own       float64 // largest energy of contacts that belongs to the structure itself
	Inside    float64 // energy of contacts beyond Own at the start, if masses start inside shapes; mostly 0

	Swing float64 // largest relative gain of energy put in, by the integrator at its step

	// Moving restricts the judge to motion and height: until its sweeps converge, a solver
	// that divides steps leaves springs and contacts with more energy than its forces account
	// for.
	Moving bool

	Rounding physics.Rounding
}

// JudgeOf returns the judge of a run from a start, by an engine with that precision (see
// model.Description).
func JudgeOf(m *model.Model, p model.Params, start *model.State, precision string) Judge {
	left := origin.Energy(m, p.Gravity, origin.At(start)) // engines step from there, and so they round
	m, p, start = origin.Local(m, p, start)
	energy := physics.EnergyOfStart(m, p, start)
	j := Judge{Swing: swing(p.DT, physics.SafeStep(m, p)), Rounding: physics.RoundingOf(m, p, start, physics.RoundingBits(precision))}
	j.Moving = p.Integrator.Method().Divides
	j.Available = available(m, p, start, energy)
	j.Own = max(j.Available, contactStrain*contactStrain*j.Rounding.Whole)
	j.Inside = max(0, energy.Contact-j.Own)
	j.Start = energy.Total() + left - j.Inside
	j.Rounding.Floor += sumRounding * (energy.Kinetic + energy.Elastic + energy.Contact + math.Abs(energy.Gravitational))
	return j
}

// swing returns the largest energy of a vibration relative to its value at some time, at
// least 1. Symplectic Euler with a step dt conserves an energy that differs from the true one
// by up to the share dt/safe, so the true one swings between 1 − dt/safe and 1 + dt/safe.
func swing(dt, safe float64) float64 {
	share := dt / safe
	if !(share < 1) {
		return 1 // such a step gains energy without end
	}
	return max(1, 2*share/(1-min(share, mostSwing)))
}

// Finite reports whether all numbers of the judge are finite, as for every start that can be
// stepped.
func (j Judge) Finite() bool {
	sum := j.Start + j.Available + j.Own + j.Inside + j.Rounding.Floor + j.Rounding.Heat + j.Rounding.Whole
	return sum-sum == 0
}

// available returns the energy that a structure can turn into motion and strain [J]: its
// kinetic and elastic energy at the start, and the energy of a fall by its own size, or by
// its height over the ground. It does not depend on the zero of gravitational energy, nor on
// the energy of contacts.
func available(m *model.Model, p model.Params, start *model.State, energy model.Energy) float64 {
	lo, hi := m.BoundsOf(start)
	fall, position := hi.Sub(lo).Len(), m.Positions(start)
	fall = max(fall, farthest(m.MassCount(), position, p.Contacts)) // the distance of a possible fall
	mass := 0.0
	for i := range m.MassCount() {
		mass += m.MassAt(i)
	}
	return energy.Kinetic + energy.Elastic + mass*p.Gravity.Len()*fall
}

// farthest returns the largest distance of a mass outside any of the contacts [m]; 0 if all
// masses are inside.
func farthest(masses int, position model.Vectors, contacts []model.Contact) (most float64) {
	if rest := position.AtRest(); rest != nil && !slices.ContainsFunc(contacts, func(c model.Contact) bool { return c.Inside }) {
		return farthestCorner(rest, contacts)
	}
	parts := make([]float64, model.BlockCount(masses))
	model.InBlocks(masses, func(block, first, last int) {
		var room [256]model.Vec3
		for ; first < last; first += len(room) {
			places := room[:min(len(room), last-first)]
			position.Fill(places, first)
			for _, x := range places {
				for k := range contacts {
					depth, _ := contacts[k].Depth(x)
					parts[block] = max(parts[block], -depth)
				}
			}
		}
	})
	for _, distance := range parts {
		most = max(most, distance)
	}
	return most
}

// farthestCorner is farthest for a pattern at rest. All shapes are convex, so the distance
// from a shape is largest at a corner of the grid.
func farthestCorner(p *model.Pattern, contacts []model.Contact) (most float64) {
	for corner := range 8 {
		var x model.Vec3
		for axis := range x {
			x[axis] = p.Coordinate(axis, corner>>axis&1*(p.Size[axis]-1))
		}
		for k := range contacts {
			depth, _ := contacts[k].Depth(x)
			most = max(most, -depth)
		}
	}
	return most
}

// Balance is the energy of a run at one time, with the flows of energy so far.
type Balance struct {
	Steps  int64        // since the start
	Start  model.Energy // energy with which the ledger began, in its own terms; zero: that of the judge
	Energy model.Energy // of the state
	Flows  model.Flows  // since the start; zero without a ledger
	Put    float64      // largest work minus dissipation so far [J]
	Far    float64      // largest coordinate at the end, relative to the engine's origin [m]; 0: unknown, as during a run
}

// Ending returns the balance at the end of a run, in the given state.
func (a Balance) Ending(state *model.Snapshot) Balance {
	a.Far = max(a.Far, farOf(state.Position))
	return a
}

// Then returns the balance at a later time. Its Put is the larger of both.
func (a Balance) Then(steps int64, l model.Ledger) Balance {
	return Balance{Steps: steps, Start: l.Start, Energy: l.Now, Flows: l.Flows, Put: max(a.Put, l.Work()-l.Dissipated()), Far: a.Far}
}

// start returns the energy from which a balance grew [J]. A ledger always has the kinetic
// energy of velocities that are centered on the positions.
func (j Judge) start(a Balance) float64 {
	if a.Start == (model.Energy{}) {
		return j.Start
	}
	return a.Start.Total() - j.Inside
}

// Grown returns the energy now, minus that of the start and minus the work [J]. It is +Inf if
// that is not a number.
func (j Judge) Grown(a Balance) float64 {
	still := min(j.Inside, max(0, a.Energy.Contact-j.Own)) // held by shapes, as at the start
	now := a.Energy.Total() - still
	if j.Moving {
		now = a.Energy.Kinetic + a.Energy.Gravitational
	}
	grown := now - j.start(a) - a.Flows.Work()
	if math.IsNaN(grown) {
		return math.Inf(1)
	}
	return grown
}

// Mark returns the energy by which a run may have grown at the time of a balance [J].
func (j Judge) Mark(a Balance) float64 {
	return j.physics(a) + min(j.rounding(a), heatMargin*j.Rounding.Floor+heatStrain*heatStrain*j.Rounding.Whole)
}

// physics returns the energy available and put in [J].
func (j Judge) physics(a Balance) float64 {
	put := a.Put
	if math.IsNaN(put) || math.IsInf(put, 0) {
		put = 0
	}
	return j.Available + j.Swing*put
}

// rounding returns the energy that rounding may have added at the time of a balance [J]. It
// grows with the square of the distance from the origin, from which a structure may move
// away.
func (j Judge) rounding(a Balance) float64 {
	farther := 1.0
	if a.Far > j.Rounding.Far && j.Rounding.Far > 0 {
		farther = a.Far / j.Rounding.Far
	}
	return heatMargin * farther * farther * (j.Rounding.Floor + j.Rounding.HeatIn(a.Steps))
}

// Excess returns the energy by which a balance exceeds the mark [J]. It is positive for a run
// that blew up.
func (j Judge) Excess(a Balance) float64 { return j.Grown(a) - j.Mark(a) }

// Knows reports whether a judge can account for all energy of a run: nothing does work on the
// structure, or the run has a ledger.
func Knows(p model.Params) bool {
	return p.Ledger || !p.Driven() && !p.Loaded() && !p.OnPath()
}
