// Products of vectors in precise arithmetic, one assignment a function.
float dotOf(vec3 a, vec3 b) {
	precise float sum = a.z * b.z + (a.y * b.y + a.x * b.x);
	return sum;
}

vec3 plusScaled(vec3 f, float s, vec3 d) {
	precise vec3 sum = f + s * d;
	return sum;
}

#if EXACT_VECTORS
vec3 crossOf(vec3 a, vec3 b) {
	precise vec3 product = a.yzx * b.zxy - a.zxy * b.yzx;
	return product;
}

float lengthOf(vec3 v) { return sqrt(dotOf(v, v)); }
#endif
