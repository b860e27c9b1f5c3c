// The pushes of contacts on the corners of spans: three for each span; an edge leaves its third unused. A
// pass declares Params and SpanPush before it includes this, and defines WRITES_CORNERS when it makes them.
// SPANS is the number of spans.
//
// A pass reads corners of any range, as texels with TEXELS 1; then it writes through a window.
#if TEXELS
layout(binding = TEXELS_ALL) uniform usamplerBuffer cornerTexels;
vec3 cornerVector(uint at) { return uintBitsToFloat(texelFetch(cornerTexels, int(at)).xyz); }
uint touchesAt(uint at) { return texelFetch(cornerTexels, int(at)).w; }
#else
vec3 cornerVector(uint at) { return vec3(spanPush[at].x, spanPush[at].y, spanPush[at].z); }
uint touchesAt(uint at) { return spanPush[at].touches; }
#endif

#ifdef WRITES_CORNERS
#if TEXELS
uint putAt(uint at) { return at - 3u * FIRST; }
#else
uint putAt(uint at) { return at; }
#endif

// setCorner leaves the number of touches as it is where SPAN_FRICTION is 1: other invocations read it.
void setCorner(uint at, vec3 f, uint touches) {
	uint to = putAt(at);
	spanPush[to].x = f.x;
	spanPush[to].y = f.y;
	spanPush[to].z = f.z;
#if !SPAN_FRICTION
	spanPush[to].touches = touches;
#endif
}
#else
vec3 cornerOf(uint at) { return cornerVector(at); }
#endif
