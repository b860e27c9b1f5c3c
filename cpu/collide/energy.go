package collide

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
)

// Energy is ½ kc δ² of all pairs that touch in a state of which lists are [J], in float64.
func (l *Lists) Energy(position kernels.Motion) (sum float64) {
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

func (l *Lists) energyOf(lane, other int, position kernels.Motion) float64 {
	a, b := kernels.Widen(position.Get(kernels.ArrayX, lane)), kernels.Widen(position.Get(kernels.ArrayX, other))
	p := l.law.of(l.order.MassOf[lane], l.order.MassOf[other])
	depth := p.reach - a.Sub(b).Len()
	if depth <= 0 {
		return 0
	}
	return 0.5 * p.stiffness * depth * depth
}
