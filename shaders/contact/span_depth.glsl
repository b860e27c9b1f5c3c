// How deep edges and triangles are in the solids of contacts. What includes this includes real.glsl and
// contact.glsl before it.

// Limits of the law: squared sine below which an edge is along the axis of a capsule, sine
// of the angle within which a normal counts as square to a face of a box, and sine below
// which an edge is along an axis of a box.
const real PARALLEL = real(1e-10);
const real BLUNT = real(1.0) / real(20.0); // as exact as real is
const real ALONG_AXIS = real(1e-4);
const real FAR = real(1e30);

// Pressed is how deep an edge or a triangle is [m], the normal, and the shares of the corners at
// the point that is pushed.
struct Pressed {
	real depth;
	real3 normal;
	real3 share;
};

real unit01(real x) { return clamp(x, real(0.0), real(1.0)); }

real size(real3 v) { return sqrt(dot(v, v)); }

// crossed is a cross product. It is precise, so that it is zero for equal vectors: a·b − c·d
// contracted leaves the rounding of one product.
real3 crossed(real3 v, real3 w) {
	precise real3 product = v.yzx * w.zxy - v.zxy * w.yzx;
	return product;
}

// nearest are the places of the nearest points of the edges from a by d and from p by e, in shares
// of their lengths; of parallel ones the middle of what is as near.
void nearest(real3 a, real3 d, real3 p, real3 e, out real s, out real u) {
	real3 r = a - p;
	real dd = dot(d, d);
	real ee = dot(e, e);
	real de = dot(d, e);
	real dr = dot(d, r);
	real er = dot(e, r);
	s = real(0.5);
	u = real(0.5);
	if (dd == real(0.0)) {
		if (ee != real(0.0)) {
			u = unit01(er / ee);
		}
		return;
	}
	if (ee == real(0.0)) {
		s = unit01(-dr / dd);
		return;
	}
	real3 across = cross(d, e);
	real det = dot(across, across);
	if (det <= PARALLEL * dd * ee) {
		s = real(0.5) * (unit01(-dr / dd) + unit01((de - dr) / dd));
		u = unit01((er + de * s) / ee);
		return;
	}
	s = unit01(-dot(cross(r, e), across) / det);
	u = (er + de * s) / ee;
	if (u < real(0.0) || u > real(1.0)) {
		u = unit01(u);
		s = unit01((u * de - dr) / dd);
	}
}

// edgeBall is the depth of an edge within a radius of the axis from c.p by e.
Pressed edgeBall(Solid c, real3 e, real3 side, real3 a, real3 b) {
	real s;
	real u;
	real3 d = b - a;
	nearest(a, d, c.p, e, s, u);
	real3 way = a - c.p + s * d - u * e;
	real distance = size(way);
	real3 n = side;
	if (distance >= NO_DIRECTION) {
		n = way / distance;
	} else {
		real3 across = crossed(d, e);
		if (size(across) > NO_DIRECTION) {
			n = across / size(across);
		}
	}
	return Pressed(c.size - distance, n, real3(real(1.0) - s, s, real(0.0)));
}

// inBox is a point along the axes of a box.
real3 inBox(Solid c, real3 x) { return turned(x - c.p, -c.q, c.qw); }

// Least is the least translation so far that separates a box from points; axis is that of the box
// in a cross product, or −1.
struct Least {
	real depth;
	real3 normal;
	int axis;
};

// attempt looks at both sides of a direction, for the edge or triangle of p, q and r.
void attempt(inout Least l, Solid c, real3 n, int axis, real3 p, real3 q, real3 r) {
	real atP = dot(p, n);
	real atQ = dot(q, n);
	real atR = dot(r, n);
	real reach = dot(c.a, abs(n));
	real depth = reach - min(atP, min(atQ, atR));
	if (depth < l.depth) {
		l = Least(depth, n, axis);
	}
	depth = reach + max(atP, max(atQ, atR));
	if (depth < l.depth) {
		l = Least(depth, -n, axis);
	}
}

real3 unitAxis(int axis) { return real3(axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0); }

void attemptCross(inout Least l, Solid c, real3 edge, real3 p, real3 q, real3 r) {
	real length = size(edge);
	for (int axis = 0; axis < 3; axis++) {
		real3 across = cross(unitAxis(axis), edge);
		real wide = size(across);
		if (wide > ALONG_AXIS * length) {
			attempt(l, c, across / wide, axis, p, q, r);
		}
	}
}

Least throughFaces(Solid c, real3 p, real3 q, real3 r) {
	Least l = Least(FAR, real3(0.0), -1);
	for (int axis = 0; axis < 3; axis++) {
		attempt(l, c, unitAxis(axis), -1, p, q, r);
	}
	return l;
}

// farthest is the point of a box that is farthest along n.
real3 farthest(Solid c, real3 n) { return c.a * clamp(n / BLUNT, real3(-1.0), real3(1.0)); }

