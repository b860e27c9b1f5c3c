// Where a straight way enters a contact that it crosses. A pass includes contact.glsl before
// it includes this.

// A depth of this part of half the thickness counts as on the surface.
const real GRAZING = real(1.0 / 1024.0);

// Crossing is the part of a way before it enters a contact, and the normal there.
struct Crossing {
	bool crosses;
	real at;
	real3 normal;
};

// Inner is the part of a line p + t d within a shape, from the first to the last t; the
// first is above the last where the line misses it.
struct Inner {
	real first, last;
};

const real FAR = real(1e30);

// halfThickness is half the thickness where a contact is thinnest [m]; 0: nothing crosses it.
real halfThickness(Solid c) {
	if ((c.inside & 1u) != 0u || c.shape == PLANE) {
		return real(0.0);
	}
	return c.shape == BOX ? min(c.a.x, min(c.a.y, c.a.z)) : c.size;
}

// middleBelow is how far below the surface the middle of a shape is along a normal [m].
real middleBelow(Solid c, real3 normal) {
	return c.shape == BOX ? dot(c.a, abs(turned(normal, -c.q, c.qw))) : c.size;
}

// innerOfBall: with the point q of the line nearest to the center, at s = −p·d/d², it is
// s ∓ √((r² − q²)/d²).
Inner innerOfBall(real3 p, real3 d, real radius) {
	real square = dot(d, d);
	if (!(square > real(0.0))) {
		return Inner(FAR, -FAR);
	}
	real nearest = -dot(p, d) / square;
	real3 q = p + nearest * d;
	real within = radius * radius - dot(q, q);
	if (!(within > real(0.0))) {
		return Inner(FAR, -FAR);
	}
	real reach = sqrt(within / square);
	return Inner(nearest - reach, nearest + reach);
}

// innerOfSlab is the part of a line between −half and half.
Inner innerOfSlab(real p, real d, real halfSize) {
	if (d == real(0.0)) {
		return abs(p) < halfSize ? Inner(-FAR, FAR) : Inner(FAR, -FAR);
	}
	real side = d < real(0.0) ? -halfSize : halfSize;
	return Inner((-side - p) / d, (side - p) / d);
}

// joined is the least part that has both; a part that is empty adds nothing.
Inner joined(Inner a, Inner b) { return b.first < b.last ? Inner(min(a.first, b.first), max(a.last, b.last)) : a; }

// innerOfCapsule joins those of both balls and of the rod between them: a capsule is convex.
Inner innerOfCapsule(Solid c, real3 from, real3 way) {
	real3 p = from - c.p;
	Inner all = innerOfBall(p, way, c.size);
	if (c.qw == real(0.0)) {
		return all;
	}
	all = joined(all, innerOfBall(p - c.a, way, c.size));
	real height = dot(p, c.a) * c.qw; // in lengths of the axis
	real climb = dot(way, c.a) * c.qw;
	p -= height * c.a;
	real3 d = way - climb * c.a;
	Inner rod = innerOfBall(p, d, c.size);
	if (dot(d, d) == real(0.0) && dot(p, p) < c.size * c.size) {
		rod = Inner(-FAR, FAR); // along the axis
	}
	Inner between = innerOfSlab(height - real(0.5), climb, real(0.5));
	return joined(all, Inner(max(rod.first, between.first), min(rod.last, between.last)));
}

// innerOfBox also finds the normal of the face through which the line enters, the first of
// equals, where the line begins before it.
Inner innerOfBox(Solid c, real3 from, real3 way, inout real3 normal) {
	real3 q = c.q;
	real3 p = turned(from - c.p, -q, c.qw);
	real3 d = turned(way, -q, c.qw);
	Inner all = Inner(-FAR, FAR);
	int face = 0;
	for (int axis = 0; axis < 3; axis++) {
		Inner part = innerOfSlab(p[axis], d[axis], c.a[axis]);
		if (part.first > all.first) {
			all.first = part.first;
			face = axis;
		}
		all.last = min(all.last, part.last);
	}
	if (all.first >= real(0.0)) {
		real side = d[face] < real(0.0) ? real(1.0) : real(-1.0);
		real3 n = real3(face == 0 ? side : real(0.0), face == 1 ? side : real(0.0), face == 2 ? side : real(0.0));
		normal = turned(n, q, c.qw);
	}
	return all;
}

// crossing: a way crosses a contact when it begins outside, goes through it and ends
// outside, or inside in the middle or beyond it along the normal of the entry; or when it
// begins inside and comes to the middle before it leaves, along the normal nearest to its
// begin. The middle begins GRAZING of half the thickness before it.
Crossing crossing(Solid c, real3 from, real3 way) {
	Crossing none = Crossing(false, real(0.0), real3(0.0));
	real thin = halfThickness(c);
	if (!(thin > real(0.0)) || way == real3(0.0)) {
		return none;
	}
	Touch begin = touching(c, from);
	real3 normal = begin.normal;
	if (begin.depth > GRAZING * thin) {
		real left = max(real(0.0), middleBelow(c, normal) - begin.depth - GRAZING * thin);
		real into = -dot(way, normal);
		if (!(into > left)) {
			return none;
		}
		Touch there = touching(c, from + left / into * way);
		return Crossing(there.depth > real(0.0), real(0.0), normal);
	}
	Inner inner;
	switch (c.shape) {
	case SPHERE: inner = innerOfBall(from - c.p, way, c.size); break;
	case CAPSULE: inner = innerOfCapsule(c, from, way); break;
	default: inner = innerOfBox(c, from, way, normal);
	}
	if (!(inner.first < min(real(1.0), inner.last)) || inner.last <= real(0.0)) {
		return none;
	}
	real at = max(real(0.0), inner.first);
	real3 entry = from + at * way;
	if (c.shape != BOX) {
		Touch surface = touching(c, entry);
		normal = surface.normal;
	}
	if (!(dot(normal, way) < real(0.0))) {
		return none;
	}
	Touch end = touching(c, from + way);
	if (end.depth > real(0.0)) {
		return Crossing((at - real(1.0)) * dot(way, normal) > middleBelow(c, normal) - GRAZING * thin, at, normal);
	}
	Touch halfway = touching(c, from + real(0.5) * (at + min(real(1.0), inner.last)) * way);
	return Crossing(halfway.depth > GRAZING * thin, at, normal);
}
