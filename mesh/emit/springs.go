package emit

import (
	"hooke/model"
	"hooke/physics"
)

// Springs are the springs of a structure that is written: those that are not removed,
// with their coefficients. Writers refuse structures whose coefficients depend on the
// step before they use Springs.
type Springs struct {
	Alive []uint32 // numbers of the springs that are not removed, ascending
	model *model.Model
	own   []model.Coefficients // of all springs; nil: the palette has all coefficients
}

// SpringsOf makes the Springs of a model. It takes 4 bytes per spring, and 16 where
// springs differ within a material.
func SpringsOf(m *model.Model) *Springs {
	const step = 1 // step [s]; no written value depends on it
	s := &Springs{model: m, own: physics.NewResolver(m, step).All(nil)}
	for i, material := range m.MaterialOf {
		if material != model.Removed {
			s.Alive = append(s.Alive, uint32(i))
		}
	}
	return s
}

// Coefficients returns the stiffness [N/m] and damping [N·s/m] of spring i.
func (s *Springs) Coefficients(i uint32) model.Coefficients {
	if s.own != nil {
		return s.own[i]
	}
	return s.model.Materials[s.model.MaterialOf[i]].Coefficients()
}

// Kinds numbers the different values of a list, from 1, in the order of their first use.
type Kinds[T comparable] struct {
	All    []T     // the different values; one value above the limit means too many
	Of     []int64 // the number of each value that was added
	most   int
	number map[T]int64 // small, since it has one entry a kind
}

// NewKinds makes Kinds without values. After more than most different values, Kinds keeps
// no further ones.
func NewKinds[T comparable](most int) *Kinds[T] {
	return &Kinds[T]{most: most, number: map[T]int64{}}
}

// Add adds the next value.
func (k *Kinds[T]) Add(value T) {
	number, ok := k.number[value]
	if !ok {
		if len(k.All) > k.most {
			return // the caller refuses the list soon
		}
		k.All = append(k.All, value)
		number = int64(len(k.All))
		k.number[value] = number
	}
	k.Of = append(k.Of, number)
}
