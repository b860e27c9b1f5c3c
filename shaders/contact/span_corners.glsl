// What contacts push on the corners of spans: three for each span, the third of an edge for
// nothing. In double, second words of all corners follow. A pass declares Params and SpanPush before it includes this, and
// defines WRITES_CORNERS when it makes them. SPANS is the number of spans.
//
// Where the model is divided, each range has all of its corners, in SPAN_WORDS records. A pass
// reads those of any range, as texels with TEXELS 1; then what it writes is a window.
#if PRECISION == DOUBLE
#define CORNER_WORDS 2u
#else
#define CORNER_WORDS 1u
#endif
#if RANGES
uint firstSpan(uint at) { return at / 3u & ~(SPAN_RANGE - 1u); } // of the range of a corner
uint cornerAt(uint at, uint word) {
	return at + 3u * ((SPAN_WORDS - 1u) * firstSpan(at) + word * min(SPAN_RANGE, SPANS - firstSpan(at)));
}
#else
uint cornerAt(uint at, uint word) { return at + 3u * SPANS * word; }
#endif
#if TEXELS
layout(binding = TEXELS_ALL) uniform usamplerBuffer cornerTexels;
uvec4 cornerWords(uint at) { return texelFetch(cornerTexels, int(at)); }
vec3 cornerVector(uint at) { return uintBitsToFloat(cornerWords(at).xyz); }
uint touchesAt(uint at) { return cornerWords(cornerAt(at, 0u)).w; }
#else
vec3 cornerVector(uint at) { return vec3(spanPush[at].x, spanPush[at].y, spanPush[at].z); }
uint touchesAt(uint at) { return spanPush[cornerAt(at, 0u)].touches; }
#endif

#ifdef WRITES_CORNERS
#if TEXELS
uint putAt(uint at, uint word) { return at - 3u * FIRST + 3u * COUNT_OF(SPANS) * word; }
#else
uint putAt(uint at, uint word) { return cornerAt(at, word); }
#endif

void putVector(uint at, vec3 v) {
	spanPush[at].x = v.x;
	spanPush[at].y = v.y;
	spanPush[at].z = v.z;
}

// setCorner leaves the number of touches as it is where RUB is 1: other invocations read it.
void setCorner(uint at, real3 f, uint touches) {
	vec3 high = vec3(f);
	putVector(putAt(at, 0u), high);
#if !RUB
	spanPush[putAt(at, 0u)].touches = touches;
#endif
#if PRECISION == DOUBLE
	putVector(putAt(at, 1u), vec3(f - real3(high)));
#endif
}
#else
real3 cornerOf(uint at) {
	return TWO_WORDS3(cornerVector(cornerAt(at, 0u)), cornerVector(cornerAt(at, 1u)));
}
#endif
