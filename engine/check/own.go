package check

import (
	"errors"
	"slices"

	"hooke/model"
	"hooke/physics"
)

// WholeProof returns the number of rows in the whole proof of a case, of an engine that can run its
// passes alone, or of one that cannot. It is an upper bound: an engine may refuse some of it.
func WholeProof(passes bool) (rows int) {
	for _, p := range parts() {
		if passes {
			rows += p.rows
		} else {
			rows += p.bare
		}
	}
	return rows
}

// wants reports whether the proof has the rows of a feature: the whole proof has those of all features,
// Case.Own those of the features that the case uses.
func (t *trial) wants(uses bool) bool { return uses || !t.Own }

// symplectic reports whether the proof has the plain rows of symplectic Euler.
func (t *trial) symplectic() bool { return t.wants(t.Params.Integrator == model.SymplecticEuler) }

// solves reports whether the proof has the rows of a solver that divides steps.
func (t *trial) solves(i model.Integrator) bool { return t.wants(t.Params.Integrator == i) }

// explicitIntegrator returns the integrator by whose passes the case is proven: its own, or symplectic
// Euler where its solver divides steps.
func (sc *Case) explicitIntegrator() model.Integrator {
	if sc.Params.Integrator.Method().Divides {
		return model.SymplecticEuler
	}
	return sc.Params.Integrator
}

// eachIntegrator lists the integrators with which a part is tried that tries all of them.
func (t *trial) eachIntegrator() []model.Integrator {
	if t.Own {
		return []model.Integrator{t.explicitIntegrator()}
	}
	return model.Integrators()
}

// stepBy compares a step of a state by an integrator, in a row that names both, within a tolerance. Where the
// engine refuses the integrator by name, the row is left out; it must not refuse symplectic Euler.
func (t *trial) stepBy(integrator model.Integrator, what string, st *perturbed, tolerance float64) error {
	name, plain := integrator.String(), integrator == model.SymplecticEuler
	if plain {
		name = "step"
	}
	err := t.stepParity(name+" parity, "+what, st, 1, tolerance)
	if errors.Is(err, model.ErrUnsupported) && !plain {
		return nil
	}
	return err
}

// slackens reports whether the proof has the row of materials: the springs of a case that can go slack may
// all be taut in its perturbed state, or its other nonlinear terms may be weak there, and all its other
// materials are in its passes.
func (t *trial) slackens() bool {
	return t.wants(!t.Params.Integrator.Method().Divides && slices.ContainsFunc(t.Model.Materials, func(m model.Material) bool { return !m.Linear() }))
}

// bumps reports whether the proof has the rows of contacts, and moves whether it has those of contacts
// that move.
func (t *trial) bumps() bool { return t.wants(len(t.Params.Contacts) > 0) }

func (t *trial) moves() bool { return t.wants(t.Params.Moving()) }

// catching reports whether the proof has the rows of contacts that catch masses.
func (t *trial) catching() bool { return t.wants(physics.Catches(t.Params)) }

// piercing reports whether the proof has the rows of contacts that push edges and triangles.
func (t *trial) piercing() bool { return t.wants(t.Params.Spans() > model.TouchMasses) }
