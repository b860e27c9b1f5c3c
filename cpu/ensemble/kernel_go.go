package ensemble

import (
	"math"
	"unsafe"
)

// fused returns a b + c, rounded once, as one instruction of the assembly has it. The product is exact in
// float64. The sum is rounded there; that it is rounded again to float32 matters only where it lies in
// the middle between two numbers of float32.
func fused(a, b, c float32) float32 {
	sum := float64(a)*float64(b) + float64(c)
	const middle, leastExponent = 1 << 28, 1023 - 126 // of the bits beyond float32; of its normal numbers
	if bits := math.Float64bits(sum); bits&(2*middle-1) != middle && bits>>52&2047 >= leastExponent {
		return float32(sum)
	}
	return fusedToOdd(a, b, c)
}

// fusedToOdd is fused through a sum rounded to odd in float64, so that its conversion to
// float32 is not rounded twice (S. Boldo and G. Melquiond, "Emulation of FMA and correctly
// rounded sums", 2008).
func fusedToOdd(a, b, c float32) float32 {
	product := float64(a) * float64(b)
	sum := product + float64(c)
	back := sum - product
	lost := (product - (sum - back)) + (float64(c) - back)
	if bits := math.Float64bits(sum); lost != 0 && sum-sum == 0 && bits&1 == 0 {
		if (lost > 0) == (sum > 0) {
			bits++
		} else {
			bits--
		}
		sum = math.Float64frombits(bits)
	}
	return float32(sum)
}

// row is 16 numbers.
type row = *[lanes]float32

// at returns the row that begins at an index.
func at(from *float32, place uint32, which int) row {
	return row(unsafe.Add(unsafe.Pointer(from), 4*(int(place)+which*lanes)))
}

// dot is a·b.
func dot(a, b [3]float32) float32 {
	return fused(a[2], b[2], fused(a[1], b[1], a[0]*b[0]))
}

// vectorAt returns a vector of one member.
func vectorAt(from *float32, place uint32, which, lane int) [3]float32 {
	return [3]float32{at(from, place, which)[lane], at(from, place, which+1)[lane], at(from, place, which+2)[lane]}
}

// root returns the square root, rounded once.
func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// leastSquare is (1e-12 m)²: shorter springs have no direction and exert no force.
const leastSquare = 1e-24

// springsGo adds the forces of springs to their ends. With d = xB − xA, L = |d| and r = 1/L,
//
//	f/L = (k (L − L0) + c (((vB − vA)·d) r)) r
//
// Of cables the outer parentheses are at least 0, and 0 unless L > L0. The full form has cables, and springs that add to k
// and c of their laws; without these it has the bits of the plain one.
func springsGo(c *springCall, full bool) {
	*at(c.longest, 0, 0) = [lanes]float32{}
	first := 0
	for _, run := range unsafe.Slice(c.runs, c.count) {
		last := first + int(run.count)
		for _, spring := range unsafe.Slice(c.springs, last)[first:] {
			c.spring(run.a, &spring, full)
		}
		first = last
	}
}

