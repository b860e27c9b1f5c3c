package model

import (
	"math"
	"strings"
	"testing"

	"hooke/spring"
)

// lever is masses of 1 and 3 kg (reduced: 0.75 kg) on a spring of 0.5 m.
func lever(material Material) *Model {
	return &Model{
		Name:         "lever",
		RestPosition: []Vec3{{}, {0.5, 0, 0}},
		Mass:         []float64{1, 3},
		Ends:         []Ends{{0, 1}},
		RestLength:   []float64{0.5},
		MaterialOf:   []uint16{1},
		Materials:    []Material{{}, material},
	}
}

func TestResolverByHand(t *testing.T) {
	const dt, turn = 0.5, 2 * math.Pi
	free, first, both := []Pin(nil), []Pin{PinAll, 0}, []Pin{PinAll, PinAll}
	for _, c := range []struct {
		name     string
		material Material
		pin      []Pin
		k, c     float64
	}{
		{"no force", Material{}, free, 0, 0},
		{"SI", Material{Stiffness: 8, Damping: 2}, free, 8, 2},
		{"SI, pinned", Material{Stiffness: 8, Damping: 2}, both, 8, 2},
		{"EA", Material{AxialRigidity: 20, Damping: 2}, free, 40, 2},
		{"frequency", Material{Frequency: 1 / turn}, free, 0.75, 0},
		{"frequency, pinned end", Material{Frequency: 1 / turn}, first, 3, 0},
		{"frequency, partly pinned end", Material{Frequency: 1 / turn}, []Pin{PinX | PinY, 0}, 0.75, 0},
		{"ratio: 2 ζ √(k m)", Material{Frequency: 1 / turn, DampingRatio: 0.5}, free, 0.75, 0.75},
		{"ratio, pinned end", Material{Frequency: 2 / turn, DampingRatio: 0.5}, first, 12, 6},
		{"half-life", Material{Frequency: 1 / turn, HalfLife: 4 * math.Ln2}, free, 0.75, 0.75},
		{"half-life alone", Material{HalfLife: 2 * math.Ln2}, first, 0, 6},
		{"normalized", Material{Normalized: spring.Normalized{Stiffness: 0.5, Damping: 1}}, free, 1.5, 1.5},
		{"normalized, pinned end", Material{Normalized: spring.Normalized{Stiffness: 0.5, Damping: 1}}, first, 6, 6},
		{"oscillator, both pinned", Material{Frequency: 1, DampingRatio: 1}, both, 0, 0},
		{"normalized, both pinned", Material{Normalized: spring.Normalized{Stiffness: 1, Damping: 1}}, both, 0, 0},
	} {
		m := lever(c.material)
		m.Pin = c.pin
		if err := m.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		r := NewResolver(m, dt)
		if got := r.Spring(0); !near(got.Stiffness, c.k) || !near(got.Damping, c.c) {
			t.Errorf("%s: k = %g, c = %g, want %g and %g", c.name, got.Stiffness, got.Damping, c.k, c.c)
		}
		all := r.All(nil)
		if plain := strings.HasPrefix(c.name, "SI") || c.name == "no force"; plain != (all == nil) {
			t.Errorf("%s: per spring %v", c.name, all)
		} else if all != nil && all[0] != r.Spring(0) {
			t.Errorf("%s: All says %v, Spring %v", c.name, all[0], r.Spring(0))
		}
		m.MaterialOf[0] = Removed
		if got := NewResolver(m, dt).Spring(0); got != (Coefficients{}) {
			t.Errorf("%s: a removed spring has %+v", c.name, got)
		}
	}
}

