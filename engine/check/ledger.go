package check

import (
	"fmt"
	"math"

	"hooke/cpuref"
	"hooke/model"
)

// Tolerances of the ledger, in parts of a term and of the energies that it is
// the difference of. The terms of one state are rounded a few times each, and a
// length, of which a strain of 1 % is the difference, costs 100 of those. After
// some steps trajectories have parted by that, too.
const (
	ledgerStartTolerance = 2e-4
	ledgerStartRounding  = 1e-5 // of the elastic energy, since actuators change it by rounded numbers, and of that of heights
	ledgerStepTolerance  = 2e-3
	ledgerStepRounding   = 2e-5
	ledgerSteps          = 4
)

// ledger compares the ledgers of perturbed states over a step, to which half of the power of
// either state belongs, and over a few. A subject without a ledger, or one that refuses it by
// name, has no such rows.
func (t *trial) ledger() error {
	if !t.wants(t.Params.Ledger) {
		return nil
	}
	stable := t.perturb(1)
	stable.keepStable()
	for _, c := range []struct {
		check string
		st    *perturbed
		steps int
		wants bool
	}{
		{"ledger, 1 step", t.perturb(1), 1, true},
		{fmt.Sprintf("ledger, %d steps", ledgerSteps), stable, ledgerSteps, true},
		{"ledger, materials, 1 step", t.perturb(1).everyMaterial(), 1, !t.Own},
		{"ledger, contacts, 1 step", t.perturb(1).bumpy(), 1, t.bumps()},
		{"ledger, moving contacts, 1 step", t.perturb(1).moving(), 1, t.moves()},
	} {
		if !c.wants {
			continue
		}
		if err := t.ledgerOf(c.check, c.st, c.steps); err != nil {
			return err
		}
	}
	return nil
}

// ledgersOfIntegrators compares the ledgers of the integrators whose pass "center" differs
// from that of symplectic Euler, or that lack it, and of all of them among moving contacts.
// It leaves out integrators that the engine does not support.
func (t *trial) ledgersOfIntegrators() error {
	if !t.wants(t.Params.Ledger) {
		return nil
	}
	for _, integrator := range t.eachIntegrator() {
		for _, among := range []struct {
			what   string
			bumped func(*perturbed) *perturbed // there is friction
			wants  bool
		}{{"", (*perturbed).bumpy, true}, {", moving contacts", (*perturbed).moving, t.moves()}} {
			if among.what == "" && integrator.Method().Staggered || !among.wants {
				continue
			}
			st := among.bumped(t.perturb(1))
			st.params.Integrator = integrator
			st.params.DT /= 8 // the solids are stiffer than the step of the case allows for
			if err := t.ledgerOf(fmt.Sprintf("ledger, %v%s, %d steps", integrator, among.what, ledgerSteps), st, ledgerSteps); err != nil {
				return err
			}
		}
	}
	return nil
}

// ledgerSizes are the sizes of the numbers whose differences are the terms of a ledger, if
// they are larger than the terms themselves: energies of height [J], and powers [W].
type ledgerSizes struct {
	height, external, constraints, damping, drag float64
	led                                          float64 // the height of masses that are pinned on all axes, which paths may lead

	rounding float64 // Σ k |L − L0| of a rounding of the positions of both ends, in each step [J]
	parted   parting // the effect of the difference of velocities in each step
	caught   float64 // the energy of masses that contacts catch [J]
	kinetic  float64 // its energy after some steps, as a part of which ledgerStepRounding is
	elastic  float64 // likewise that of rounding
}

// parting is the relative velocity of masses after a step, from the forces of springs on a
// rounding of the positions of their ends.
type parting struct {
	kinetic       float64 // [J]
	damping, drag float64 // [W]
	constraints   float64 // the work of those forces on masses that paths lead [W]
}

// parting is that of the perturbed state. Springs far shorter than they are away from the
// origin, as of a fine chain, make the most of it.
func (st *perturbed) parting(motions cpuref.Motions, precision string) (out parting) {
	m, p := st.model, st.params
	parts := st.unknown(precision)
	for i, v := range motions.Centered {
		part, speed := parts[i]*m.Mass[i], st.state.Velocity[i].Len()
		if m.PinOf(i) != model.PinAll {
			out.kinetic += part * speed
			out.drag += part * (v.Len() + motions.Seen[i].Len()) * p.DragRate()
		} else if m.Mass[i] > 0 {
			out.constraints += part * speed / p.DT
		}
	}
	for i, ends := range m.Ends {
		if m.MaterialOf[i] != model.Removed {
			seen := motions.Seen[ends[1]].Sub(motions.Seen[ends[0]]).Len()
			out.damping += st.damper(i, seen+motions.Centered[ends[1]].Sub(motions.Centered[ends[0]]).Len()) * (parts[ends[0]] + parts[ends[1]])
		}
	}
	return out
}