// spring adds the forces of one spring of all members.
func (c *springCall) spring(a uint32, s *spring, full bool) {
	var xa, xb, va, vb, onA, onB [3]row
	for axis := range 3 {
		xa[axis], va[axis], onA[axis] = at(c.masses, a, rowX+axis), at(c.masses, a, rowV+axis), at(c.masses, a, rowForce+axis)
		xb[axis], vb[axis], onB[axis] = at(c.masses, s.b, rowX+axis), at(c.masses, s.b, rowV+axis), at(c.masses, s.b, rowForce+axis)
	}
	stiffness, damping, rest := at(c.laws, s.law, rowStiffness), at(c.laws, s.law, rowDamping), at(c.laws, s.law, rowRest)
	slack, floor, longest := at(c.laws, s.law, rowSlack), at(c.laws, s.law, rowFloor), at(c.longest, 0, 0)
	for lane := range lanes {
		var d, u [3]float32
		for axis := range 3 {
			d[axis], u[axis] = xb[axis][lane]-xa[axis][lane], vb[axis][lane]-va[axis][lane]
		}
		square, rate := dot(d, d), dot(u, d)
		if square > longest[lane] {
			longest[lane] = square
		}
		length, perLength := root(square), float32(0)
		if square > leastSquare {
			perLength = 1 / length
		}
		stretch := fused(-s.rest, rest[lane], length)
		f := fused(damping[lane]+s.damping, rate*perLength, (stiffness[lane]+s.stiffness)*stretch)
		if full {
			if !(f > floor[lane]) {
				f = floor[lane]
			}
			if !(stretch > slack[lane]) {
				f = 0
			}
		}
		f *= perLength
		for axis := range 3 {
			onA[axis][lane], onB[axis][lane] = fused(f, d[axis], onA[axis][lane]), fused(-f, d[axis], onB[axis][lane])
		}
	}
}

// moveGo advances masses by one step of symplectic Euler, with planes and their friction:
//
//	F = Σ springs + Σ pushes,  w = (v + dt g) + F dt/m,  then friction on w,
//	v ← w 2^(−dt/h),  x ← x + dt v
//
// and sets the forces to 0. Pinned masses, and members that are not stepped, stay.
func moveGo(c *moveCall) {
	c.bad = 0
	for _, m := range unsafe.Slice(c.list, c.count) {
		touching := uint16(0)
		for lane := range lanes {
			if c.mass(&m, lane) {
				touching |= 1 << lane
			}
		}
		c.any |= uint64(touching)
		*(*uint16)(unsafe.Add(unsafe.Pointer(c.touching), 2*int(m.number))) = touching
	}
}

// mass advances one mass of one member and says whether it touches a plane.
func (c *moveCall) mass(m *mass, lane int) (touches bool) {
	number := func(which int) float32 { return at(c.numbers, 0, which)[lane] }
	x, v, f := vectorAt(c.masses, m.at, rowX, lane), vectorAt(c.masses, m.at, rowV, lane), vectorAt(c.masses, m.at, rowForce, lane)
	for k := range c.planes {
		if pressed, touched := c.pressed(k, lane, x, v); touched {
			if !touches && c.slip != nil && c.alive>>lane&1 != 0 {
				*numberAt(c.slip, int(m.number), lane) += float64(c.slide(k, lane, v))
			}
			touches = true
			for axis, n := range vectorAt(c.contacts, uint32(k)*contactSize, rowNormal, lane) {
				f[axis] = fused(pressed, n, f[axis])
			}
		}
	}
	perMass := m.perMass * at(c.scales, m.scale, 0)[lane]
	var w [3]float32
	for axis := range 3 {
		if m.moves[axis] != 0 {
			w[axis] = fused(f[axis], perMass, v[axis]+number(rowFall+axis))
		}
	}
	if touches {
		for k := range c.planes {
			c.applyFriction(&w, k, lane, x, v, perMass)
		}
	}
	alive := c.alive>>lane&1 != 0
	for axis := range 3 {
		at(c.masses, m.at, rowForce+axis)[lane] = 0
		if m.moves[axis] == 0 {
			w[axis] = 0
		}
		now := w[axis] * number(rowDrag)
		next := fused(c.dt, now, x[axis])
		if next-next != 0 {
			c.bad |= 1 << lane
		}
		if alive {
			at(c.masses, m.at, rowX+axis)[lane], at(c.masses, m.at, rowV+axis)[lane] = next, now
		}
	}
	return touches
}

// pressed returns F_N of a plane [N], and whether the mass touches it.
func (c *moveCall) pressed(k int64, lane int, x, v [3]float32) (pressed float32, touches bool) {
	of := func(which int) float32 { return at(c.contacts, uint32(k)*contactSize, which)[lane] }
	n := vectorAt(c.contacts, uint32(k)*contactSize, rowNormal, lane)
	depth := of(rowOffset)
	for axis := range 3 {
		depth = fused(-n[axis], x[axis], depth)
	}
	if !(depth > 0) {
		return 0, false
	}
	pressed = fused(-of(rowBrake), dot(n, v), of(rowPush)*depth)
	if !(pressed > 0) {
		pressed = 0
	}
	return pressed, true
}