// A star: mass 0 with springs to 1, 2 and 3, of which the last is removed; 4
// and 5 by themselves. Two springs at the hub: the cap is 1/3.
func TestCapsCountLivingSprings(t *testing.T) {
	m := &Model{
		RestPosition: make([]Vec3, 6), Mass: []float64{2, 2, 2, 2, 2, 2},
		Ends:       []Ends{{0, 1}, {2, 0}, {0, 3}, {4, 5}},
		RestLength: make([]float64, 4), MaterialOf: []uint16{1, 1, Removed, 1},
		Materials: []Material{{}, {Normalized: spring.Normalized{Stiffness: 1, Damping: 0.1}}},
	}
	r := NewResolver(m, 1)
	for s, want := range []Coefficients{{1. / 3, 0.1}, {1. / 3, 0.1}, {}, {1, 0.1}} {
		if got := r.Spring(s); !near(got.Stiffness, want.Stiffness) || !near(got.Damping, want.Damping) {
			t.Errorf("spring %d: %+v, want %+v", s, got, want)
		}
	}
}

func TestEveryFaultOfAMaterialIsNamed(t *testing.T) {
	for _, c := range []struct {
		material Material
		want     string
	}{
		{Material{Stiffness: -1}, "stiffness is -1 N/m"},
		{Material{Damping: math.Inf(1)}, "damping is +Inf N·s/m"},
		{Material{AxialRigidity: -2}, "axial rigidity is -2 N"},
		{Material{Frequency: math.NaN()}, "frequency is NaN Hz"},
		{Material{Frequency: 1, DampingRatio: -1}, "damping ratio is -1"},
		{Material{HalfLife: -1}, "half-life is -1 s"},
		{Material{Normalized: spring.Normalized{Stiffness: 1.5}}, "normalized stiffness is 1.5; it must be from 0 to 1"},
		{Material{Normalized: spring.Normalized{Damping: math.NaN()}}, "normalized damping is NaN"},
		{Material{Stiffness: 1, Frequency: 1}, "mixes vocabularies"},
		{Material{Damping: 1, HalfLife: 1}, "mixes vocabularies"},
		{Material{AxialRigidity: 1, Normalized: spring.Normalized{Stiffness: 1}}, "mixes vocabularies"},
		{Material{Frequency: 1, Normalized: spring.Normalized{Damping: 1}}, "mixes vocabularies"},
		{Material{Stiffness: 1, AxialRigidity: 1}, "stiffness and axial rigidity are both given"},
		{Material{Frequency: 1, DampingRatio: 1, HalfLife: 1}, "damping ratio and half-life are both given"},
		{Material{DampingRatio: 1}, "a damping ratio needs a frequency"},
	} {
		c.material.Name = "odd"
		err := lever(c.material).Validate()
		if err == nil || !strings.Contains(err.Error(), "material 1 (odd): ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: Validate returned %v, want %q", c.material, err, c.want)
		}
	}

	short := lever(Material{AxialRigidity: 1})
	short.RestLength[0] = 0
	if err := short.Validate(); err == nil || !strings.Contains(err.Error(), "spring 0: rest length is 0 m") {
		t.Errorf("EA on a spring without length: %v", err)
	}
	short.MaterialOf[0] = Removed
	if err := short.Validate(); err != nil {
		t.Errorf("a removed spring without length: %v", err)
	}
	for _, material := range []Material{{Frequency: 1}, {TensionOnly: true}, {AxialRigidity: 1}} {
		m := lever(Material{})
		m.Materials[Removed] = material
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "palette entry 0 means removed") {
			t.Errorf("palette entry 0 may be %v: %v", material, err)
		}
	}
}

