package bigstep

import (
	"math"

	"hooke/model"
	"hooke/model/rod/chain"
)

// ofRods returns the number of substeps that rods take in a step [s], at most mostSubsteps; 0 without
// rods. Rods are like solids: their shapes need moments that go through all segments, so a substep h
// is half of the 2/ω in which explicit steps would be stable. Gershgorin bounds ω², with the resistance of
// masses and segments at a displacement of one unit; dampers with the time τ count as if all were
// (1 + τ/h) times as stiff:
//
//	masses     2 Σ max(GA, EA)/ℓ / m
//	across     (GA ℓ + 2 Σ EI/ℓ)/I          of a segment and its joints
//	along      2 Σ GJ/ℓ / I
//
// From h ω √(1 + τ/h) ≤ 1, with s = dt/h: s² = (dt ω)² (1 + τ s/dt).
func ofRods(m *model.Model, dt float64) int {
	set := chain.Of(m)
	if len(set.Segments) == 0 {
		return 0
	}
	masses := map[uint32]float64{}
	across, along := make([]float64, len(set.Segments)), make([]float64, len(set.Segments))
	delay := 0.0
	for k := range set.Segments {
		one := &set.Segments[k]
		delay = max(delay, one.Rod.Delay)
		for _, end := range one.Ends {
			masses[end] += max(one.Rod.Shear, one.Rod.Stretch) / one.Length
		}
		across[k] = one.Rod.Shear * one.Length
	}
	for _, j := range set.Joints {
		for _, k := range []uint32{j.From, j.To} {
			across[k] += 2 * j.Turns[0]
			along[k] += 2 * j.Turns[2]
		}
	}
	fastest := 0.0 // ω²
	for end, k := range masses {
		fastest = max(fastest, 2*k*m.InverseMass(int(end)))
	}
	for k := range set.Segments {
		fastest = max(fastest, across[k]/set.Segments[k].Across, along[k]/set.Segments[k].Along)
	}
	plain := dt * dt * fastest // (dt ω)²
	half := plain * delay / dt / 2
	return int(min(mostSubsteps, math.Ceil(half+math.Sqrt(half*half+plain))))
}