// slide returns |v_t| on a plane [m/s].
func (c *moveCall) slide(k int64, lane int, v [3]float32) float32 {
	return slideOn(vectorAt(c.contacts, uint32(k)*contactSize, rowNormal, lane), v)
}

// slideOn returns |v_t| on a surface [m/s].
func slideOn(n, v [3]float32) float32 {
	across := dot(n, v)
	for axis := range 3 {
		v[axis] = fused(-n[axis], across, v[axis])
	}
	return root(dot(v, v))
}

// applyFriction takes the slip on a plane out of w: all of it where that is at most μs F_N dt/m, else
// μk F_N dt/m.
func (c *moveCall) applyFriction(w *[3]float32, k int64, lane int, x, v [3]float32, perMass float32) {
	pressed, _ := c.pressed(k, lane, x, v)
	if !(pressed > 0) {
		return
	}
	of := func(which int) float32 { return at(c.contacts, uint32(k)*contactSize, which)[lane] }
	applyFrictionOn(w, vectorAt(c.contacts, uint32(k)*contactSize, rowNormal, lane), pressed*perMass, of(rowStatic), of(rowKinetic))
}

// applyFrictionOn applies the friction of a surface with the impulse F_N dt/m [m/s].
func applyFrictionOn(w *[3]float32, n [3]float32, impulse, static, kinetic float32) {
	across := dot(n, *w)
	var slip [3]float32
	for axis := range 3 {
		slip[axis] = fused(-across, n[axis], w[axis])
	}
	speed := root(dot(slip, slip))
	part := kinetic * impulse / speed
	if speed <= static*impulse {
		part = 1
	}
	for axis := range 3 {
		w[axis] = fused(-part, slip[axis], w[axis])
	}
}

// driveGo evaluates muscles that are sines, L0(t)/L0 = 1 + a sin 2πc, and scales the laws that
// have them. With y the phase in a cycle c, folded to ±1/4, the sine is a polynomial of y, within
// 4e-9 (the series of Chebyshev polynomials, cut off after the ninth).
func driveGo(c *driveCall) {
	for k := range uint32(c.count) {
		amplitude, scale, turn := at(c.muscles, k*muscleSize, rowAmplitude), at(c.muscles, k*muscleSize, rowScale), at(c.muscles, k*muscleSize, rowTurn)
		for lane := range lanes {
			scale[lane] = fused(amplitude[lane], sine(math.Float32bits(turn[lane])), 1)
		}
	}
	for _, d := range unsafe.Slice(c.driven, c.pulled) {
		to, rest, scale := at(c.laws, d.law, rowRest), at(c.rest, d.rest, 0), at(c.muscles, d.muscle, rowScale)
		for lane := range lanes {
			to[lane] = rest[lane] * scale[lane]
		}
	}
}

// The coefficients of y, y³, y⁵, y⁷ and y⁹.
const (
	sine1 = 6.283185159611164
	sine3 = -41.34165492934339
	sine5 = 81.60099819260749
	sine7 = -76.54965682048898
	sine9 = 39.535813710422055
)

// sine is sin 2πc of a phase in the cycle, of which 2^32 is all.
func sine(turn uint32) float32 {
	if (turn^turn<<1)&(1<<31) != 0 { // between 1/4 and 3/4 of the cycle
		turn = 1<<31 - turn
	}
	y := float32(int32(turn)) * (1. / (1 << 32))
	z, p := y*y, float32(sine9)
	for _, c := range [...]float32{sine7, sine5, sine3, sine1} {
		p = fused(p, z, c)
	}
	return p * y
}
