package model

import (
	"math"
	"strings"
	"testing"

	"hooke/model/spring"
	"hooke/must"
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
		{Material{Normalized: spring.Normalized{Stiffness: -0.5}}, "normalized stiffness is -0.5; it must not be negative"},
		{Material{Normalized: spring.Normalized{Damping: math.NaN()}}, "normalized damping is NaN"},
		{Material{Stiffness: 1, Frequency: 1}, "mixes vocabularies"},
		{Material{Damping: 1, HalfLife: 1}, "mixes vocabularies"},
		{Material{AxialRigidity: 1, Normalized: spring.Normalized{Stiffness: 1}}, "mixes vocabularies"},
		{Material{Frequency: 1, Normalized: spring.Normalized{Damping: 1}}, "mixes vocabularies"},
		{Material{Stiffness: 1, AxialRigidity: 1}, "stiffness and axial rigidity are both given"},
		{Material{Frequency: 1, DampingRatio: 1, HalfLife: 1}, "damping ratio and half-life are both given"},
		{Material{DampingRatio: 1}, "a damping ratio needs a stiffness or a frequency"},
		{Material{Stiffness: 1, Damping: 1, DampingRatio: 1}, "damping and damping ratio are both given"},
	} {
		c.material.Name = "odd"
		err := lever(c.material).Validate()
		if err == nil || !strings.Contains(err.Error(), "material 1 (odd): ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: Validate returned %v, want %q", c.material, err, c.want)
		}
	}

	short := lever(Material{AxialRigidity: 1})
	short.RestLength[0] = 0
	must.Say(t, "EA on a spring without length", short.Validate(), "spring 0: rest length is 0 m")
	short.MaterialOf[0] = Removed
	must.Be(t, short.Validate(), nil, "a removed spring without length")
	for _, material := range []Material{{Frequency: 1}, {TensionOnly: true}, {AxialRigidity: 1}} {
		m := lever(Material{})
		m.Materials[Removed] = material
		if err := m.Validate(); err == nil || !strings.Contains(err.Error(), "palette entry 0 means removed") {
			t.Errorf("palette entry 0 may be %v: %v", material, err)
		}
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
	must.Be(t, SI.String()+", "+Oscillator.String()+", "+Normalized.String(), "SI, oscillator, normalized", "vocabularies are called")
}
