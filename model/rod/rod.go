package rod

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"
)

// Rod holds the rigidities of a rod of circular section. The zero value is no rod.
type Rod struct {
	Stretch float64 // EA [N], > 0
	Shear   float64 // GA [N], > 0, with its shear factor
	Bend    float64 // EI [N·m²], >= 0; zero: it bends freely
	Twist   float64 // GJ [N·m²], >= 0; zero: it twists freely
	Radius  float64 // r of the section [m], by which segments resist turning; zero: 2 √(EI/EA)
	// Delay is τ [s]: strains at a rate ε̇ are resisted as if they were ε + τ ε̇ (Kelvin and Voigt's
	// retardation time); zero: nothing is damped.
	Delay float64

	Straight  bool    // without bends at rest, whatever the shape is in which it starts
	RestTwist float64 // twist of the sections at rest beyond that of the shape in which it starts [rad/m]
}

// Solid returns a rod of a solid circular section of radius r [m] with the moduli E and G [Pa]: EA =
// E π r², EI = E π r⁴/4, GJ = G π r⁴/2, and GA = κ G π r² with the shear factor κ = 6 (1 + ν)/(7 +
// 6 ν) of circles, ν = E/(2 G) − 1 (G. R. Cowper, The shear coefficient in Timoshenko's beam
// theory, 1966).
func Solid(r, e, g float64) Rod {
	area, poisson := math.Pi*r*r, e/(2*g)-1
	return Rod{Stretch: e * area, Shear: 6 * (1 + poisson) / (7 + 6*poisson) * g * area,
		Bend: e * area * r * r / 4, Twist: g * area * r * r / 2, Radius: r}
}

// There reports whether it is a rod at all.
func (r Rod) There() bool { return r != Rod{} }

// Thick returns the radius by which segments resist turning [m].
func (r Rod) Thick() float64 {
	if r.Radius != 0 {
		return r.Radius
	}
	return 2 * math.Sqrt(r.Bend/r.Stretch)
}

// Inertia returns the moments of inertia of a segment of a mass [kg] and a length [m], about
// any axis across it and about its own [kg·m²]: those of a solid cylinder, m (3 r² + ℓ²)/12
// and m r²/2.
func (r Rod) Inertia(mass, length float64) (across, along float64) {
	thick := r.Thick()
	return mass * (3*thick*thick + length*length) / 12, mass * thick * thick / 2
}

// Strains returns the diagonals of stiffness of a segment's ends, (GA, GA, EA)/ℓ [N/m].
func (r Rod) Strains(length float64) mgl64.Vec3 {
	return mgl64.Vec3{r.Shear / length, r.Shear / length, r.Stretch / length}
}

// Turns returns the diagonals of stiffness of a joint, (EI, EI, GJ)/ℓ [N·m].
func (r Rod) Turns(length float64) mgl64.Vec3 {
	return mgl64.Vec3{r.Bend / length, r.Bend / length, r.Twist / length}
}

// String describes the rigidities of the rod with units.
func (r Rod) String() string {
	text := fmt.Sprintf("rod of EA = %.4g N, GA = %.4g N, EI = %.4g N·m², GJ = %.4g N·m²", r.Stretch, r.Shear, r.Bend, r.Twist)
	if r.Radius != 0 {
		text += fmt.Sprintf(", r = %.4g m", r.Radius)
	}
	if r.Straight {
		text += ", straight at rest"
	}
	if r.RestTwist != 0 {
		text += fmt.Sprintf(", twist at rest %.4g rad/m", r.RestTwist)
	}
	if r.Delay != 0 {
		text += fmt.Sprintf(", retardation %.4g s", r.Delay)
	}
	return text
}

// Faults returns a sentence for each fault of the rod.
func (r Rod) Faults() (out []string) {
	for _, f := range []struct {
		name, unit string
		value      float64
		needed     bool
	}{
		{"axial rigidity", "N", r.Stretch, true}, {"shear rigidity", "N", r.Shear, true}, {"bending rigidity", "N·m²", r.Bend, false},
		{"torsional rigidity", "N·m²", r.Twist, false}, {"radius", "m", r.Radius, false}, {"retardation time", "s", r.Delay, false},
	} {
		switch {
		case !(f.value >= 0) || math.IsInf(f.value, 1):
			out = append(out, fmt.Sprintf("%s of the rod is %g %s; it must not be negative", f.name, f.value, f.unit))
		case f.needed && f.value == 0:
			out = append(out, fmt.Sprintf("%s of the rod is 0 %s; it must be positive", f.name, f.unit))
		}
	}
	if math.IsNaN(r.RestTwist) || math.IsInf(r.RestTwist, 0) {
		out = append(out, fmt.Sprintf("rest twist of the rod is %g rad/m; it must be a finite number", r.RestTwist))
	}
	if len(out) == 0 && !(r.Thick() > 0) {
		out = append(out, "the rod has neither a radius nor a bending rigidity, and so no inertia against twisting; give a radius")
	}
	return out
}
