// The depth of edges and triangles in the solids of contacts. A pass includes real.glsl and contact.glsl
// before this.

// Limits of the law: squared sine below which an edge is along the axis of a capsule, sine
// of the angle within which a normal counts as square to a face of a box, and sine below
// which an edge is along an axis of a box.
const float PARALLEL = 1e-10;
const float BLUNT = 1.0 / 20.0;
const float ALONG_AXIS = 1e-4;
const float FAR = 1e30;

// Pressed is how deep an edge or a triangle is [m], the normal, and the shares of the corners at
// the point that is pushed.
struct Pressed {
	float depth;
	vec3 normal;
	vec3 share;
};

float unit01(float x) { return clamp(x, 0.0, 1.0); }

float size(vec3 v) { return sqrt(dot(v, v)); }

// crossed is a cross product. It is precise, so that it is zero for equal vectors: a·b − c·d
// contracted leaves the rounding of one product.
vec3 crossed(vec3 v, vec3 w) {
	precise vec3 product = v.yzx * w.zxy - v.zxy * w.yzx;
	return product;
}

// nearest finds the nearest points of the edges from a by d and from p by e, in shares of their lengths; of
// parallel edges the middle of all points that are equally near.
void nearest(vec3 a, vec3 d, vec3 p, vec3 e, out float s, out float u) {
	vec3 r = a - p;
	float dd = dot(d, d);
	float ee = dot(e, e);
	float de = dot(d, e);
	float dr = dot(d, r);
	float er = dot(e, r);
	s = 0.5;
	u = 0.5;
	if (dd == 0.0) {
		if (ee != 0.0) {
			u = unit01(er / ee);
		}
		return;
	}
	if (ee == 0.0) {
		s = unit01(-dr / dd);
		return;
	}
	vec3 across = cross(d, e);
	float det = dot(across, across);
	if (det <= PARALLEL * dd * ee) {
		s = 0.5 * (unit01(-dr / dd) + unit01((de - dr) / dd));
		u = unit01((er + de * s) / ee);
		return;
	}
	s = unit01(-dot(cross(r, e), across) / det);
	u = (er + de * s) / ee;
	if (u < 0.0 || u > 1.0) {
		u = unit01(u);
		s = unit01((u * de - dr) / dd);
	}
}

// edgeBall is the depth of an edge within a radius of the axis from c.p by e.
Pressed edgeBall(Solid c, vec3 e, vec3 side, vec3 a, vec3 b) {
	float s;
	float u;
	vec3 d = b - a;
	nearest(a, d, c.p, e, s, u);
	vec3 way = a - c.p + s * d - u * e;
	float distance = size(way);
	vec3 n = side;
	if (distance >= NO_DIRECTION) {
		n = way / distance;
	} else {
		vec3 across = crossed(d, e);
		if (size(across) > NO_DIRECTION) {
			n = across / size(across);
		}
	}
	return Pressed(c.size - distance, n, vec3(1.0 - s, s, 0.0));
}

// inBox is a point along the axes of a box.
vec3 inBox(Solid c, vec3 x) { return turned(x - c.p, -c.q, c.qw); }

// Least is the least translation so far that separates a box from points; axis is that of the box
// in a cross product, or −1.
struct Least {
	float depth;
	vec3 normal;
	int axis;
};

// attempt looks at both sides of a direction, for the edge or triangle of p, q and r.
void attempt(inout Least l, Solid c, vec3 n, int axis, vec3 p, vec3 q, vec3 r) {
	float atP = dot(p, n);
	float atQ = dot(q, n);
	float atR = dot(r, n);
	float reach = dot(c.a, abs(n));
	float depth = reach - min(atP, min(atQ, atR));
	if (depth < l.depth) {
		l = Least(depth, n, axis);
	}
	depth = reach + max(atP, max(atQ, atR));
	if (depth < l.depth) {
		l = Least(depth, -n, axis);
	}
}

vec3 unitAxis(int axis) { return vec3(axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0); }

void attemptCross(inout Least l, Solid c, vec3 edge, vec3 p, vec3 q, vec3 r) {
	float length = size(edge);
	for (int axis = 0; axis < 3; axis++) {
		vec3 across = cross(unitAxis(axis), edge);
		float wide = size(across);
		if (wide > ALONG_AXIS * length) {
			attempt(l, c, across / wide, axis, p, q, r);
		}
	}
}

Least throughFaces(Solid c, vec3 p, vec3 q, vec3 r) {
	Least l = Least(FAR, vec3(0.0), -1);
	for (int axis = 0; axis < 3; axis++) {
		attempt(l, c, unitAxis(axis), -1, p, q, r);
	}
	return l;
}

// farthest is the point of a box that is farthest along n.
vec3 farthest(Solid c, vec3 n) { return c.a * clamp(n / BLUNT, vec3(-1.0), vec3(1.0)); }

