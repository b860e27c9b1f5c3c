package collide

import (
	"hooke/laws"
	"hooke/model"
)

// law computes the constants of a pair.
type law struct {
	model     *model.Model
	collision model.Collision
}

// pair is a pair of masses as kernels evaluate it.
type pair struct {
	reach     float64 // D [m]
	stiffness float64 // kc [N/m]
	damping   float64 // bc [N·s/m]
}

// takesPart reports whether a mass collides at all.
func (l *law) takesPart(mass uint32) bool { return l.model.Radius[mass] > 0 }

// reach returns D of two masses [m]; false where they never touch.
func (l *law) reach(i, j uint32) (float64, bool) {
	m := l.model
	a, b := m.BodyOf(int(i)), m.BodyOf(int(j))
	if !l.collision.Meet(a, b) {
		return 0, false
	}
	rest, sum := m.RestPosition[i].Sub(m.RestPosition[j]).Len(), m.Radius[i]+m.Radius[j]
	if a == b && rest <= model.RestReach*sum {
		return 0, false
	}
	if m.PinOf(int(i)) == model.PinAll && m.PinOf(int(j)) == model.PinAll {
		return 0, false
	}
	return min(sum, rest), true
}

// of returns the whole law of two masses that may touch.
func (l *law) of(i, j uint32) pair {
	reach, _ := l.reach(i, j)
	a, b := l.bodyOf(i), l.bodyOf(j)
	stiffness := laws.PairStiffness(a.Stiffness, b.Stiffness)
	return pair{reach, stiffness, laws.PairDamping(a.DampingRatio, b.DampingRatio, stiffness, l.reduced(i, j))}
}

// reduced is m_r of two masses, not both of which are pinned [kg].
func (l *law) reduced(i, j uint32) float64 {
	return 1 / (l.model.InverseMass(int(i)) + l.model.InverseMass(int(j)))
}

// friction are μs and μk of two masses.
func (l *law) friction(i, j uint32) (static, kinetic float64) {
	a, b := l.bodyOf(i), l.bodyOf(j)
	return laws.PairFriction(a.StaticFriction, b.StaticFriction), laws.PairFriction(a.KineticFriction, b.KineticFriction)
}

func (l *law) bodyOf(mass uint32) *model.Surface {
	return &l.collision.Bodies[l.model.BodyOf(int(mass))]
}
