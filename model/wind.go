package model

import (
	"fmt"
	"math"

	"hooke/order/random"
)

// airDensity is the density of air at 20 °C and sea level [kg/m³].
const airDensity = 1.2

// Wind acts on the triangles of a model (Model.Triangles). Let u be the velocity of the air
// relative to the mean of a triangle's corners, A its area, n its unit normal turned so that
// n·u ≥ 0, and s = n·u/|u|, the sine of the angle between air and plate:
//
//	F = ½ ρ A (n·u) [(CD − CL s) u + CL |u| n]
//
// One third acts on each corner. Along the air this is the drag ½ ρ A CD |u|² s; across it,
// in the plane of u and n, it is the lift ½ ρ A CL |u|² s √(1−s²). A plate across the air has
// drag alone, and one along it no force. Air at rest slows masses.
//
// Gusts change the strength of the wind and keep its direction:
//
//	W(t) = Velocity · (1 + Gust · noise(t/GustTime))
//
// noise is smooth, from −1 to 1, with mean 0, and equal for equal seeds on every machine. The
// zero value is no air. Wind takes 88 bytes.
type Wind struct {
	Velocity   Vec3    // mean [m/s]
	Gust       float64 // strength of the gusts relative to the velocity, 0 to 1
	GustTime   float64 // time between independent strengths [s]; > 0 if there are gusts
	Seed       uint64  // of the gusts
	AirDensity float64 // ρ [kg/m³]; zero: 1.2, that of air
	Drag       float64 // CD, >= 0
	Lift       float64 // CL, >= 0
}

// Blows reports whether the wind exerts any force.
func (w Wind) Blows() bool { return w.Drag != 0 || w.Lift != 0 }

// Density returns ρ [kg/m³].
func (w Wind) Density() float64 {
	if w.AirDensity == 0 {
		return airDensity
	}
	return w.AirDensity
}

// At returns the velocity of the air at time t [s], gusts included [m/s].
func (w Wind) At(t float64) Vec3 {
	if w.Gust == 0 {
		return w.Velocity
	}
	return w.Velocity.Mul(1 + w.Gust*noise(w.Seed, t/w.GustTime))
}

// noise is value noise: a random number from −1 to 1 at each whole x, interpolated by 6s⁵ −
// 15s⁴ + 10s³. This polynomial has no slope and no curvature at its ends, so the wind has
// neither steps nor kinks. (K. Perlin, Improving Noise, 2002, for the polynomial.)
func noise(seed uint64, x float64) float64 {
	cell := math.Floor(x)
	s := x - cell
	share := s * s * s * (s*(6*s-15) + 10)
	from, to := gustAt(seed, int64(cell)), gustAt(seed, int64(cell)+1)
	return from + share*(to-from)
}

// gustAt returns the random number of a cell, from −1 to 1.
func gustAt(seed uint64, cell int64) float64 {
	return random.Signed(random.Mix(GustCell(seed, cell)))
}

// GustCell returns the input of random.Mix for the random number of a cell of gusts, for
// engines on devices. It grows by 0x9e3779b97f4a7c15 per cell, modulo 2^64.
func GustCell(seed uint64, cell int64) uint64 {
	return seed*0xd1342543de82ef95 + (uint64(cell)+1)*0x9e3779b97f4a7c15
}

// faults returns a sentence for each fault of the wind.
func (w Wind) faults() []string {
	var f []string
	if !finiteVec(w.Velocity) {
		f = append(f, fmt.Sprintf("velocity is %v m/s; every component must be a finite number", w.Velocity))
	}
	if !(w.Gust >= 0 && w.Gust <= 1) {
		f = append(f, fmt.Sprintf("gusts are %g of the velocity; give a share from 0 to 1", w.Gust))
	}
	if !finite(w.GustTime) || w.GustTime < 0 || w.Gust > 0 && w.GustTime == 0 {
		f = append(f, fmt.Sprintf("gusts change in %g s; give a positive time", w.GustTime))
	}
	if !finite(w.AirDensity) || w.AirDensity < 0 {
		f = append(f, fmt.Sprintf("air density is %g kg/m³; give a positive number, or 0 for air", w.AirDensity))
	}
	if !finite(w.Drag) || w.Drag < 0 || !finite(w.Lift) || w.Lift < 0 {
		f = append(f, fmt.Sprintf("coefficients of drag and lift are %g and %g; they must not be negative", w.Drag, w.Lift))
	}
	if !w.Blows() && w.Velocity != (Vec3{}) {
		f = append(f, "it has a velocity and no coefficient of drag or lift; give one")
	}
	return f
}

func windFaults(p Params, fault func(string, ...any)) {
	for _, words := range p.Wind.faults() {
		fault("wind: %s", words)
	}
}

func windFits(p Params, m *Model) error {
	if p.Wind.Blows() && len(m.Triangles) == 0 {
		return fmt.Errorf("model %q: wind: the model has no triangles that it could blow on; use a cloth, or no wind", m.Name)
	}
	return nil
}

func blown(p Params) bool { return p.Wind.Blows() }
