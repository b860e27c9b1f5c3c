package physics

import (
	"fmt"
	"math"

	"hooke/model"
)

// These are the bits of the positions that engines store.
const (
	SingleBits      = 24 // of a float32
	CompensatedBits = 48 // of two words of float32
	DoubleBits      = 53 // of a float64
)

// RoundingBits returns the bits of a precision by its name in Description; an unknown name
// counts as single.
func RoundingBits(precision string) int {
	switch precision {
	case "compensated":
		return CompensatedBits
	case "double":
		return DoubleBits
	}
	return SingleBits
}

// Ulp returns the distance to the next number with the given bits above |x| (a unit in the
// last place); 0 at 0 and below the range of float32.
func Ulp(x float64, bits int) float64 {
	exponent := math.Ilogb(x)
	if x == 0 || exponent < -126 {
		return 0
	}
	return math.Ldexp(1, exponent+1-bits)
}

// Rounding estimates the effect on a structure of rounding positions to a number of bits. Let
// u be the distance of neighboring numbers at a coordinate. Each step rounds the positions of
// both ends of a spring by up to u/2 along each axis, at random. This adds the variance Σ n²
// (uA² + uB²)/12 to its length L in the direction n, and ½ k times that to the energy, in
// every step.
type Rounding struct {
	Bits   int
	Far    float64 // the largest coordinate [m]
	Step   float64 // u there [m]
	Length float64 // of the mean spring [m]
	Strain float64 // root mean square over the springs of (u of the ends along n)/L
	Floor  float64 // ½ Σ k (uA + uB + uL)² + ½ Σ m (u/dt)²: largest energy of rounding at any time [J]
	Heat   float64 // ½ Σ k Σ n² (uA² + uB²)/12: largest energy that a step adds [J]
	Fade   float64 // share of the heat that dampers and drag dissipate per step: dt (2 Σc/Σm + ln2/half-life)
	Whole  float64 // ½ Σ k L0²: the energy of all springs at a strain of 1 [J]
}

// RoundingOf returns the rounding of a model in a state, by numbers with the given bits. It
// visits all masses and springs, on all cores.
func RoundingOf(m *model.Model, p model.Params, s *model.State, bits int) Rounding {
	r := Rounding{Bits: bits}
	dt := p.DT
	if dt == 0 {
		dt = AutoStep(m, p)
	}
	mass := r.ofMasses(m, s, dt)
	damping := r.ofSprings(m, s, p)
	if mass > 0 {
		r.Fade = dt * (2*damping/mass + p.DragRate())
	}
	return r
}

// ofMasses adds the share of masses, and returns the total mass that can move [kg].
func (r *Rounding) ofMasses(m *model.Model, s *model.State, dt float64) (mass float64) {
	if rest := m.Positions(s); rest.AtRest() != nil && m.Pin == nil {
		return r.ofPlaces(rest.AtRest(), dt)
	}
	type part struct{ far, floor, mass float64 }
	parts, position := make([]part, model.BlockCount(m.MassCount())), m.Positions(s)
	inMassBlocks(m, position, model.Vectors{}, func(block, first int, places, _ []model.Vec3) {
		sum := parts[block]
		for k, place := range places {
			i := first + k
			pin := m.PinOf(i)
			for axis, x := range place {
				sum.far = max(sum.far, math.Abs(x))
				if pin&(model.PinX<<axis) == 0 {
					speed := Ulp(x, r.Bits) / dt
					sum.floor += 0.5 * m.MassAt(i) * speed * speed
				}
			}
			if pin != model.PinAll {
				sum.mass += m.MassAt(i)
			}
		}
		parts[block] = sum
	})
	for _, p := range parts {
		r.Far, r.Floor, mass = max(r.Far, p.far), r.Floor+p.floor, mass+p.mass
	}
	r.Step = Ulp(r.Far, r.Bits)
	return mass
}

// ofPlaces is ofMasses of a pattern without pins at rest: each coordinate is that of a
// layer of masses.
func (r *Rounding) ofPlaces(p *model.Pattern, dt float64) (mass float64) {
	mass = p.Mass * float64(p.MassCount())
	for axis, size := range p.Size {
		layer := mass / float64(size)
		for place := range size {
			x := p.Coordinate(axis, place)
			speed := Ulp(x, r.Bits) / dt
			r.Far = max(r.Far, math.Abs(x))
			r.Floor += 0.5 * layer * speed * speed
		}
	}
	r.Step = Ulp(r.Far, r.Bits)
	return mass
}

// roundedSpring is the contribution of springs to a rounding: sums over several, or of one.
type roundedSpring struct{ length, strain, floor, heat, whole, damping, count float64 }

