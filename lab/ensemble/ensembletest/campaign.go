package ensembletest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	reference "hooke/cpuref/ensemble"
	"hooke/lab/ensemble"
)

// Campaign steps random members with random features from seed on, and checks that each
// agrees with the reference (E2), and that it has the bits that it has alone, at another
// position, beside members that end (E1).
func Campaign(t *testing.T, count uint64, makers map[string]KindsMaker) {
	t.Helper()
	for seed := range count {
		k, start := Random(seed)
		settled, err := ensemble.Settle([]ensemble.Kind{k}, nil)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		r := dice{rand.New(rand.NewPCG(seed, 6))}
		var members []ensemble.Member
		for range 9 {
			members = append(members, ensemble.Member{Values: r.values(settled[0]), Start: start, Seed: r.Uint64()})
		}
		want, err := reference.New([]ensemble.Kind{k}, members, reference.Options{})
		if err != nil {
			t.Errorf("seed %d: reference: %v", seed, err)
			continue
		}
		Step(t, 60, want)
		for name, make := range makers {
			campaign(t, fmt.Sprintf("seed %d: %s: %v", seed, name, k.Lacks()), k, members, want, make)
		}
	}
}

// Tolerances of E2.
const mostError, rmsError = 1e-3, 3e-4

func campaign(t *testing.T, what string, k ensemble.Kind, members []ensemble.Member, want *reference.Engine, make KindsMaker) {
	t.Helper()
	e, err := make([]ensemble.Kind{k}, members, nil)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	defer e.Close()
	alone, err := make([]ensemble.Kind{k}, members[7:8], nil)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	defer alone.Close()
	begin := Read(t, e, 0)
	Step(t, 60, e)
	Step(t, 37, alone)
	Step(t, 23, alone)
	if Sum(t, e, 7) != Sum(t, alone, 0) {
		t.Errorf("%s: member 7 has other bits alone", what)
	}
	for i := range members {
		if most, rms := ErrorsOf(begin, Read(t, e, i), want, i); !(most <= mostError && rms <= rmsError) || math.IsNaN(most) {
			t.Errorf("%s: member %d: errors are %.3g of the motion, RMS %.3g", what, i, most, rms)
			return
		}
	}
}
