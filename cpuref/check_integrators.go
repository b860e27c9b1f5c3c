package cpuref

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hooke/model"
)

// integrators checks what each integrator but symplectic Euler adds: its passes
// of masses, each alone, among solids with friction; one step; and four. What an
// engine refuses by name is left out.
func (t *trial) integrators() error {
	for _, integrator := range model.Integrators() {
		if integrator == model.SymplecticEuler {
			continue // the other checks
		}
		st := t.stir(1)
		st.params.Integrator = integrator
		err := t.integratorPasses(st.bumpy())
		if errors.Is(err, model.ErrRefused) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%v: %w", integrator, err)
		}
		st.undampCables()
		// Rounding may decide when a mass comes to touch the ground: without damping
		// there that makes no jump.
		st.params.Contacts[0].Damping = 0
		for _, steps := range []int{1, 4} {
			// Verlet and RK4 evaluate forces within the step at positions that are
			// rounded there, as the Euler methods do from the second step on.
			if err := t.stepParity(fmt.Sprintf("%v parity, %d", integrator, steps), st, steps, 10*stepTolerance); err != nil {
				return fmt.Errorf("%v: %w", integrator, err)
			}
		}
	}
	return nil
}

// integratorPasses checks each pass of masses of an integrator.
func (t *trial) integratorPasses(st *stirred) error {
	s, err := t.subject(st.model, st.params, st.state)
	if err != nil {
		return err
	}
	defer s.Close()
	for _, name := range s.Passes() {
		if name == "spring-force" || name == "wind" || name == "load" || name == "guide" {
			continue // the same in every integrator
		}
		base, _ := unfused(name)
		if base == "integrate" {
			if err := t.integratePass("pass "+name+", explicit", s, st, name); err != nil {
				return err
			}
			continue
		}
		twin := twinOf(base)
		if twin == nil {
			return fmt.Errorf("pass %q has no twin in the reference", name)
		}
		if err := t.massPass("pass "+name, s, st, name, twin); err != nil {
			return fmt.Errorf("pass %s: %w", name, err)
		}
	}
	return nil
}

// massTwin runs a pass of masses of the reference, in place.
type massTwin func(w *massWork, m *model.Model, p model.Params)

// massWork is what passes of masses read and write.
type massWork struct {
	name      string
	state     *model.State
	registers []model.Vec3
	forces    []model.Vec3 // of springs
	loads     []model.Vec3 // external, nil: none
}

// twinOf is the reference's pass of that name, nil when there is none.
func twinOf(name string) massTwin {
	scratch := func(m *model.Model) []model.Vec3 { return make([]model.Vec3, m.MassCount()) }
	switch name {
	case "prime":
		return func(w *massWork, m *model.Model, p model.Params) {
			Prime(w.registers, w.state.Position, w.state.Velocity, m, p, w.forces, w.loads)
		}
	case "drift":
		return func(w *massWork, m *model.Model, p model.Params) {
			Drift(w.state.Position, w.state.Velocity, w.registers, m, p)
		}
	case "kick":
		return func(w *massWork, m *model.Model, p model.Params) {
			Kick(w.state.Position, w.state.Velocity, w.registers, m, p, w.forces, w.loads, scratch(m))
		}
	}
	number, isStage := strings.CutPrefix(name, "stage-")
	stage, err := strconv.Atoi(number)
	if !isStage || err != nil || stage < 1 || stage > Stages {
		return nil
	}
	return func(w *massWork, m *model.Model, p model.Params) {
		Stage(stage-1, w.state.Position, w.state.Velocity, w.registers, m, p, w.forces, w.loads, scratch(m))
	}
}

// massPass compares states and registers after a pass has run on given ones:
// stirred; on no spring forces, to see drag and contact damping; and on none
// from a quiet state, to see gravity and contact stiffness. Registers that a
// pass only writes are poisoned with NaN first.
func (t *trial) massPass(check string, s Subject, st *stirred, name string, twin massTwin) error {
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
	t.add(Row{Check: check, Max: v.share.max, RMS: v.share.rms(), Tolerance: t.scale,
		WorstMass: v.share.worst, WorstSpring: -1, Detail: detail}, v.fault != "")
}

// massTries are the states, registers and forces that passes are tried on.
func (st *stirred) massTries() []*massWork {
	m, p := st.model, st.params
	acting := st.acting()
	forces, loads := st.apart(acting)
	none, unloaded := st.apart(make([]model.Vec3, len(acting)))
	tries := []*massWork{
		{name: "stirred", state: st.state.Clone(), forces: forces, loads: loads},
		{name: "coasting (no forces of springs and loads)", state: st.state.Clone(), forces: none, loads: unloaded},
		{name: "quiet (no such forces, no velocities)", state: st.quiet(), forces: none, loads: unloaded},
	}
	n := m.MassCount()
	for k, w := range tries {
		w.registers = make([]model.Vec3, p.Integrator.Registers()*n)
		a := make([]model.Vec3, n)
		if k == 0 {
			Accelerations(a, w.state.Position, w.state.Velocity, m, p, forces, loads)
		}
		for i := range n {
			x, v, half := w.state.Position[i], w.state.Velocity[i], roundVec(a[i].Mul(0.5))
			if p.Integrator == model.VelocityVerlet {
				w.registers[i] = half
				continue
			}
			w.registers[startPosition*n+i] = roundVec(x.Sub(v.Mul(p.DT / 2)))
			w.registers[startVelocity*n+i] = roundVec(v.Mul(0.9))
			w.registers[velocitySum*n+i] = roundVec(v.Mul(0.5))
			w.registers[accelerationSum*n+i] = half
		}
	}
	return tries
}

