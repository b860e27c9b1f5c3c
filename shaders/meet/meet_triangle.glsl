// Masses that touch triangles, for the pass meet: which of the near ones they touch, and from which side they came.
// It includes meet.glsl before this.

uvec3 cornersOf(uint triangle) { return uvec3(meetTriangle[triangle].a, meetTriangle[triangle].b, meetTriangle[triangle].c); }

bool isIn(uint i, uvec3 t) { return any(equal(uvec3(i), t)); }

// joined says whether two triangles have a corner in common.
bool joined(uvec3 a, uvec3 b) { return isIn(a.x, b) || isIn(a.y, b) || isIn(a.z, b); }

// follows is the corner that comes after corner i of a triangle.
uint follows(uint i, uvec3 t) { return i == t.x ? t.y : i == t.y ? t.z : t.x; }

// goesAlong says whether two triangles go from corner i of both to the same one.
bool goesAlong(uint i, uvec3 a, uvec3 b) { return isIn(i, b) && follows(i, a) == follows(i, b); }

// turned says whether two triangles go along a common edge in the same direction, so that their normals
// point to different sides.
bool turned(uvec3 a, uvec3 b) { return goesAlong(a.x, a, b) || goesAlong(a.y, a, b) || goesAlong(a.z, a, b); }

// hides says whether pair l is a triangle for whose sake a mass does not touch that of pair p: one with a
// common corner that is nearer, or as near and before it.
bool hides(uint l, uint p, uvec3 corners) {
	float distance = meetNear[l].distance;
	float own = meetNear[p].distance;
	if (distance < 0.0 || !(distance < own || distance == own && l < p)) {
		return false;
	}
	MeetPair other = meetPair[1u + l];
	return joined(corners, uvec3(other.b, other.c, other.d));
}

// isOfMass says whether pair l is one of a mass with a triangle.
bool isOfMass(uint l, uint mass) { return meetPair[1u + l].triangle != NO_TRIANGLE && meetPair[1u + l].a == mass; }

// isNearest says whether a mass touches the triangle of pair p, of those that share a corner.
bool isNearest(uint p, MeetPair of) {
	uvec3 corners = uvec3(of.b, of.c, of.d);
	for (uint l = p; l > 0u && isOfMass(l - 1u, of.a); l--) {
		if (hides(l - 1u, p, corners)) {
			return false;
		}
	}
	for (uint l = p + 1u; l < meetPair[0].a && isOfMass(l, of.a); l++) {
		if (hides(l, p, corners)) {
			return false;
		}
	}
	return true;
}

// rememberedSide is the side of the triangle from which the mass came, 1 or −1; 0: not known. One that it did
// not touch before has that of a triangle which it did and that shares a corner.
int rememberedSide(MeetPair of) {
	int inherited = 0;
	for (uint k = 0u; k < 4u; k++) {
		int entry = meetSide[4u * of.a + k].entry;
		if (entry == 0) {
			break;
		}
		int side = sign(entry);
		uint known = uint(abs(entry)) - 1u;
		if (known == of.triangle) {
			return side;
		}
		uvec3 a = cornersOf(known);
		uvec3 b = uvec3(of.b, of.c, of.d);
		if (inherited == 0 && joined(a, b)) {
			inherited = turned(a, b) ? -side : side;
		}
	}
	return inherited;
}

// triangleMeets is the touch of a mass and a triangle, from the result of meet-near, and stores its side.
Met triangleMeets(uint p, MeetPair of) {
	meetNear[p].side = 0;
	float distance = meetNear[p].distance;
	if (distance < 0.0 || !isNearest(p, of)) {
		return APART;
	}
	vec3 share = vec3(meetNear[p].shareA, meetNear[p].shareB, meetNear[p].shareC);
	vec3 a = way(of.a, of.b);
	vec3 b = way(of.a, of.c);
	vec3 c = way(of.a, of.d);
	vec3 n = cross(b - a, c - a);
	float size = length(n);
	bool within3 = min(share.x, min(share.y, share.z)) > 0.0 && size > 0.0;
	int side = rememberedSide(of);
	float height = within3 ? -dot(a, n / size) : 0.0;
	if (side == 0 && height != 0.0) {
		side = height < 0.0 ? -1 : 1;
	}
	Met t = Met(vec4(1.0, -share), vec3(0.0), 0.0);
	if (within3 && side != 0) { // also where the mass has passed through
		t.normal = float(side) / size * n;
		t.depth = of.reach - float(side) * height;
	} else if (distance >= NO_WAY) {
		t.normal = -(share.x * a + share.y * b + share.z * c) / distance;
		t.depth = of.reach - distance;
	} else {
		return APART;
	}
	meetNear[p].side = side;
	return t;
}
