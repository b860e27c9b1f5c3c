package bigstep

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
)

// These are the bounds of the choice. A solid that needs more than mostSubsteps is better
// off with explicit steps, which cost as much then and have a smaller error.
const (
	leastSubsteps = 4
	mostSubsteps  = 100
	plainSubsteps = 40 // where no safe step says anything: normalized and rigid springs
)

// mostLoaded is the largest number of substeps that is chosen for loads. One more is seldom worth
// it, and a step would seem to hang.
const mostLoaded = 1000

// withinLoads is the part of the safe step of loads that a substep takes: theirs is linearized, as
// that of springs is.
const withinLoads = 0.5

// ofSheet and ofSolid are the substeps for each safe step in a step.
const (
	ofSheet = 1. / 8
	ofSolid = 2
)

// TooStiff says that a solid, or loads, need more substeps than are worth it.
type TooStiff struct {
	Ratio    float64 // dt over the safe step of symplectic Euler
	DT, Safe float64 // [s]
	Loads    bool    // Ratio and Safe are of loads alone
}

// Error says what to do instead.
func (e *TooStiff) Error() string {
	if e.Loads {
		return fmt.Sprintf("a step of %.3g s is %.3g of the safe steps of %.3g s of the forces that substeps evaluate once (loads, bending, limits of angles, springs of areas and groups, water, pressure), which need %.0f substeps in each, "+
			"more than the %d that are chosen: make these forces softer, or use --solver symplectic-euler, a smaller dt, or give the substeps yourself (--substeps)", e.DT, e.Ratio, e.Safe, math.Ceil(e.Ratio/withinLoads), mostLoaded)
	}
	return fmt.Sprintf("a step of %.3g s is %.3g of the safe steps of %.3g s of this solid, which needs %.0f substeps in each, more than the %d that are worth it: explicit steps cost less and are more accurate: "+
		"use --solver symplectic-euler, a smaller dt, or give the substeps yourself (--substeps)", e.DT, e.Ratio, e.Safe, math.Ceil(ofSolid*e.Ratio), mostSubsteps)
}

// With returns the parameters with dt and the substeps chosen where they are zero. An error is
// *TooStiff, or *Explodes with any dt. A solver that does not divide steps has dt chosen alone.
func With(m *model.Model, p model.Params) (model.Params, error) {
	if p.DT == 0 {
		p.DT = physics.AutoStep(m, p)
	}
	if !p.Integrator.Method().Divides {
		return p, explodes(m, p)
	}
	if p.Substeps != 0 {
		return p, nil
	}
	var err error
	p.Substeps, err = Substeps(m, p)
	return p, err
}

// Ratio is dt over the safe step of symplectic Euler: how many explicit steps a step would
// take, at least. It is 0 where nothing limits a step, and +Inf where no step is safe.
func Ratio(m *model.Model, p model.Params) float64 {
	dt := p.DT
	p = p.SolvedBy(model.SymplecticEuler)
	return dt / physics.SafeStep(m, p)
}

// Substeps returns the number of substeps for a step of p.DT, which must be positive, with the
// ratio r of it and the safe step of symplectic Euler:
//
//	cloth, ropes, nets   the least s ≥ r/8, from 4 to 100
//	solids               the least s ≥ 2r, at least 4; above 100 an error, *TooStiff
//	rods                 the least s whose substep is half a safe step of their fastest vibration, at most 100
//	normalized, rigid    at least 40 of sheets and solids alike, since r says nothing of them
//	loads                the least s whose substep is half of their own safe step; above 1000 an error, *TooStiff
//
// Loads, see physics.SafeLoads, are evaluated once in a substep, and so only they limit its length.
// Solvers with a number of their own, Method.Substeps, take that.
//
// A structure is solid when more than half of its masses that may move are, see Solid.
func Substeps(m *model.Model, p model.Params) (int, error) {
	if n := p.Integrator.Method().Substeps; n != 0 {
		return n, nil
	}
	least := leastSubsteps
	for i := range m.Materials {
		if m.Materials[i].Rigid || m.Materials[i].Vocabulary() == model.Normalized {
			least = plainSubsteps
		}
	}
	safe := physics.SafeLoads(m, p)
	loaded := math.Ceil(p.DT / (withinLoads * safe) * (1 - 1e-9)) // rounding asks for none more
	if loaded > mostLoaded {
		return 0, &TooStiff{Ratio: p.DT / safe, DT: p.DT, Safe: safe, Loads: true}
	}
	least = max(least, int(loaded))
	if m.HasNormalized() {
		return least, nil
	}
	least = max(least, ofRods(m, p.DT))
	ratio := Ratio(m.WithoutAttachments(), p) // attachments have no stiffness in the solvers that ask
	if Solid(m) {
		if wanted := math.Ceil(ofSolid * ratio); wanted <= mostSubsteps {
			return max(least, int(wanted)), nil
		}
		return 0, &TooStiff{Ratio: ratio, DT: p.DT, Safe: p.DT / ratio}
	}
	return int(max(float64(least), min(mostSubsteps, math.Ceil(ofSheet*ratio)))), nil
}

// LoadWords return a warning if the substeps of a run are longer than the safe step of its loads;
// empty otherwise.
func LoadWords(m *model.Model, p model.Params) string {
	method := p.Integrator.Method()
	if !method.Divides || method.Substeps != 0 || p.Substeps == 0 || p.DT == 0 {
		return ""
	}
	safe := physics.SafeLoads(m, p)
	if !(p.Substep().DT > safe) {
		return ""
	}
	return fmt.Sprintf("substeps of %.3g s are above the safe step %.3g s of the forces that substeps evaluate once (loads, bending, limits of angles, springs of areas and groups, water, pressure); expect it to diverge: give %.0f substeps or more (--substeps)",
		p.Substep().DT, safe, math.Ceil(p.DT/(withinLoads*safe)))
}