Pressed edgeBox(Solid c, real3 a, real3 b) {
	real3 p = inBox(c, a);
	real3 q = inBox(c, b);
	real3 d = q - p;
	real length = size(d);
	Least l = throughFaces(c, p, q, q);
	attemptCross(l, c, d, p, q, q);
	real s = real(0.5);
	if (length > real(0.0)) {
		real3 foot = d; // across the edge of the box that the edge crosses
		if (l.axis >= 0) {
			foot -= foot * unitAxis(l.axis);
		}
		s = unit01(dot(farthest(c, l.normal) - p, foot) / dot(foot, foot));
		if (l.axis < 0) { // an end is deepest where the edge is not level
			real slope = dot(d, l.normal) / length / BLUNT;
			s = mix(s, slope < real(0.0) ? real(1.0) : real(0.0), min(abs(slope), real(1.0)));
		}
	}
	return Pressed(l.depth, turned(l.normal, c.q, c.qw), real3(real(1.0) - s, s, real(0.0)));
}

Pressed edgeIn(Solid c, real3 a, real3 b) {
	switch (c.shape) {
	case SPHERE: return edgeBall(c, real3(0.0), real3(0.0, 0.0, 1.0), a, b);
	case CAPSULE: return edgeBall(c, c.a, c.q, a, b);
	case BOX: return edgeBox(c, a, b);
	}
	return Pressed(-FAR, real3(0.0), real3(0.0));
}

// shareAt are the shares of the corners at the foot of x on a triangle with normal n.
real3 shareAt(real3 a, real3 b, real3 c, real3 x, real3 n) {
	real twice = dot(cross(b - a, c - a), n);
	real first = dot(cross(b - x, c - x), n) / twice;
	real second = dot(cross(c - x, a - x), n) / twice;
	return real3(first, second, real(1.0) - first - second);
}

bool over(real3 share) { return min(share.x, min(share.y, share.z)) >= real(0.0); }

Pressed triangleBall(Solid s, real3 e, real3 a, real3 b, real3 c, real3 n) {
	real3 p = s.p;
	real3 q = s.p + e;
	real atP = dot(p - a, n);
	real atQ = dot(q - a, n);
	bool second = abs(atQ) < abs(atP);
	real3 near = second ? q : p;
	real height = second ? atQ : atP;
	if (atP * atQ < real(0.0)) {
		real3 share = shareAt(a, b, c, p + e * (atP / (atP - atQ)), n);
		if (over(share)) {
			return Pressed(s.size, height < real(0.0) ? -n : n, share);
		}
	}
	for (int k = 0; k < 2; k++) {
		real3 share = shareAt(a, b, c, near, n);
		if (over(share) && abs(height) < s.size) {
			return Pressed(s.size - abs(height), height > real(0.0) ? -n : n, share);
		}
		near = second ? p : q;
		height = second ? atP : atQ;
	}
	return Pressed(real(0.0), n, real3(0.0));
}

// onBorder are the shares of the corners at the point of a triangle's border nearest to x.
real3 onBorder(real3 p, real3 q, real3 r, real3 x) {
	real best = FAR;
	real3 share = real3(0.0);
	for (int k = 0; k < 3; k++) {
		real3 a = k == 0 ? p : k == 1 ? q : r;
		real3 d = (k == 0 ? q : k == 1 ? r : p) - a;
		real squared = dot(d, d);
		real s = squared > real(0.0) ? unit01(dot(x - a, d) / squared) : real(0.5);
		real way = size(a + s * d - x);
		if (way < best) {
			best = way;
			real rest = real(1.0) - s;
			share = k == 0 ? real3(rest, s, 0.0) : k == 1 ? real3(0.0, rest, s) : real3(s, 0.0, rest);
		}
	}
	return share;
}

Pressed triangleBox(Solid s, real3 a, real3 b, real3 c, real3 n) {
	real3 p = inBox(s, a);
	real3 q = inBox(s, b);
	real3 r = inBox(s, c);
	real3 normal = turned(n, -s.q, s.qw);
	Least l = throughFaces(s, p, q, r);
	attempt(l, s, normal, -1, p, q, r);
	attemptCross(l, s, q - p, p, q, r);
	attemptCross(l, s, r - q, p, q, r);
	attemptCross(l, s, p - r, p, q, r);
	real3 x = farthest(s, l.normal);
	real3 share = shareAt(p, q, r, x, normal);
	return Pressed(l.depth, turned(l.normal, s.q, s.qw), over(share) ? share : onBorder(p, q, r, x));
}

Pressed triangleIn(Solid s, real3 a, real3 b, real3 c) {
	real3 normal = crossed(b - a, c - a);
	real area = size(normal);
	if (area == real(0.0)) {
		return Pressed(real(0.0), real3(0.0), real3(0.0));
	}
	real3 n = normal / area;
	switch (s.shape) {
	case SPHERE: return triangleBall(s, real3(0.0), a, b, c, n);
	case CAPSULE: return triangleBall(s, s.a, a, b, c, n);
	case BOX: return triangleBox(s, a, b, c, n);
	}
	return Pressed(real(0.0), n, real3(0.0));
}
