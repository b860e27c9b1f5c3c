package laws

// parallel is the square of the sine of the angle below which two springs are parallel, and the
// corners of a triangle lie on a line.
const parallel = 1e-10

// NoWay is the distance [m] below which two points have no direction, and so no push.
const NoWay = 1e-12

// Within returns the nearest number from 0 to 1.
func Within[T Real](x T) T {
	return max(0, min(1, x))
}

// BetweenSegments returns the shares s and t, as X and Y, at which a0 + s (a1 − a0) and
// b0 + t (b1 − b0) are closest, from 0 to 1. Of parallel segments it is the middle of the part along
// which they are near. With u = a1 − a0, v = b1 − b0 and w = a0 − b0:
//
//	s = (v × w)·(u × v)/|u × v|²,  t = (v·w + s u·v)/|v|²,  cut off at the ends
//
// Source: C. Ericson, Real-Time Collision Detection, 2005, 5.1.9.
func BetweenSegments[T Real](a0, a1, b0, b1 Vec[T]) Vec[T] {
	u := Minus(a1, a0)
	v := Minus(b1, b0)
	w := Minus(a0, b0)
	uu := Dot(u, u)
	vv := Dot(v, v)
	uw := Dot(u, w)
	vw := Dot(v, w)
	if uu == 0 {
		if vv == 0 {
			return Vec[T]{0.5, 0.5, 0}
		}
		return Vec[T]{0.5, Within(vw / vv), 0}
	}
	if vv == 0 {
		return Vec[T]{Within(-uw / uu), 0.5, 0}
	}
	uv := Dot(u, v)
	across := Cross(u, v)
	square := Dot(across, across)
	if square <= parallel*uu*vv {
		middle := (Within(-uw/uu) + Within((uv-uw)/uu)) / 2
		return Vec[T]{middle, Within((vw + T(middle*uv)) / vv), 0}
	}
	s := Within(Dot(Cross(v, w), across) / square)
	t := (vw + T(s*uv)) / vv
	if t < 0 || t > 1 {
		t = Within(t)
		s = Within((T(t*uv) - uw) / uu)
	}
	return Vec[T]{s, t, 0}
}

// ShareOn returns the share s, from 0 to 1, at which a + s (b − a) is closest to x; the middle where a is b.
func ShareOn[T Real](x, a, b Vec[T]) T {
	v := Minus(b, a)
	vv := Dot(v, v)
	if vv == 0 {
		return 0.5
	}
	return Within(Dot(v, Minus(x, a)) / vv)
}

// OnEdges is OnTriangle for the edges of a triangle, whose corners may lie on a line.
func OnEdges[T Real](x, a, b, c Vec[T]) Vec[T] {
	first := ShareOn(x, a, b)
	second := ShareOn(x, b, c)
	third := ShareOn(x, c, a)
	toFirst := Length(Minus(x, Plus(a, Times(first, Minus(b, a)))))
	toSecond := Length(Minus(x, Plus(b, Times(second, Minus(c, b)))))
	toThird := Length(Minus(x, Plus(c, Times(third, Minus(a, c)))))
	if toFirst <= toSecond && toFirst <= toThird {
		return Vec[T]{1 - first, first, 0}
	}
	if toSecond <= toThird {
		return Vec[T]{0, 1 - second, second}
	}
	return Vec[T]{third, 0, 1 - third}
}

// OnTriangle returns the shares of the corners at the point of a triangle that is closest to x.
// Source: C. Ericson, Real-Time Collision Detection, 2005, 5.1.5.
func OnTriangle[T Real](x, a, b, c Vec[T]) Vec[T] {
	ab := Minus(b, a)
	ac := Minus(c, a)
	n := Cross(ab, ac)
	square := Dot(n, n)
	if square <= parallel*Dot(ab, ab)*Dot(ac, ac) {
		return OnEdges(x, a, b, c)
	}
	ap := Minus(x, a)
	bp := Minus(x, b)
	cp := Minus(x, c)
	if Dot(ab, ap) <= 0 && Dot(ac, ap) <= 0 {
		return Vec[T]{1, 0, 0}
	}
	if Dot(ab, bp) >= 0 && Dot(ac, bp) <= Dot(ab, bp) {
		return Vec[T]{0, 1, 0}
	}
	if Dot(ac, cp) >= 0 && Dot(ab, cp) <= Dot(ac, cp) {
		return Vec[T]{0, 0, 1}
	}
	if Dot(n, Cross(ap, bp)) <= 0 && Dot(ab, ap) >= 0 && Dot(ab, bp) <= 0 {
		s := ShareOn(x, a, b)
		return Vec[T]{1 - s, s, 0}
	}
	if Dot(n, Cross(cp, ap)) <= 0 && Dot(ac, ap) >= 0 && Dot(ac, cp) <= 0 {
		s := ShareOn(x, a, c)
		return Vec[T]{1 - s, 0, s}
	}
	if Dot(n, Cross(bp, cp)) <= 0 && Dot(ac, bp) >= Dot(ab, bp) && Dot(ab, cp) >= Dot(ac, cp) {
		s := ShareOn(x, b, c)
		return Vec[T]{0, 1 - s, s}
	}
	second := Dot(n, Cross(cp, ap)) / square
	third := Dot(n, Cross(ap, bp)) / square
	return Vec[T]{1 - second - third, second, third}
}

// FrictionOf returns the size of an impulse of friction [N·s]. stick is the one that ends the slip, and
// pressed is F_N dt:
//
//	stick ≤ μs F_N dt: stick, else min(μk F_N dt, stick)
func FrictionOf[T Real](stick, pressed, staticFriction, kineticFriction T) T {
	if stick > staticFriction*pressed {
		return min(stick, T(kineticFriction*pressed))
	}
	return stick
}
