package check

import (
	"fmt"
	"math"
	"slices"

	"hooke/cpuref"
	"hooke/model"
)

// massPass compares states and registers after a pass has run on given ones:
// perturbed; on no spring forces, to see drag and contact damping; and on none
// from a quiet state, to see gravity and contact stiffness. Registers that a
// pass only writes are poisoned with NaN first.
func (t *trial) massPass(check string, s Subject, st *perturbed, name string, twin massTwin) error {
	tries := st.massTries()
	base, _ := unfused(name)
	if base == "kick" || base == "stage-4" {
		st = st.sliding(tries, twin)
		var err error
		if s, err = t.subject(st.model, st.params, st.state); err != nil {
			return err
		}
		defer s.Close()
	}
	bare, err := t.springless(s, st, name)
	if err != nil {
		return err
	}
	defer closeOther(bare, s)
	v := integrateVerdict{share: newShares()}
	for k, before := range tries {
		on := s
		if v.slack = st.springSlack(name); k > 0 {
			on, v.slack = bare, nil
		}
		if base == "prime" || base == "stage-1" {
			for i := range before.registers {
				before.registers[i] = model.Vec3{math.NaN(), math.NaN(), math.NaN()}
			}
		}
		if err := on.WriteStage(narrowed(before.registers)); err != nil {
			return err
		}
		got, err := runMassPass(on, name, before.state, st.given(append(slices.Clone(before.forces), before.loads...), s))
		if err != nil {
			return err
		}
		registers := make([][3]float32, len(before.registers))
		if err := on.ReadStage(registers); err != nil {
			return err
		}
		want := before.clone()
		twin(want, st.model, st.params)
		v.judgeMasses(st, before, want, got, registers)
	}
	t.massRow(check, v)
	return nil
}

// massRow adds the row of a pass of masses.
func (t *trial) massRow(check string, v integrateVerdict) {
	detail := "error / float32 rounding; " + v.detail
	if v.fault != "" {
		detail = v.fault
	}
	t.add(Outcome{Check: check, Max: v.share.max, RMS: v.share.rms(), Tolerance: t.scale,
		WorstMass: v.share.worst, WorstSpring: -1, Detail: detail}, v.fault != "")
}

// massTries returns the states, registers and forces that passes are tried on.
func (st *perturbed) massTries() []*massWork {
	m, p := st.model, st.params
	acting := st.acting()
	forces, loads := st.apart(acting)
	none, unloaded := st.apart(make([]model.Vec3, len(acting)))
	tries := []*massWork{
		{name: "perturbed", state: st.state.Clone(), forces: forces, loads: loads},
		{name: "coasting (no forces of springs and loads)", state: st.state.Clone(), forces: none, loads: unloaded},
		{name: "quiet (no such forces, no velocities)", state: st.quiet(), forces: none, loads: unloaded},
	}
	n := m.MassCount()
	for k, w := range tries {
		w.registers = make([]model.Vec3, p.Integrator.Method().Registers*n)
		a := make([]model.Vec3, n)
		if k == 0 {
			cpuref.Accelerations(a, w.state.Position, w.state.Velocity, m, p, forces, loads)
		}
		for i := range n {
			x, v, half := w.state.Position[i], w.state.Velocity[i], roundVec(a[i].Mul(0.5))
			if p.Integrator.Method().Registers == 1 { // an acceleration
				w.registers[i] = half
				continue
			}
			w.registers[cpuref.StartPosition*n+i] = roundVec(x.Sub(v.Mul(p.DT / 2)))
			w.registers[cpuref.StartVelocity*n+i] = roundVec(v.Mul(0.9))
			w.registers[cpuref.VelocitySum*n+i] = roundVec(v.Mul(0.5))
			w.registers[cpuref.AccelerationSum*n+i] = half
		}
	}
	return tries
}

// judgeMasses compares one outcome with the reference.
func (v *integrateVerdict) judgeMasses(st *perturbed, before, want *massWork, got model.Snapshot, registers [][3]float32) {
	m, p, n := st.model, st.params, st.model.MassCount()
	pull := make([]float64, n) // Σ |f| [N]
	springs := make([]int, n)
	for s, ends := range m.Ends {
		for _, end := range ends {
			pull[end] += before.forces[s].Len()
			springs[end]++
		}
	}
	for i, f := range before.loads {
		pull[i] += f.Len()
		springs[i]++
	}
	add := func(i int, what string, want model.Vec3, got [3]float32, allowed float64) {
		if v.share.add(i, distance(want, got), allowed) {
			v.detail = fmt.Sprintf("%s, %s: reference %v, got %v, allowed %.3g; springs %v", what, before.name, want, got, allowed, springsAt(m, i))
		}
	}
	for i := range pull {
		if m.Pin[i] == model.PinAll {
			continue
		}
		x, vel := before.state.Position[i], before.state.Velocity[i]
		size := func(register int) float64 {
			if at := register*n + i; at < len(before.registers) && cpuref.Finite(before.registers[at]) {
				return before.registers[at].Len()
			}
			return 0
		}
		var x0, v0, sum float64
		acceleration := size(0)
		if p.Integrator.Method().Registers > 1 { // those of RK4
			x0, v0, sum, acceleration = size(cpuref.StartPosition), size(cpuref.StartVelocity), size(cpuref.VelocitySum), size(cpuref.AccelerationSum)
		}

		// The terms of the acceleration and the velocity, and the number of their roundings.
		bumps, end := contactSizeOf(p.Contacts, x, vel), contactSizeOf(p.Contacts, want.state.Position[i], want.state.Velocity[i])
		terms := ((pull[i]+bumps.force)/m.Mass[i] + p.Gravity.Len() + p.DragRate()*vel.Len()) * bumps.bent
		count := float64(springs[i] + integrateRoundings + contactRoundings*(bumps.touched+end.touched))
		slack := v.slackOf(i) / m.Mass[i]
		allowedA := count*rounding*terms + slack
		allowedV := count*rounding*(vel.Len()+v0+end.speed+p.DT*(terms+acceleration+end.force/m.Mass[i]))*end.bent + p.DT*slack
		allowedX := positionRoundings*rounding*(x.Len()+x0) + p.DT*(allowedV+integrateRoundings*rounding*sum)
		add(i, "position [m]", want.state.Position[i], got.Position[i], allowedX)
		add(i, "velocity [m/s]", want.state.Velocity[i], got.Velocity[i], allowedV)
		switch p.Integrator.Method().Registers {
		case 1:
			add(i, "kept acceleration [m/s²]", want.registers[i], registers[i], allowedA)
		case 4: // those of RK4
			for register, allowed := range []float64{0, 0, integrateRoundings * rounding * (sum + vel.Len()), allowedA + integrateRoundings*rounding*acceleration} {
				at := register*n + i
				add(i, fmt.Sprintf("register %d", register), want.registers[at], registers[at], allowed)
			}
		}
		if v.fault == "" {
			v.fault = movementFault(before.name, i, m.Pin[i], before.state, (*cpuref.State)(want.state), got)
		}
	}
}
