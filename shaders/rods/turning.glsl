// Segments: three vectors of turning for each, and quaternions x, y, z, w that turn the axes of a section to those of the world, and what resists
// turning. A pass declares Turning and Segment before it includes this.

#define ORIENTATION(k) turning[3u * (k)]
#define SPIN(k) turning[3u * (k) + 1u].xyz
#define TARGET(k) turning[3u * (k) + 2u]

// timesOf is p q.
vec4 timesOf(vec4 p, vec4 q) { return vec4(p.w * q.xyz + q.w * p.xyz + cross(p.xyz, q.xyz), p.w * q.w - dot(p.xyz, q.xyz)); }

vec4 conjugateOf(vec4 q) { return vec4(-q.xyz, q.w); }

// axesOf are the axes of the section in the world, as columns; the last one is the tangent.
mat3 axesOf(vec4 q) {
	float x = q.x;
	float y = q.y;
	float z = q.z;
	float w = q.w;
	return mat3(
		vec3(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)),
		vec3(2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)),
		vec3(2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)));
}

// turnBy is the rotation by a rotation vector [rad]. Small ones are series, since devices have sines
// of few digits.
vec4 turnBy(vec3 by) {
	float half2 = dot(by, by) / 4.0;
	if (half2 < 0.25) {
		float sine = 1.0 - half2 / 6.0 * (1.0 - half2 / 20.0 * (1.0 - half2 / 42.0 * (1.0 - half2 / 72.0)));
		float cosine = 1.0 - half2 / 2.0 * (1.0 - half2 / 12.0 * (1.0 - half2 / 30.0 * (1.0 - half2 / 56.0)));
		return vec4(0.5 * sine * by, cosine);
	}
	float angle = sqrt(half2);
	return vec4(sin(angle) / (2.0 * angle) * by, cos(angle));
}

// vectorOf is the rotation vector of a unit quaternion [rad], the short way round.
vec3 vectorOf(vec4 q) {
	q = q.w < 0.0 ? -q : q;
	float sine2 = dot(q.xyz, q.xyz);
	if (sine2 < 0.09) { // arc sine
		return 2.0 * (1.0 + sine2 * (1.0 / 6.0 + sine2 * (3.0 / 40.0 + sine2 * (15.0 / 336.0 + sine2 * (105.0 / 3456.0))))) * q.xyz;
	}
	float sine = sqrt(sine2);
	return 2.0 * atan(sine, q.w) / sine * q.xyz;
}

// answerOf is I⁻¹ of an impulse that turns segment k [rad/s]; 0 where a clamp holds it. t is the
// tangent.
vec3 answerOf(uint k, vec3 t, vec3 impulse) {
	if (segment[k].held != 0u) {
		return vec3(0.0);
	}
	vec3 own = dot(t, impulse) * t;
	return (impulse - own) / segment[k].across + own / segment[k].along;
}

vec3 tangentOf(uint k) { return axesOf(ORIENTATION(k))[2]; }
