package collide

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
)

// Pair is a pair of masses that may touch, with its law.
type Pair struct {
	I, J            uint32  // masses, I < J
	Reach           float64 // D [m]
	Stiffness       float64 // kc [N/m]
	Damping         float64 // bc [N·s/m]
	Reduced         float64 // m_r [kg]
	Static, Kinetic float64 // μs and μk
}

// EachPair calls each with every pair that touches at some positions of the masses [m], of a
// state of which lists are. Their order depends on when lists were made.
func (l *Lists[T]) EachPair(position []model.Vec3, each func(Pair)) {
	for _, s := range l.Slices {
		for column := s.First; column < s.First+s.Count; column++ {
			for j, other := range l.Others[column] {
				lane := int(s.Slice)*table.Width + j
				if lane >= int(other) {
					continue
				}
				a, b := l.order.MassOf[lane], l.order.MassOf[other]
				a, b = min(a, b), max(a, b)
				m := l.law.model
				if d, most := position[a].Sub(position[b]), m.Radius[a]+m.Radius[b]; d.Dot(d) >= most*most {
					continue
				}
				if reach, _ := l.law.reach(a, b); position[a].Sub(position[b]).Len() < reach {
					of := l.law.of(a, b)
					static, kinetic := l.law.friction(a, b)
					each(Pair{a, b, of.reach, of.stiffness, of.damping, l.law.reduced(a, b), static, kinetic})
				}
			}
		}
	}
}

// Energy returns ½ kc δ² of all pairs that touch in a state of which lists are [J], in float64.
func (l *Lists[T]) Energy(position kernels.Motion[T]) (sum float64) {
	for _, s := range l.Slices {
		for column := s.First; column < s.First+s.Count; column++ {
			for j, other := range l.Others[column] {
				if lane := int(s.Slice)*table.Width + j; lane < int(other) {
					sum += l.energyOf(lane, int(other), position)
				}
			}
		}
	}
	return sum
}

func (l *Lists[T]) energyOf(lane, other int, position kernels.Motion[T]) float64 {
	a, b := kernels.Widen(position.Get(kernels.ArrayX, lane)), kernels.Widen(position.Get(kernels.ArrayX, other))
	p := l.law.of(l.order.MassOf[lane], l.order.MassOf[other])
	depth := p.reach - a.Sub(b).Len()
	if depth <= 0 {
		return 0
	}
	return 0.5 * p.stiffness * depth * depth
}
