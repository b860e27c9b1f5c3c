package implicit

import (
	"hooke/model"
	"hooke/physics"
)

// law is what springs that are alike do. Springs by a pattern share few.
type law struct {
	k     float64 // [N/m]
	c     float64 // c/h [N/m]
	rest  float64 // L0 now [m]
	cable bool    // no push
}

// lawKey is what decides about a law.
type lawKey struct {
	k, c, rest float64
	actuator   uint16 // number in actuators plus 1; 0: none
	cable      bool
}

// springLaws finds the laws of all springs: which of them each spring has, -1 where it moves
// nothing.
func springLaws(m *model.Model, p model.Params) (keys []lawKey, of []int32) {
	own := physics.ResolverOf(m, p).All(nil)
	of = make([]int32, m.SpringCount())
	known := map[lawKey]int32{}
	for s, ends := range m.Ends {
		of[s] = -1
		if m.MaterialOf[s] == model.Removed || m.PinOf(int(ends[0]))&m.PinOf(int(ends[1])) == model.PinAll {
			continue
		}
		material := &m.Materials[m.MaterialOf[s]]
		key := lawKey{k: material.Stiffness, c: material.Damping, rest: m.RestLength[s], cable: material.TensionOnly}
		if own != nil {
			key.k, key.c = own[s].Stiffness, own[s].Damping
		}
		if m.ActuatorOf != nil {
			key.actuator = m.ActuatorOf[s]
		}
		n, ok := known[key]
		if !ok {
			n = int32(len(keys))
			known[key] = n
			keys = append(keys, key)
		}
		of[s] = n
	}
	return keys, of
}

// lawsOf are the laws in substeps of h [s], at rest.
func lawsOf(keys []lawKey, h float64) []law {
	out := make([]law, len(keys))
	for i, k := range keys {
		out[i] = law{k: k.k, c: k.c / h, rest: k.rest, cable: k.cable}
	}
	return out
}

// actuate sets rest lengths to those of now, by L0(t)/L0 of each actuator.
func (s *Solver[T]) actuate(scale []float64) {
	if len(scale) == 0 {
		return
	}
	for i, k := range s.keys {
		if k.actuator > 0 {
			s.laws[i].rest = k.rest * scale[k.actuator-1]
		}
	}
}