// Normalized springs alone set no bound. Beside a spring of k = 8 N/m they take
// (Cs + 2 Cd)/4 of the limit of a mass: with Cs = 0.2 and Cd = 0.1, a tenth.
func TestSafeStepWithNormalizedMaterials(t *testing.T) {
	tuned := Material{Normalized: spring.Normalized{Stiffness: 0.2, Damping: 0.1}}
	alone := lever(tuned)
	if got := SafeStep(alone, Params{}); !math.IsInf(got, 1) {
		t.Errorf("normalized springs alone are safe up to %g s, want +Inf", got)
	}
	if got := AutoStep(alone, Params{}); got != 1e-3 {
		t.Errorf("AutoStep is %g s, want 1 ms", got)
	}

	m := pair()
	m.Materials[1].Damping = 0
	m.RestPosition = append(m.RestPosition, Vec3{2, 0, 0})
	m.Mass = append(m.Mass, 2)
	m.Materials = append(m.Materials, tuned)
	m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, Ends{1, 2}), append(m.RestLength, 1), append(m.MaterialOf, 2)
	if got, want := SafeStep(m, Params{DT: 5}), math.Sqrt(2*1.8/8); !near(got, want) {
		t.Errorf("mixed: %g s, want %g, whatever dt is", got, want)
	}
	ground := Params{Contacts: []Contact{Ground(0, 16, 0)}}
	if got, want := SafeStep(alone, ground), math.Sqrt(2*0.9/8); !near(got, want) {
		t.Errorf("normalized on the ground: %g s, want %g", got, want)
	}
}

func TestEnergyOfMaterials(t *testing.T) {
	const turn = 2 * math.Pi
	for _, c := range []struct {
		name     string
		material Material
		length   float64
		want     float64
	}{
		{"EA, k = 40", Material{AxialRigidity: 20}, 1, 5},
		{"frequency, k = 0.75", Material{Frequency: 1 / turn}, 1.5, 0.375},
		{"normalized, k = 3", Material{Normalized: spring.Normalized{Stiffness: 1}}, 1.5, 1.5},
		{"taut", Material{Stiffness: 8, TensionOnly: true}, 1, 1},
		{"slack", Material{Stiffness: 8, TensionOnly: true}, 0.25, 0},
	} {
		m := lever(c.material)
		s := &State{Position: []Vec3{{}, {0, c.length, 0}}, Velocity: make([]Vec3, 2)}
		if got := EnergyOf(m, Params{DT: 0.5}, s).Elastic; !near(got, c.want) {
			t.Errorf("%s: %g J, want %g", c.name, got, c.want)
		}
	}
	// Without a step that of AutoStep is meant: 1 ms, so k = 0.75e6 N/m.
	m := lever(Material{Normalized: spring.Normalized{Stiffness: 1}})
	s := &State{Position: []Vec3{{}, {0, 1.5, 0}}, Velocity: make([]Vec3, 2)}
	if got := EnergyOf(m, Params{}, s).Elastic; !near(got, 0.375e6) {
		t.Errorf("normalized without a step: %g J, want 375 kJ", got)
	}
}

func TestMaterialsInWords(t *testing.T) {
	for _, c := range []struct {
		material   Material
		vocabulary Vocabulary
		want       string
	}{
		{Material{}, SI, "no force"},
		{Material{Stiffness: 100, Damping: 0.5}, SI, "k = 100 N/m, c = 0.5 N·s/m"},
		{Material{AxialRigidity: 200, TensionOnly: true}, SI, "EA = 200 N, tension only"},
		{Material{Frequency: 3, DampingRatio: 0.7}, Oscillator, "f = 3 Hz, ζ = 0.7"},
		{Material{HalfLife: 0.25}, Oscillator, "half-life = 0.25 s"},
		{Material{Normalized: spring.Normalized{Stiffness: 0.01, Damping: 1}}, Normalized, "Cs = 0.01, Cd = 1"},
	} {
		if got := c.material.String(); got != c.want || c.material.Vocabulary() != c.vocabulary {
			t.Errorf("%v: %q, want %v: %q", c.material.Vocabulary(), got, c.vocabulary, c.want)
		}
		if undamped := c.material.Undamped(); undamped.Damps() || undamped.Frequency != c.material.Frequency {
			t.Errorf("%q undamped is %q", c.want, undamped)
		}
	}
	if got := SI.String() + ", " + Oscillator.String() + ", " + Normalized.String(); got != "SI, oscillator, normalized" {
		t.Errorf("vocabularies are called %s", got)
	}
}
