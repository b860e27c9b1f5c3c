// Contacts that push edges and triangles, by their excess: how much deeper they are than their
// ends, or their edges. A pass declares Params, Contact and Span, and includes real.glsl,
// state.glsl and contact.glsl before it includes this. The law is in docs/physics.md, Contact.

const uint NO_CORNER = 0xffffffffu;
const uint TOUCH_SPRINGS = 1u;
const uint TOUCH_TRIANGLES = 2u;

#include "span_depth.glsl"

// Spanned is an edge or a triangle: its masses and where they are. The third of an edge is its
// first, with a share of 0.
struct Spanned {
	uvec3 mass;
	bool triangle;
	vec3 a, b, c;
};

// spanOf is span number s; the levels of the contacts come before the spans of each range.
Spanned spanOf(uint s) {
	Span r = span[params.contactCount + s - FIRST];
	bool triangle = r.c != NO_CORNER;
	uint third = triangle ? r.c : r.a;
	return Spanned(uvec3(r.a, r.b, third), triangle, SPAN_PLACE(r.a), SPAN_PLACE(r.b), SPAN_PLACE(third));
}

bool moves(Spanned s) { return isFree(s.mass.x) || isFree(s.mass.y) || isFree(s.mass.z); }

Solid spanSolid(uint k) {
#if NORMALIZED
	classOfMass = 0u; // contacts that push spans are the same for all classes
#endif
	return contactOf(k);
}

#ifdef SPANS_PER_MASS
#include "span_per_mass.glsl"
#endif

// excessOf is the touch of a span with contact k; its depth is the excess, 0 or less where it is
// not pushed.
Pressed excessOf(Spanned s, uint k, Solid c) {
	uint level = span[k].touches;
	Pressed t = Pressed(0.0, vec3(0.0), vec3(0.0));
	if (level < (s.triangle ? TOUCH_TRIANGLES : TOUCH_SPRINGS)) {
		return t;
	}
	float below = 0.0;
	if (s.triangle) {
		t = triangleIn(c, s.a, s.b, s.c);
		if (t.depth > 0.0) {
			below = max(below, max(edgeIn(c, s.a, s.b).depth, max(edgeIn(c, s.b, s.c).depth, edgeIn(c, s.c, s.a).depth)));
		}
	} else {
		t = edgeIn(c, s.a, s.b);
		if (t.depth > 0.0) {
			below = max(below, max(touching(c, s.a).depth, touching(c, s.b).depth));
		}
	}
	t.depth -= below;
	return t;
}

// meanOf is the value of the corners at the touched point.
vec3 meanOf(Pressed t, vec3 a, vec3 b, vec3 c) { return t.share.x * a + t.share.y * b + t.share.z * c; }

// pushOf is F_N = max(0, kc e − bc v·n), at most 2 kc e, where e > 0 [N].
float pushOf(Solid c, Pressed t, vec3 v) {
	if (!(t.depth > 0.0)) {
		return 0.0;
	}
	float most = c.stiffness * t.depth;
	return clamp(most - c.damping * dot(v, t.normal), 0.0, 2.0 * most);
}
