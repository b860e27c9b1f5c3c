// Vectors at pinned masses. A pass includes real.glsl before it includes this. unpinned is a vector without
// its part along pinned axes. WHOLE_PINS is for models whose masses are pinned on all axes, or on none, of
// which passes of free masses ask.
#ifdef WHOLE_PINS
real3 unpinned(real3 v, uint pin) { return v; }
#else
real3 unpinned(real3 v, uint pin) {
	return mix(v, real3(0.0), notEqual(uvec3(pin) & uvec3(1u, 2u, 4u), uvec3(0u)));
}
#endif
