package physics

import (
	"hooke/model"
	"hooke/spring"
	"math"
	"strings"
	"testing"
)

func TestResolverByHand(t *testing.T) {
	const dt, turn = 0.5, 2 * math.Pi
	free, first, both := []model.Pin(nil), []model.Pin{model.PinAll, 0}, []model.Pin{model.PinAll, model.PinAll}
	for _, c := range []struct {
		name     string
		material model.Material
		pin      []model.Pin
		k, c     float64
	}{
		{"no force", model.Material{}, free, 0, 0},
		{"SI", model.Material{Stiffness: 8, Damping: 2}, free, 8, 2},
		{"SI, pinned", model.Material{Stiffness: 8, Damping: 2}, both, 8, 2},
		{"EA", model.Material{AxialRigidity: 20, Damping: 2}, free, 40, 2},
		{"frequency", model.Material{Frequency: 1 / turn}, free, 0.75, 0},
		{"frequency, pinned end", model.Material{Frequency: 1 / turn}, first, 3, 0},
		{"frequency, partly pinned end", model.Material{Frequency: 1 / turn}, []model.Pin{model.PinX | model.PinY, 0}, 0.75, 0},
		{"ratio: 2 ζ √(k m)", model.Material{Frequency: 1 / turn, DampingRatio: 0.5}, free, 0.75, 0.75},
		{"ratio, pinned end", model.Material{Frequency: 2 / turn, DampingRatio: 0.5}, first, 12, 6},
		{"half-life", model.Material{Frequency: 1 / turn, HalfLife: 4 * math.Ln2}, free, 0.75, 0.75},
		{"half-life alone", model.Material{HalfLife: 2 * math.Ln2}, first, 0, 6},
		{"normalized", model.Material{Normalized: spring.Normalized{Stiffness: 0.5, Damping: 1}}, free, 1.5, 1.5},
		{"normalized, pinned end", model.Material{Normalized: spring.Normalized{Stiffness: 0.5, Damping: 1}}, first, 6, 6},
		{"oscillator, both pinned", model.Material{Frequency: 1, DampingRatio: 1}, both, 0, 0},
		{"normalized, both pinned", model.Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}, both, 0, 0},
	} {
		m := barbell(c.material)
		m.Pin = c.pin
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		r := NewResolver(m, dt)
		if got := r.Spring(0); !agrees(got.Stiffness, c.k) || !agrees(got.Damping, c.c) {
			t.Errorf("%s: k = %g, c = %g, want %g and %g", c.name, got.Stiffness, got.Damping, c.k, c.c)
		}
		all := r.All(nil)
		if plain := strings.HasPrefix(c.name, "SI") || c.name == "no force"; plain != (all == nil) {
			t.Errorf("%s: per spring %v", c.name, all)
		} else if all != nil && all[0] != r.Spring(0) {
			t.Errorf("%s: All says %v, Spring %v", c.name, all[0], r.Spring(0))
		}
		m.MaterialOf[0] = model.Removed
		if got := NewResolver(m, dt).Spring(0); got != (model.Coefficients{}) {
			t.Errorf("%s: a removed spring has %+v", c.name, got)
		}
	}
}

// A star: mass 0 with springs to 1, 2 and 3, of which the last is removed; 4
// and 5 by themselves. Two springs at the hub: the cap is 1/3.
func TestCapsCountLivingSprings(t *testing.T) {
	m := &model.Model{
		RestPosition: make([]model.Vec3, 6), Mass: []float64{2, 2, 2, 2, 2, 2},
		Ends:       []model.Ends{{0, 1}, {2, 0}, {0, 3}, {4, 5}},
		RestLength: make([]float64, 4), MaterialOf: []uint16{1, 1, model.Removed, 1},
		Materials: []model.Material{{}, {Normalized: spring.Normalized{Stiffness: 1, Damping: 0.1}}},
	}
	r := NewResolver(m, 1)
	for s, want := range []model.Coefficients{{Stiffness: 1. / 3, Damping: 0.1}, {Stiffness: 1. / 3, Damping: 0.1}, {}, {Stiffness: 1, Damping: 0.1}} {
		if got := r.Spring(s); !agrees(got.Stiffness, want.Stiffness) || !agrees(got.Damping, want.Damping) {
			t.Errorf("spring %d: %+v, want %+v", s, got, want)
		}
	}
}

// What springs have of their own adds to their materials, counts for the safe step
// and is nothing where a spring is removed.
func TestOwnCoefficients(t *testing.T) {
	m := twoMasses()
	m.Own = []model.Coefficients{{Stiffness: 24, Damping: 3}}
	r := NewResolver(m, 0)
	if got, want := r.Spring(0), (model.Coefficients{Stiffness: 32, Damping: 4}); got != want || !m.PerSpring() {
		t.Errorf("k and c are %+v, want %+v", got, want)
	}
	if all := r.All(nil); len(all) != 1 || all[0] != (model.Coefficients{Stiffness: 32, Damping: 4}) {
		t.Errorf("all: %+v", all)
	}

	// Four times the stiffness, without dampers, halves the safe step.
	m.Materials[1].Damping, m.Own[0].Damping = 0, 0
	with := SafeStep(m, model.Params{})
	m.Own = nil
	if without := SafeStep(m, model.Params{}); math.Abs(with-without/2) > 1e-12*without {
		t.Errorf("safe step %g s with four times the stiffness, %g s without", with, without)
	}

	// Beside a normalized material the step is bounded by its own stiffness.
	m.Materials[1] = model.Material{Name: "normalized"}
	m.Materials[1].Normalized.Stiffness = 0.1
	if free := SafeStep(m, model.Params{}); !math.IsInf(free, 1) {
		t.Errorf("a normalized spring alone bounds the step to %g s", free)
	}
	m.Own = []model.Coefficients{{Stiffness: 24}}
	if bound := SafeStep(m, model.Params{}); math.IsInf(bound, 1) {
		t.Error("its own stiffness does not bound the step")
	}

	m.MaterialOf[0] = model.Removed
	if got := NewResolver(m, 1e-3).Spring(0); got != (model.Coefficients{}) {
		t.Errorf("a removed spring has %+v", got)
	}
}
