package ensemble

import (
	"cmp"
	"slices"

	"hooke/physics"
)

// Classes divides kinds whose Params.DT is zero by the steps that their members need, so that one stiff design neither diverges nor
// slows all others: members whose step is under half of the median of their kind go into a kind of their own, which is divided
// in turn. The step of each class is the least that physics.AutoStep has for a member of it, and is written into its Params.DT; so bits of a
// member follow from its class. A kind whose members are in several classes keeps its number for those with the longest
// steps; others are added at the end, with the same model. Kinds with a step and kinds without members are returned as they are.
// Members are those given, in their order, with the numbers of their classes. Errors are those of Settle for an engine that
// takes all features.
func Classes(kinds []Kind, members []Member) ([]Kind, []Member, error) {
	settled, err := Settle(kinds, members, Features()...)
	if err != nil {
		return nil, nil, err
	}
	kinds, members = slices.Clone(kinds), slices.Clone(members)
	for kind := range settled {
		of := MembersOf(kind, members)
		if kinds[kind].Params.DT != 0 || len(of) == 0 {
			continue
		}
		steps := make(map[int]float64, len(of))
		for _, i := range of {
			m, p := settled[kind].Written(members[i].Values)
			p.DT = 0
			steps[i] = physics.AutoStep(m, p)
		}
		slices.SortStableFunc(of, func(a, b int) int { return cmp.Compare(steps[b], steps[a]) })
		for number := kind; len(of) > 0; number = len(kinds) {
			count := classOf(of, steps)
			if number == len(kinds) {
				kinds = append(kinds, settled[kind])
			}
			kinds[number].Params.DT = steps[of[count-1]]
			for _, i := range of[:count] {
				members[i].Kind = number
			}
			of = of[count:]
		}
	}
	return kinds, members, nil
}

// classOf returns how many members, of some with falling steps, have at least half of the median step.
func classOf(of []int, steps map[int]float64) int {
	least := steps[of[(len(of)-1)/2]] / 2
	count := 1
	for count < len(of) && steps[of[count]] >= least {
		count++
	}
	return count
}
