#version 430 core
// Pass descend: move the masses of one color, no two of which are joined by a spring, to where
// the forces on them vanish while all others keep still.
//
// reads:  turn, table, palette, begun, velocity, external, signals
// writes: position, way (of the masses of the color)
// formula, with f and H of descent.glsl and P of what pins and guides leave:
//   x ← x + H⁻¹ f;   (P H P + tr H (I − P))⁻¹ P f where they leave only a part
// variants: HOLDS 1 for a run with guides on lines and planes, YIELDS 1 for one with loads that
// yield.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_STATE
#define LOOKS 0
#include "descent_blocks.glsl"
#include "descent.glsl"

// solved is H⁻¹ f by Cholesky's method, H = L D Lᵀ. No entry of D can be less than the inertia,
// which is in H: where rounding makes it less, it is that.
real3 solved(Pull p, real3 f) {
	real d1 = max(p.diagonal.x, p.inertia);
	real a = p.beside.x / d1;
	real b = p.beside.y / d1;
	real d2 = max(p.diagonal.y - a * p.beside.x, p.inertia);
	real rest = p.beside.z - a * p.beside.y;
	real c = rest / d2;
	real d3 = max(p.diagonal.z - b * p.beside.y - c * rest, p.inertia);
	real y = f.y - a * f.x;
	real z = (f.z - b * f.x - c * y) / d3;
	y = y / d2 - c * z;
	return real3(f.x / d1 - a * y - b * z, y, z);
}

// stepOf is how far a mass goes.
real3 stepOf(Pull p, Hold h) {
	real3 f = allowed(h, p.force);
	if (h.kind == ON_LINE) {
		return dot(f, h.n) / dot(h.n, times(p, h.n)) * h.n;
	}
	real trace = p.diagonal.x + p.diagonal.y + p.diagonal.z;
	if (h.kind == ON_PLANE) {
		real3 g = times(p, h.n);
		real s = dot(h.n, g) + trace;
		p.diagonal += h.n * (s * h.n - real(2.0) * g);
		p.beside += real3(s * h.n.x * h.n.y - h.n.x * g.y - g.x * h.n.y, s * h.n.x * h.n.z - h.n.x * g.z - g.x * h.n.z,
			s * h.n.y * h.n.z - h.n.y * g.z - g.y * h.n.z);
	} else if (h.pin != 0u) {
		bvec3 held = notEqual(uvec3(h.pin) & uvec3(1u, 2u, 4u), uvec3(0u));
		p.diagonal = mix(p.diagonal, real3(trace), held);
		p.beside = mix(p.beside, real3(0.0), bvec3(held.x || held.y, held.x || held.z, held.y || held.z));
	}
	return allowed(h, solved(p, f));
}

void descend(uint i) {
	if (!isFree(i)) {
		return;
	}
	Pull p = pullOf(i);
	real3 d = p.way + stepOf(p, holdOf(i));
	setWay(i, d);
	displace(i, begunAt(i), d);
}

void main() {
	uint k = invocation();
	if (k >= descent.count) {
		return;
	}
	if (descent.serial != 0u) { // masses without a color, one after the other
		for (uint n = 0u; k == 0u && n < descent.members; n++) {
			descend(turn[descent.first + n].entry);
		}
		return;
	}
	if (descent.width == 0u) {
		descend(turn[descent.first + k].entry);
		return;
	}
	// The color of mass x of row y of a cloth is (x + 3 y) mod 5.
	uint each = (descent.width + 4u) / 5u;
	uint y = k / each;
	uint x = (descent.color + 2u * y) % 5u + 5u * (k % each);
	uint i = x + descent.width * y;
	if (x < descent.width && i < params.massCount) {
		descend(i);
	}
}