func (w *massWork) clone() *massWork {
	return &massWork{w.name, w.state.Clone(), slices.Clone(w.registers), w.forces, w.loads}
}

// sliding gives each contact the friction that about half of the masses stick
// with at the end of the pass, given that of the contacts before it.
func (st *stirred) sliding(tries []*massWork, twin massTwin) *stirred {
	out := *st
	out.params.Contacts = slices.Clone(st.params.Contacts)
	contacts, dt := out.params.Contacts, st.params.DT
	free := out.params
	free.Contacts = slices.Clone(contacts)
	for i := range free.Contacts {
		free.Contacts[i] = free.Contacts[i].WithFriction(0, 0)
	}
	for k := range contacts {
		var ratios []float64
		for _, before := range tries {
			w := before.clone()
			twin(w, st.model, free)
			for i, x := range w.state.Position {
				if ratio, ok := slipRatio(contacts[:k+1], x, w.state.Velocity[i], st.model.Mass[i], dt); ok && st.model.Pin[i] != model.PinAll {
					ratios = append(ratios, ratio)
				}
			}
		}
		slices.Sort(ratios)
		static, _ := widestGap(ratios, 1)
		if static == 0 {
			static = 1
		}
		contacts[k] = contacts[k].WithFriction(round(static), round(bumpKinetic*static))
	}
	return &out
}

// slipRatio is the μs at which a mass just sticks to the last contact, after the
// friction of those before it; false when it does not touch it.
func slipRatio(contacts []model.Contact, x, free model.Vec3, mass, dt float64) (ratio float64, ok bool) {
	last := len(contacts) - 1
	w := free
	for i := range contacts {
		pushed, n := push(&contacts[i], x, free)
		if pushed == 0 {
			continue
		}
		slip := tangential(w, n)
		ratio := slip.Len() * mass / (pushed * dt)
		if i == last {
			return ratio, true
		}
		if ratio > contacts[i].StaticFriction {
			slip = slip.Mul(contacts[i].KineticFriction / ratio)
		}
		w = w.Sub(slip)
	}
	return 0, false
}

// judgeMasses compares one outcome with the reference.
func (v *integrateVerdict) judgeMasses(st *stirred, before, want *massWork, got model.Snapshot, registers [][3]float32) {
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
			if at := register*n + i; at < len(before.registers) && finite(before.registers[at]) {
				return before.registers[at].Len()
			}
			return 0
		}
		var x0, v0, sum float64
		acceleration := size(0)
		if p.Integrator == model.RK4 {
			x0, v0, sum, acceleration = size(startPosition), size(startVelocity), size(velocitySum), size(accelerationSum)
		}

		// What enters the acceleration and the velocity, and how often it is rounded.
		bumps, end := contactSizeOf(p.Contacts, x, vel), contactSizeOf(p.Contacts, want.state.Position[i], want.state.Velocity[i])
		terms := ((pull[i]+bumps.force)/m.Mass[i] + p.Gravity.Len() + p.DragRate()*vel.Len()) * bumps.bent
		count := float64(springs[i] + integrateRoundings + contactRoundings*(bumps.touched+end.touched))
		slack := v.slackOf(i) / m.Mass[i]
		allowedA := count*rounding*terms + slack
		allowedV := count*rounding*(vel.Len()+v0+p.DT*(terms+acceleration+end.force/m.Mass[i]))*end.bent + p.DT*slack
		allowedX := positionRoundings*rounding*(x.Len()+x0) + p.DT*(allowedV+integrateRoundings*rounding*sum)
		add(i, "position [m]", want.state.Position[i], got.Position[i], allowedX)
		add(i, "velocity [m/s]", want.state.Velocity[i], got.Velocity[i], allowedV)
		switch p.Integrator {
		case model.VelocityVerlet:
			add(i, "kept acceleration [m/s²]", want.registers[i], registers[i], allowedA)
		case model.RK4:
			for register, allowed := range []float64{0, 0, integrateRoundings * rounding * (sum + vel.Len()), allowedA + integrateRoundings*rounding*acceleration} {
				at := register*n + i
				add(i, fmt.Sprintf("register %d", register), want.registers[at], registers[at], allowed)
			}
		}
		if v.fault == "" {
			v.fault = movementFault(before.name, i, m.Pin[i], before.state, (*State)(want.state), got)
		}
	}
}
