package collide

import (
	"math"

	"hooke/model"
)

// Friction returns the friction of pairs in a step, as the impulse on every mass [N·s], length MassCount; on
// pinned ones it is the load of their supports. It is nil without
// there is no friction. w are the velocities in which the step would end without it [m/s], 0 along
// pinned axes. Each pass reads the velocities that all impulses of the passes before have
// left (Jacobi); each of n passes may take 1/n of F_N dt, so that all of them together
// keep Coulomb's limit.
func Friction(m *model.Model, p model.Params, touches []Touch, w []model.Vec3) []model.Vec3 {
	if !p.Collision.HasFriction() || p.DT == 0 || len(touches) == 0 {
		return nil
	}
	count, passes := Counts(m, touches), p.Collision.Iterations()
	total := make([]model.Vec3, len(w))
	now := append([]model.Vec3(nil), w...)
	for range passes {
		impulse := make([]model.Vec3, len(w))
		for _, t := range touches {
			if t.Push == 0 {
				continue
			}
			j := t.friction(m, p, now[t.I].Sub(now[t.J]), max(count[t.I], count[t.J]), p.DT/float64(passes))
			impulse[t.I] = impulse[t.I].Add(j)
			impulse[t.J] = impulse[t.J].Sub(j)
		}
		for i, j := range impulse {
			total[i] = total[i].Add(j)
			now[i] = now[i].Add(Gain(m, i, j))
		}
	}
	return total
}

// friction returns the impulse of friction on I [N·s] in some time [s], from the velocity w_i − w_j
// and the larger number of touches of both masses.
func (t Touch) friction(m *model.Model, p model.Params, w model.Vec3, touches int, time float64) model.Vec3 {
	across := w.Sub(t.Normal.Mul(w.Dot(t.Normal)))
	speed := across.Len()
	if speed == 0 {
		return model.Vec3{}
	}
	static, kinetic := t.coefficients(m, p)
	most := t.Reduced * speed / float64(touches) // all that one touch may take
	if most > static*t.Push*time {
		most = min(most, kinetic*t.Push*time)
	}
	return across.Mul(-most / speed)
}

// coefficients are μs and μk of the pair.
func (t Touch) coefficients(m *model.Model, p model.Params) (static, kinetic float64) {
	a, b := p.Collision.Bodies[m.BodyOf(t.I)], p.Collision.Bodies[m.BodyOf(t.J)]
	return math.Sqrt(a.StaticFriction * b.StaticFriction), math.Sqrt(a.KineticFriction * b.KineticFriction)
}

// Gain returns the change by an impulse [N·s] of the velocity of a mass [m/s]: zero along
// pinned axes.
func Gain(m *model.Model, i int, impulse model.Vec3) model.Vec3 {
	v, pin := impulse.Mul(PerMass(m, i)), m.PinOf(i)
	for axis := range v {
		if pin&(model.PinX<<axis) != 0 {
			v[axis] = 0
		}
	}
	return v
}

// Dissipation returns the dissipation of the pairs in a state [W], with F_N from the velocities that
// forces use, and v those centered on the positions:
//
//	damping     = (kc δ − F_N) (v_i − v_j)·n
//	friction    = min(μk F_N, m_r |v_t|/(c dt)) |v_t|
//	constraints = −F_N n·v_i,  F_N n·v_j       the work on masses that are pinned on all axes
//
// The friction is that of a solver whose friction follows from the state alone.
func Dissipation(m *model.Model, p model.Params, touches []Touch, v []model.Vec3) (damping, friction, constraints float64) {
	count := Counts(m, touches)
	for _, t := range touches {
		relative := v[t.I].Sub(v[t.J])
		damping += (t.Stiffness*t.Depth - t.Push) * relative.Dot(t.Normal)
		if PerMass(m, t.I) == 0 {
			constraints -= t.Push * t.Normal.Dot(v[t.I])
		}
		if PerMass(m, t.J) == 0 {
			constraints += t.Push * t.Normal.Dot(v[t.J])
		}
		if t.Push == 0 || p.DT == 0 {
			continue
		}
		across := relative.Sub(t.Normal.Mul(relative.Dot(t.Normal))).Len()
		_, kinetic := t.coefficients(m, p)
		friction += min(kinetic*t.Push, t.Reduced*across/(float64(max(count[t.I], count[t.J]))*p.DT)) * across
	}
	return damping, friction, constraints
}
