package ensemble

import "math"

// Everywhere has each mass ask each solid.
func (e *Engine) Everywhere() {
	all := func(t *table) {
		for i := range t.solids {
			for axis := range 3 {
				t.solids[i].low[axis], t.solids[i].high[axis] = float32(math.Inf(-1)), float32(math.Inf(1))
			}
		}
	}
	for _, p := range e.parts {
		switch k := p.(type) {
		case *pack:
			all(k.table)
			k.near.forget()
		case *single:
			all(k.shape.table)
			for _, n := range k.near {
				n.forget()
			}
		}
	}
}

// Met is how many masses were stepped one by one in the last step.
func (e *Engine) Met() (count int) {
	for _, p := range e.parts {
		switch k := p.(type) {
		case *pack:
			count += len(k.near.met)
		case *single:
			for _, n := range k.near {
				count += len(n.met)
			}
		}
	}
	return count
}

// Stepped is how many packs have a member that is stepped.
func (e *Engine) Stepped() (count int) {
	for _, of := range e.packs {
		for _, p := range of {
			if p.alive != 0 {
				count++
			}
		}
	}
	return count
}

// OwnBytes is ownBytes for tests.
var OwnBytes = ownBytes