// add adds the given number of springs that are alike.
func (a *roundedSpring) add(b *roundedSpring, count float64) {
	a.length, a.strain, a.floor, a.heat = a.length+count*b.length, a.strain+count*b.strain, a.floor+count*b.floor, a.heat+count*b.heat
	a.whole, a.damping, a.count = a.whole+count*b.whole, a.damping+count*b.damping, a.count+count*b.count
}

// ofSprings adds the share of springs, and returns the sum of their dampers [N·s/m].
func (r *Rounding) ofSprings(m *model.Model, s *model.State, p model.Params) (damping float64) {
	parts := make([]roundedSpring, model.BlockCount(m.SpringCount()))
	resolver, position := ResolverOf(m, p), m.Positions(s)
	var kinds *PatternKinds
	if m.Pattern != nil && m.Pin == nil && position.Wide == nil {
		kinds = KindsOf(m.Pattern)
	}
	if kinds == nil || !r.ofKinds(kinds, resolver, parts) {
		SpringBlocks(m, position, func(block int, some NearSprings) {
			var sum roundedSpring
			for i, ends := range some.Ends {
				a, b := ends[0], ends[1]
				material, pinA, pinB := some.MaterialOf[i], some.PinOf(a), some.PinOf(b)
				if material == model.Removed || pinA&pinB == model.PinAll {
					continue
				}
				sum.spring(some.At[a], some.At[b], some.RestLength[i], pinA, pinB, resolver.in(some.First+i, material), r.Bits)
			}
			parts[block] = sum
		})
	}
	count := 0.0
	for _, p := range parts {
		r.Floor, r.Heat, r.Whole, r.Length = r.Floor+p.floor, r.Heat+p.heat, r.Whole+p.whole, r.Length+p.length
		r.Strain += p.strain
		damping, count = damping+p.damping, count+p.count
	}
	if count > 0 {
		r.Length, r.Strain = r.Length/count, math.Sqrt(r.Strain/count)
	}
	return damping
}

// ofKinds is the share of the springs of a model by a pattern that is at rest and has no pins: one
// of each kind stands for all. It is false for too many kinds.
func (r *Rounding) ofKinds(kinds *PatternKinds, resolver *Resolver, parts []roundedSpring) bool {
	return kinds.Each(func(o *model.Offset, from, to model.Vec3, count float64) {
		var one roundedSpring
		one.spring(from, to, o.RestLength, 0, 0, resolver.in(0, o.Material), r.Bits)
		parts[0].add(&one, count)
	})
}

// spring adds the share of a spring between two positions; nothing of one without a length.
func (a *roundedSpring) spring(from, to model.Vec3, rest float64, pinA, pinB model.Pin, k model.Coefficients, bits int) {
	way := to.Sub(from)
	length := way.Len()
	if length == 0 {
		return
	}
	kept, moved := 0.0, 0.0 // squares of rounding errors along the spring [m²]: of its state, and of the changes in a step
	for axis, component := range way {
		n := component / length
		ua, ub := Ulp(from[axis], bits), Ulp(to[axis], bits)
		kept += n * n * (ua + ub) * (ua + ub)
		moved += n * n * (free(pinA, axis)*ua*ua + free(pinB, axis)*ub*ub)
	}
	off := math.Sqrt(kept) + Ulp(length, bits)
	a.floor += 0.5 * k.Stiffness * off * off
	a.heat += 0.5 * k.Stiffness * moved / 12
	a.whole += 0.5 * k.Stiffness * rest * rest
	a.damping += k.Damping
	a.length += length
	a.strain += off * off / (length * length)
	a.count++
}

// free returns 1 on an axis that is not pinned, else 0: steps do not round the positions of
// pinned masses again.
func free(pin model.Pin, axis int) float64 {
	if pin&(model.PinX<<axis) != 0 {
		return 0
	}
	return 1
}

// HeatIn returns the approximate energy that rounding adds in a number of steps [J]: Heat in
// each, of which dampers and drag dissipate the share Fade. It is an upper estimate for
// masses that move by more than a unit in the last place per step; for slower ones less is
// added.
func (r Rounding) HeatIn(steps int64) float64 {
	if r.Fade > 0 {
		return r.Heat * min(float64(steps), 1/r.Fade)
	}
	return r.Heat * float64(steps)
}

// String describes the resolution of positions.
func (r Rounding) String() string {
	number := "float32"
	switch r.Bits {
	case CompensatedBits:
		number = "two float32"
	case DoubleBits:
		number = "float64"
	}
	if r.Length == 0 {
		return fmt.Sprintf("positions in %s are %.2g m apart, %.3g m from the origin", number, r.Step, r.Far)
	}
	return fmt.Sprintf("positions in %s are %.2g m apart, %.3g m from the origin: a strain of %.1g in a spring of %.2g m", number, r.Step, r.Far, r.Strain, r.Length)
}
