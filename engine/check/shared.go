package check

import (
	"fmt"
	"sync"

	"hooke/cpuref"
	"hooke/model"
)

// Shared holds runs of the reference for the proofs of one case: the first proof that needs a run
// makes it, and the others wait for it and read it. Proofs of a case that differ in Params, Start,
// Steps or Own need a Shared each. The zero value is empty and ready.
type Shared struct {
	mu   sync.Mutex
	runs map[string]*sharedRun
}

type sharedRun struct {
	once   sync.Once
	result any
	err    error
}

// once returns the result of make under a name: that of the first call.
func once[T any](s *Shared, name string, make func() (T, error)) (T, error) {
	s.mu.Lock()
	if s.runs == nil {
		s.runs = map[string]*sharedRun{}
	}
	r := s.runs[name]
	if r == nil {
		r = &sharedRun{}
		s.runs[name] = r
	}
	s.mu.Unlock()
	r.once.Do(func() { r.result, r.err = make() })
	result, _ := r.result.(T)
	return result, r.err
}

// stepped returns the reference some steps after a perturbed state, for a check of that name. No caller may
// step it further.
func (t *trial) stepped(check string, st *perturbed, steps int) (*cpuref.Engine, error) {
	return once(t.Shared, fmt.Sprintf("%s, %d steps, bare %v", check, steps, t.bare), func() (*cpuref.Engine, error) {
		ref, err := reference(st.model, st.params, st.state)
		if err != nil {
			return nil, err
		}
		return ref, ref.Step(steps)
	})
}

// energies are those of a long run of the reference.
type energies struct {
	end    float64 // total energy at the end [J]
	size   float64 // largest kinetic, elastic and contact energy with the change of height energy [J]
	spread float64 // how far rounding alone drives the total energy of two references apart [J]
}

// longReference returns the long run of the case from a start.
func (t *trial) longReference(start *model.State) (energies, error) {
	return once(t.Shared, "long run", func() (energies, error) { return t.runLong(start) })
}
