// Code generated from laws/meet.go by "go generate ./laws". DO NOT EDIT.

// within returns the nearest number from 0 to 1.
real within(real x) {
	return max(real(0.0), min(real(1.0), x));
}

// betweenSegments returns the shares s and t, as X and Y, at which a0 + s (a1 − a0) and
// b0 + t (b1 − b0) are closest, from 0 to 1. Of parallel segments it is the middle of the part along
// which they are near. With u = a1 − a0, v = b1 − b0 and w = a0 − b0:
//
//	s = (v × w)·(u × v)/|u × v|²,  t = (v·w + s u·v)/|v|²,  cut off at the ends
//
// Source: C. Ericson, Real-Time Collision Detection, 2005, 5.1.9.
real3 betweenSegments(real3 a0, real3 a1, real3 b0, real3 b1) {
	real3 u = a1 - a0;
	real3 v = b1 - b0;
	real3 w = a0 - b0;
	real uu = dot(u, u);
	real vv = dot(v, v);
	real uw = dot(u, w);
	real vw = dot(v, w);
	if (uu == real(0.0)) {
		if (vv == real(0.0)) {
			return real3(real(0.5), real(0.5), real(0.0));
		}
		return real3(real(0.5), within(vw / vv), real(0.0));
	}
	if (vv == real(0.0)) {
		return real3(within(-uw / uu), real(0.5), real(0.0));
	}
	real uv = dot(u, v);
	real3 across = cross(u, v);
	real square = dot(across, across);
	if (square <= real(1e-10) * uu * vv) {
		real middle = (within(-uw / uu) + within((uv - uw) / uu)) / real(2.0);
		return real3(middle, within((vw + middle * uv) / vv), real(0.0));
	}
	real s = within(dot(cross(v, w), across) / square);
	real t = (vw + s * uv) / vv;
	if (t < real(0.0) || t > real(1.0)) {
		t = within(t);
		s = within((t * uv - uw) / uu);
	}
	return real3(s, t, real(0.0));
}

// shareOn returns the share s, from 0 to 1, at which a + s (b − a) is closest to x; the middle where a is b.
real shareOn(real3 x, real3 a, real3 b) {
	real3 v = b - a;
	real vv = dot(v, v);
	if (vv == real(0.0)) {
		return real(0.5);
	}
	return within(dot(v, x - a) / vv);
}

// onEdges is OnTriangle for the edges of a triangle, whose corners may lie on a line.
real3 onEdges(real3 x, real3 a, real3 b, real3 c) {
	real first = shareOn(x, a, b);
	real second = shareOn(x, b, c);
	real third = shareOn(x, c, a);
	real toFirst = length(x - (a + first * (b - a)));
	real toSecond = length(x - (b + second * (c - b)));
	real toThird = length(x - (c + third * (a - c)));
	if (toFirst <= toSecond && toFirst <= toThird) {
		return real3(real(1.0) - first, first, real(0.0));
	}
	if (toSecond <= toThird) {
		return real3(real(0.0), real(1.0) - second, second);
	}
	return real3(third, real(0.0), real(1.0) - third);
}

// onTriangle returns the shares of the corners at the point of a triangle that is closest to x.
// Source: C. Ericson, Real-Time Collision Detection, 2005, 5.1.5.
real3 onTriangle(real3 x, real3 a, real3 b, real3 c) {
	real3 ab = b - a;
	real3 ac = c - a;
	real3 n = cross(ab, ac);
	real square = dot(n, n);
	if (square <= real(1e-10) * dot(ab, ab) * dot(ac, ac)) {
		return onEdges(x, a, b, c);
	}
	real3 ap = x - a;
	real3 bp = x - b;
	real3 cp = x - c;
	if (dot(ab, ap) <= real(0.0) && dot(ac, ap) <= real(0.0)) {
		return real3(real(1.0), real(0.0), real(0.0));
	}
	if (dot(ab, bp) >= real(0.0) && dot(ac, bp) <= dot(ab, bp)) {
		return real3(real(0.0), real(1.0), real(0.0));
	}
	if (dot(ac, cp) >= real(0.0) && dot(ab, cp) <= dot(ac, cp)) {
		return real3(real(0.0), real(0.0), real(1.0));
	}
	if (dot(n, cross(ap, bp)) <= real(0.0) && dot(ab, ap) >= real(0.0) && dot(ab, bp) <= real(0.0)) {
		real s = shareOn(x, a, b);
		return real3(real(1.0) - s, s, real(0.0));
	}
	if (dot(n, cross(cp, ap)) <= real(0.0) && dot(ac, ap) >= real(0.0) && dot(ac, cp) <= real(0.0)) {
		real s = shareOn(x, a, c);
		return real3(real(1.0) - s, real(0.0), s);
	}
	if (dot(n, cross(bp, cp)) <= real(0.0) && dot(ac, bp) >= dot(ab, bp) && dot(ab, cp) >= dot(ac, cp)) {
		real s = shareOn(x, b, c);
		return real3(real(0.0), real(1.0) - s, s);
	}
	real second = dot(n, cross(cp, ap)) / square;
	real third = dot(n, cross(ap, bp)) / square;
	return real3(real(1.0) - second - third, second, third);
}

// frictionOf returns the size of an impulse of friction [N·s]. stick is the one that ends the slip, and
// pressed is F_N dt:
//
//	stick ≤ μs F_N dt: stick, else min(μk F_N dt, stick)
real frictionOf(real stick, real pressed, real staticFriction, real kineticFriction) {
	if (stick > staticFriction * pressed) {
		return min(stick, kineticFriction * pressed);
	}
	return stick;
}