// ledgerSizes returns the sizes for the perturbed state, with the external force on every
// mass [N], nil without such forces. The dissipation of dampers and drag is a difference too if a step
// reverses velocities.
func (st *perturbed) ledgerSizes(load []model.Vec3, motions cpuref.Motions) ledgerSizes {
	m, s := st.model, st.state
	out := ledgerSizes{height: heightEnergy(m, st.params, s.Position)}
	for i, x := range s.Position {
		if m.PinOf(i) == model.PinAll {
			out.led += m.Mass[i] * st.params.Gravity.Len() * x.Len()
		}
	}
	for i, f := range load {
		speed := s.Velocity[i].Len()
		out.external += f.Len()*speed + 2*st.params.QuadraticDrag*speed*speed*speed
	}
	for _, one := range st.thrown {
		out.caught += m.Mass[one.mass] * one.speed * one.speed / 2
	}
	scale := st.scale()
	for i, v := range motions.Centered {
		if m.PinOf(i) != model.PinAll {
			speed := v.Len() + motions.Seen[i].Len()
			out.drag += m.Mass[i] * speed * v.Len() * st.params.DragRate()
		}
	}
	for i, ends := range m.Ends {
		k := st.coefficients(i).Stiffness
		if m.MaterialOf[i] != model.Removed {
			out.damping += st.damper(i, motions.Seen[ends[1]].Sub(motions.Seen[ends[0]]).Len()) * motions.Centered[ends[1]].Sub(motions.Centered[ends[0]]).Len()
		}
		stretch := s.Position[ends[1]].Sub(s.Position[ends[0]]).Len() - cpuref.RestLengthNow(m, i, scale)
		out.rounding += k * math.Abs(stretch) * (s.Position[ends[0]].Len() + s.Position[ends[1]].Len()) / (1 << 24)
		for _, end := range ends {
			if m.PinOf(int(end)) == model.PinAll { // a stretch is a hundredth of a length
				out.constraints += k * perturbStrain * m.RestLength[i] * s.Velocity[end].Len()
			}
		}
	}
	return out
}

// over returns the sizes of powers [W] as those of energies [J] over a time [s].
func (s ledgerSizes) over(time float64) ledgerSizes {
	const parts = ledgerSteps / ledgerStepRounding // rounding adds up over at most this many steps
	const ledRounding = 1e-6 / ledgerStepRounding  // paths lead, and so trajectories do not part
	return ledgerSizes{height: s.height, led: s.led, external: s.external * time, constraints: (s.constraints+parts*s.parted.constraints)*time + ledRounding*s.led + s.caught, caught: s.caught,
		damping: (s.damping + parts*s.parted.damping) * time, drag: (s.drag + parts*s.parted.drag) * time,
		kinetic: parts * s.parted.kinetic, elastic: parts * s.rounding}
}

// ledgerOverSteps compares the ledgers of a few steps.
func (t *trial) ledgerOverSteps(check string, s Subject, st *perturbed, steps int) error {
	ref, err := reference(st.model, st.params, st.state)
	if err != nil {
		return err
	}
	if err := ref.Step(steps); err != nil {
		return err
	}
	want, err := ref.Ledger()
	if err != nil {
		return err
	}
	if err := s.Reset(st.state); err != nil {
		return err
	}
	if _, _, err := run(s, steps); err != nil {
		return err
	}
	keeper, _ := model.As[model.LedgerKeeper](s)
	got, err := keeper.Ledger()
	if err != nil {
		return err
	}
	motions := cpuref.PlainMotions((*cpuref.State)(st.state))
	sizes := st.ledgerSizes(ref.ExternalForces(), motions)
	sizes.parted = st.parting(motions, s.Describe().Precision)
	sizes = sizes.over(float64(steps) * st.params.DT)
	row := ledgerRow(check, t.scale, ledgerStepTolerance, ledgerStepRounding, sizes, want.Now, got.Now, want.Flows, got.Flows)
	if start := ledgerRow("", t.scale, ledgerStartTolerance, ledgerStartRounding, sizes, want.Start, got.Start, model.Flows{}, model.Flows{}); start.Max > row.Max {
		row.Max, row.Detail = start.Max, "at the start, "+start.Detail
	}
	t.add(row, false)
	return nil
}

// ledgerRow compares two ledgers term by term. The tolerance of a term is relative to the
// term itself, and to the energies of length and height of which it is a difference.
func ledgerRow(check string, scale, tolerance, part float64, sizes ledgerSizes, held, energy model.Energy, want, flows model.Flows) Outcome {
	worst, detail := newShares(), ""
	for i, term := range []struct {
		name      string
		want, got float64
		of        float64 // the numbers of which it is the difference
	}{
		{"kinetic", held.Kinetic, energy.Kinetic, sizes.kinetic},
		{"gravitational", held.Gravitational, energy.Gravitational, sizes.height},
		{"elastic", held.Elastic, energy.Elastic, sizes.elastic},
		{"contact", held.Contact, energy.Contact, sizes.caught},
		{"damping", want.Damping, flows.Damping, sizes.damping},
		{"contact damping", want.ContactDamping, flows.ContactDamping, sizes.caught},
		{"drag", want.Drag, flows.Drag, sizes.drag},
		{"friction", want.Friction, flows.Friction, sizes.caught},
		{"actuators", want.Actuators, flows.Actuators, held.Elastic},
		{"external", want.External, flows.External, sizes.external},
		{"constraints", want.Constraints, flows.Constraints, sizes.constraints},
	} {
		if worst.add(i, math.Abs(term.got-term.want), tolerance*math.Abs(term.want)+part*term.of) {
			detail = fmt.Sprintf("%s: reference %.9g, got %.9g", term.name, term.want, term.got)
		}
	}
	return Outcome{Check: check, Max: worst.max, RMS: worst.rms(), Tolerance: scale, WorstMass: -1, WorstSpring: -1,
		Detail: "error / allowed; " + detail}
}
