package bigstep

import (
	"fmt"
	"math"

	"hooke/model"
	"hooke/physics"
)

// softStrain is the strain of normalized springs under weight from which users are warned.
const softStrain = 0.1

// SoftWords say that normalized springs are soft at an explicit step, by how much, and which keys to write
// instead; empty if they are stiff enough, in a model without them, and for solvers that do not cap Cs and Cd.
func SoftWords(m *model.Model, p model.Params) string {
	if p.Integrator.Method().Divides || !m.HasNormalized() || m.Pattern != nil || p.DT == 0 {
		return ""
	}
	strain := underWeight(m, p)
	if !(strain > softStrain) {
		return ""
	}
	times := fmt.Sprintf("%.2g", 1+strain)
	if strain > 9 {
		times = fmt.Sprintf("%.0f", 1+strain)
	}
	return fmt.Sprintf("normalized springs are soft at explicit steps of %.3g s: weight stretches them to about %s times their length, if they do not diverge before: "+
		"write solver = \"impulses\" in [run] (--solver impulses), which keeps Cs and Cd at each substep, or take a smaller dt (they stiffen as 1/dt²)", p.DT, times)
}

// underWeight returns about the largest strain of springs that carry the weight of the masses
// behind them. Masses are in levels by the least number of springs from the supports. With
// the weight W_l behind level l and the springs between it and the next,
//
//	max over l of W_l/Σ k L0
//
// as if all springs were along the load, which is a lower bound of their strain. The supports
// are pinned masses, else, with contacts, those within half of the longest spring of the
// lowest. It is 0 without weight or without supports.
func underWeight(m *model.Model, p model.Params) float64 {
	g := p.Gravity.Len()
	if g == 0 {
		return 0
	}
	level, next := held(m, p), springsAt(m)
	var queue []uint32
	for i, l := range level {
		if l == 0 {
			queue = append(queue, uint32(i))
		}
	}
	if queue == nil {
		return 0
	}
	for first := 0; first < len(queue); first++ {
		i := queue[first]
		for _, s := range next.of(i) {
			other := m.Ends[s][0] + m.Ends[s][1] - i
			if level[other] < 0 {
				level[other] = level[i] + 1
				queue = append(queue, other)
			}
		}
	}
	deepest := int(level[queue[len(queue)-1]])
	behind, carries := make([]float64, deepest+1), make([]float64, deepest+1)
	for i, l := range level {
		if l > 0 {
			behind[l-1] += m.MassAt(i) * g
		}
	}
	for l := deepest - 1; l >= 0; l-- {
		behind[l] += behind[l+1]
	}
	resolver := physics.ResolverOf(m, p)
	for s, ends := range m.Ends {
		a, b := level[ends[0]], level[ends[1]]
		if m.MaterialOf[s] != model.Removed && a >= 0 && a != b {
			carries[min(a, b)] += resolver.Spring(s).Stiffness * m.RestLength[s]
		}
	}
	most := 0.0
	for l := range deepest {
		if carries[l] > 0 { // else dampers alone lead there, which hold nothing at any step
			most = max(most, behind[l]/carries[l])
		}
	}
	return most
}

// held returns the levels before anything is gone through: 0 of masses that are held, −1 of others.
func held(m *model.Model, p model.Params) []int32 {
	level, pinned := make([]int32, m.MassCount()), false
	for i := range level {
		level[i] = -1
		if m.PinOf(i) == model.PinAll {
			level[i], pinned = 0, true
		}
	}
	if pinned || len(p.Contacts) == 0 {
		return level
	}
	down, lowest, longest := p.Gravity.Normalize(), math.Inf(-1), 0.0
	for i := range level {
		lowest = max(lowest, m.RestAt(i).Dot(down))
	}
	for _, l := range m.RestLength {
		longest = max(longest, l)
	}
	for i := range level {
		if m.RestAt(i).Dot(down) >= lowest-longest/2 {
			level[i] = 0
		}
	}
	return level
}

// incidences are the springs at each mass, removed ones left out.
type incidences struct{ first, springs []uint32 }

func (n incidences) of(mass uint32) []uint32 { return n.springs[n.first[mass]:n.first[mass+1]] }

// springsAt lists the springs at each mass.
func springsAt(m *model.Model) incidences {
	first := make([]uint32, m.MassCount()+1)
	for s, ends := range m.Ends {
		if m.MaterialOf[s] != model.Removed {
			first[ends[0]+1]++
			first[ends[1]+1]++
		}
	}
	for i := range m.MassCount() {
		first[i+1] += first[i]
	}
	next, springs := append([]uint32(nil), first...), make([]uint32, first[m.MassCount()])
	for s, ends := range m.Ends {
		if m.MaterialOf[s] != model.Removed {
			for _, i := range ends {
				springs[next[i]] = uint32(s)
				next[i]++
			}
		}
	}
	return incidences{first, springs}
}

// Instead returns alternatives to a smaller explicit step, to follow a sentence that dt is
// not safe; empty for solids, where explicit steps are better, and if no step is safe.
func Instead(m *model.Model, p model.Params) string {
	if p.Integrator.Method().Divides || Solid(m) {
		return ""
	}
	return "; take a smaller dt, or write solver = \"impulses\" in [run] (--solver impulses), which needs no safe step"
}
