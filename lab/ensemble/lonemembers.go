package ensemble

import (
	"errors"
	"fmt"
	"strings"

	"hooke/control/metrics"
	"hooke/engine/origin"
	"hooke/machine/memory"
	"hooke/model"
)

// LoneMembers holds the lone members of an ensemble by their numbers in it. The zero value is empty.
type LoneMembers struct {
	LoneOptions
	numbers []int
	places  map[int]int   // of the numbers
	made    []*LoneMember // once they are open; nil: it is not
}

// WhyLone returns the reason why each member of a kind has an engine of its own: which features that the kind has are not among those that the engine
// takes where it steps members together, or that these lack its precision. It is empty where members are stepped together, which is faster.
func WhyLone(k Kind, precision model.Precision, together ...Feature) string {
	var words []string
	for _, f := range k.Lacks(together...) {
		words = append(words, string(f))
	}
	if words == nil && precision != model.Single {
		return "the precision"
	}
	return strings.Join(words, ", ")
}

// FarMembers returns those of some members of a kind that start far from the origin, where packs count positions from.
func FarMembers(k Kind, of []int, members []Member) []int {
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

// bytesOfMass and bytesOfSpring are the memory of a member for a mass and for a spring beside its engine: of
// the meter the state as a snapshot and in float64, positions at the start, touches and lists; of the plan k,
// c and rest length; and of the model the numbers that values can change [bytes].
const (
	bytesOfMass   = 24 + 48 + 24 + 16 + 2*4 + 8
	bytesOfSpring = 3*8 + 4 + 8
)

// LoneBytes returns an upper bound of a member's memory beside its engine [bytes].
func LoneBytes(m *model.Model) int64 {
	return bytesOfMass*int64(m.MassCount()) + bytesOfSpring*int64(m.SpringCount())
}

// Add adds members of a settled kind, which Open makes. It reserves the memory of this machine that each of them takes.
func (s *LoneMembers) Add(k Kind, numbers []int, each int64) error {
	if len(numbers) == 0 {
		return nil
	}
	if s.places == nil {
		s.places = map[int]int{}
	}
	for _, i := range numbers {
		s.places[i] = len(s.numbers)
		s.numbers = append(s.numbers, i)
	}
	if err := memory.Ask(int64(len(numbers))*each, "%d members of %d masses each, with engines of their own", len(numbers), k.Model.MassCount()); err != nil {
		return fmt.Errorf("ensemble: %w", err)
	}
	return nil
}

// Open makes the engines of members at their starts, and the loops around them. Members have values. share calls do for each index
// among these, on threads of its choice, and returns the first error; nil: one after the other. After an error the list is empty.
func (s *LoneMembers) Open(kinds []Kind, members []Member, loops *Loops, share func(count int, do func(place int) error) error) error {
	s.made = make([]*LoneMember, len(s.numbers))
	if share == nil {
		share = inTurn
	}
	err := share(len(s.made), func(place int) error {
		i := s.numbers[place]
		var err error
		if s.made[place], err = NewLone(kinds[members[i].Kind], i, members[i], loops, s.LoneOptions); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", i, err)
		}
		return nil
	})
	if err != nil {
		s.Close()
	}
	return err
}

// inTurn does something for each index, one after the other.
func inTurn(count int, do func(place int) error) error {
	for place := range count {
		if err := do(place); err != nil {
			return err
		}
	}
	return nil
}

// Count is how many there are.
func (s *LoneMembers) Count() int { return len(s.numbers) }

// Has reports whether the member with a number of the ensemble has an engine of its own, open or not.
func (s *LoneMembers) Has(number int) bool {
	_, has := s.places[number]
	return has
}

// Of is the member with a number of the ensemble; nil: it has no engine of its own.
func (s *LoneMembers) Of(number int) *LoneMember {
	place, has := s.places[number]
	if !has || s.made == nil {
		return nil
	}
	return s.made[place]
}

// Run has the member of an index among these take some steps.
func (s *LoneMembers) Run(place, steps int) error {
	if err := s.made[place].Run(steps); err != nil {
		return fmt.Errorf("ensemble: member %d: %w", s.numbers[place], err)
	}
	return nil
}

// Reset puts members at states, and takes these out of the list. After a fault of a state nothing has changed.
func (s *LoneMembers) Reset(states map[int]*model.State) error {
	var faults []error
	for i, start := range states {
		if one := s.Of(i); one != nil {
			if err := one.Fits(start); err != nil {
				faults = append(faults, fmt.Errorf("ensemble: reset: member %d: %w", i, err))
			}
		}
	}
	if faults != nil {
		return errors.Join(faults...)
	}
	for place, i := range s.numbers {
		start := states[i]
		if start == nil {
			continue
		}
		if err := s.made[place].Begin(start); err != nil {
			return fmt.Errorf("ensemble: reset: member %d: %w", i, err)
		}
		delete(states, i)
	}
	return nil
}

// Rows writes the metrics of members into their rows of a table.
func (s *LoneMembers) Rows(into []metrics.Row) error {
	for place, i := range s.numbers {
		var err error
		if into[i], err = s.made[place].Row(); err != nil {
			return fmt.Errorf("ensemble: member %d: %w", i, err)
		}
	}
	return nil
}

// Close releases the engines.
func (s *LoneMembers) Close() {
	for place, one := range s.made {
		if one != nil {
			one.Close()
		}
		s.made[place] = nil
	}
}
