// What contacts push on the corners of spans: three for each span, the third of an edge for
// nothing. In double, second words of all corners follow. A pass declares Params and SpanPush
// before it includes this, and defines WRITES_CORNERS when it makes them. SPANS is the number of
// spans.
#ifdef WRITES_CORNERS
// setCorner leaves the number of touches as it is where RUB is 1: other invocations read it.
void setCorner(uint at, real3 f, uint touches) {
	vec3 high = vec3(f);
	spanPush[at].x = high.x;
	spanPush[at].y = high.y;
	spanPush[at].z = high.z;
#if !RUB
	spanPush[at].touches = touches;
#endif
#if PRECISION == DOUBLE
	vec3 low = vec3(f - real3(high));
	spanPush[3u * SPANS + at].x = low.x;
	spanPush[3u * SPANS + at].y = low.y;
	spanPush[3u * SPANS + at].z = low.z;
#endif
}
#else
real3 cornerOf(uint at) {
	vec3 high = vec3(spanPush[at].x, spanPush[at].y, spanPush[at].z);
#if PRECISION == DOUBLE
	uint second = 3u * SPANS + at;
	return real3(high) + real3(vec3(spanPush[second].x, spanPush[second].y, spanPush[second].z));
#else
	return high;
#endif
}
#endif
