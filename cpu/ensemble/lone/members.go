package lone

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"hooke/cpu"
	"hooke/cpu/threads"
	"hooke/ensemble"
	"hooke/ensemble/loop"
	"hooke/memory"
	"hooke/metrics"
	"hooke/model"
	"hooke/origin"
)

// Members are those of an ensemble that have engines of their own, by their numbers in it. The zero value has none.
type Members struct {
	Options
	numbers []int
	of      map[int]*Member // once they are open
}

// Why says why each member of a kind has an engine of its own: which features packs lack that the kind has, or that they have not
// its precision. It is empty where members are stepped together, which is faster.
func Why(k ensemble.Kind, precision model.Precision) string {
	var words []string
	for _, f := range k.Lacks(ensemble.Control) {
		words = append(words, string(f))
	}
	if words == nil && precision != model.Single {
		return "the precision"
	}
	return strings.Join(words, ", ")
}

// Far are those of some members of a kind that start far from the origin, where packs count positions from.
func Far(k ensemble.Kind, of []int, members []ensemble.Member) []int {
	rest := origin.Of(k.Model.Bounds()) != model.Vec3{}
	var out []int
	for _, i := range of {
		far := rest
		if s := members[i].Start; s != nil {
			far = origin.At(s) != model.Vec3{}
		}
		if far {
			out = append(out, i)
		}
	}
	return out
}

// Add adds members of a settled kind, which Open makes. It asks for the memory that they take.
func (s *Members) Add(k ensemble.Kind, numbers []int) error {
	if len(numbers) == 0 {
		return nil
	}
	each, err := Bytes(k, s.Precision)
	if err != nil {
		return fmt.Errorf("ensemble: kind of %s: %w", k.Model.Name, err)
	}
	s.numbers = append(s.numbers, numbers...)
	if err := memory.Ask(int64(len(numbers))*each, "%d members of %d masses each, with engines of their own", len(numbers), k.Model.MassCount()); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	if !slices.Contains(cpu.Kernels(s.Precision), s.Kernel) {
		s.Kernel = ""
	}
	return nil
}

// Open makes the engines of members at their starts, on some threads, and the loops around them. Members have values. After an
// error there are none.
func (s *Members) Open(kinds []ensemble.Kind, members []ensemble.Member, loops *loop.Loops, count int) error {
	made := make([]*Member, len(s.numbers))
	err := threads.InTurns(count, len(made), 1, 1, func(part, _ int) error {
		i := s.numbers[part]
		var err error
		if made[part], err = New(kinds[members[i].Kind], i, members[i], loops, s.Options); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", i, err)
		}
		return nil
	})
	s.of = make(map[int]*Member, len(made))
	for part, i := range s.numbers {
		if made[part] != nil {
			s.of[i] = made[part]
		}
	}
	if err != nil {
		s.Close()
	}
	return err
}

// Count is how many there are.
func (s *Members) Count() int { return len(s.of) }

// Of is the member with a number of the ensemble; nil: it has no engine of its own.
func (s *Members) Of(number int) *Member { return s.of[number] }

// Run has the member at a place among these take some steps.
func (s *Members) Run(place, steps int) error {
	i := s.numbers[place]
	if err := s.of[i].Run(steps); err != nil {
		return fmt.Errorf("ensemble: member %d: %w", i, err)
	}
	return nil
}

// Reset puts members at states, and takes these out of the list. After a fault of a state nothing has changed.
func (s *Members) Reset(states map[int]*model.State) error {
	var faults []error
	for i, start := range states {
		if one := s.of[i]; one != nil {
			if err := one.Fits(start); err != nil {
				faults = append(faults, fmt.Errorf("ensemble: reset: member %d: %w", i, err))
			}
		}
	}
	if faults != nil {
		return errors.Join(faults...)
	}
	for _, i := range s.numbers {
		start := states[i]
		if start == nil {
			continue
		}
		if err := s.of[i].Begin(start); err != nil {
			return fmt.Errorf("ensemble: reset: member %d: %w", i, err)
		}
		delete(states, i)
	}
	return nil
}

// Rows writes what has been measured of members into their rows of a table.
func (s *Members) Rows(into []metrics.Row) error {
	for _, i := range s.numbers {
		var err error
		if into[i], err = s.of[i].Row(); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", i, err)
		}
	}
	return nil
}

// Close releases the engines.
func (s *Members) Close() {
	for _, one := range s.of {
		one.Close()
	}
}