Pressed edgeBox(Solid c, vec3 a, vec3 b) {
	vec3 p = inBox(c, a);
	vec3 q = inBox(c, b);
	vec3 d = q - p;
	float length = size(d);
	Least l = throughFaces(c, p, q, q);
	attemptCross(l, c, d, p, q, q);
	float s = 0.5;
	if (length > 0.0) {
		vec3 foot = d; // across the edge of the box that the edge crosses
		if (l.axis >= 0) {
			foot -= foot * unitAxis(l.axis);
		}
		s = unit01(dot(farthest(c, l.normal) - p, foot) / dot(foot, foot));
		if (l.axis < 0) { // an end is deepest where the edge is not level
			float slope = dot(d, l.normal) / length / BLUNT;
			s = mix(s, slope < 0.0 ? 1.0 : 0.0, min(abs(slope), 1.0));
		}
	}
	return Pressed(l.depth, turned(l.normal, c.q, c.qw), vec3(1.0 - s, s, 0.0));
}

Pressed edgeIn(Solid c, vec3 a, vec3 b) {
	switch (c.shape) {
	case SPHERE: return edgeBall(c, vec3(0.0), vec3(0.0, 0.0, 1.0), a, b);
	case CAPSULE: return edgeBall(c, c.a, c.q, a, b);
	case BOX: return edgeBox(c, a, b);
	}
	return Pressed(-FAR, vec3(0.0), vec3(0.0));
}

// shareAt are the shares of the corners at the foot of x on a triangle with normal n.
vec3 shareAt(vec3 a, vec3 b, vec3 c, vec3 x, vec3 n) {
	float twice = dot(cross(b - a, c - a), n);
	float first = dot(cross(b - x, c - x), n) / twice;
	float second = dot(cross(c - x, a - x), n) / twice;
	return vec3(first, second, 1.0 - first - second);
}

bool over(vec3 share) { return min(share.x, min(share.y, share.z)) >= 0.0; }

Pressed triangleBall(Solid s, vec3 e, vec3 a, vec3 b, vec3 c, vec3 n) {
	vec3 p = s.p;
	vec3 q = s.p + e;
	float atP = dot(p - a, n);
	float atQ = dot(q - a, n);
	bool second = abs(atQ) < abs(atP);
	vec3 near = second ? q : p;
	float height = second ? atQ : atP;
	if (atP * atQ < 0.0) {
		vec3 share = shareAt(a, b, c, p + e * (atP / (atP - atQ)), n);
		if (over(share)) {
			return Pressed(s.size, height < 0.0 ? -n : n, share);
		}
	}
	for (int k = 0; k < 2; k++) {
		vec3 share = shareAt(a, b, c, near, n);
		if (over(share) && abs(height) < s.size) {
			return Pressed(s.size - abs(height), height > 0.0 ? -n : n, share);
		}
		near = second ? p : q;
		height = second ? atP : atQ;
	}
	return Pressed(0.0, n, vec3(0.0));
}

// onBorder are the shares of the corners at the point of a triangle's border nearest to x.
vec3 onBorder(vec3 p, vec3 q, vec3 r, vec3 x) {
	float best = FAR;
	vec3 share = vec3(0.0);
	for (int k = 0; k < 3; k++) {
		vec3 a = k == 0 ? p : k == 1 ? q : r;
		vec3 d = (k == 0 ? q : k == 1 ? r : p) - a;
		float squared = dot(d, d);
		float s = squared > 0.0 ? unit01(dot(x - a, d) / squared) : 0.5;
		float way = size(a + s * d - x);
		if (way < best) {
			best = way;
			float rest = 1.0 - s;
			share = k == 0 ? vec3(rest, s, 0.0) : k == 1 ? vec3(0.0, rest, s) : vec3(s, 0.0, rest);
		}
	}
	return share;
}

Pressed triangleBox(Solid s, vec3 a, vec3 b, vec3 c, vec3 n) {
	vec3 p = inBox(s, a);
	vec3 q = inBox(s, b);
	vec3 r = inBox(s, c);
	vec3 normal = turned(n, -s.q, s.qw);
	Least l = throughFaces(s, p, q, r);
	attempt(l, s, normal, -1, p, q, r);
	attemptCross(l, s, q - p, p, q, r);
	attemptCross(l, s, r - q, p, q, r);
	attemptCross(l, s, p - r, p, q, r);
	vec3 x = farthest(s, l.normal);
	vec3 share = shareAt(p, q, r, x, normal);
	return Pressed(l.depth, turned(l.normal, s.q, s.qw), over(share) ? share : onBorder(p, q, r, x));
}

Pressed triangleIn(Solid s, vec3 a, vec3 b, vec3 c) {
	vec3 normal = crossed(b - a, c - a);
	float area = size(normal);
	if (area == 0.0) {
		return Pressed(0.0, vec3(0.0), vec3(0.0));
	}
	vec3 n = normal / area;
	switch (s.shape) {
	case SPHERE: return triangleBall(s, vec3(0.0), a, b, c, n);
	case CAPSULE: return triangleBall(s, s.a, a, b, c, n);
	case BOX: return triangleBox(s, a, b, c, n);
	}
	return Pressed(0.0, n, vec3(0.0));
}
