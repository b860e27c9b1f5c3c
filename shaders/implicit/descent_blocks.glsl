// What a pass of masses of the solver implicit-euler declares. It works in place, in the pipeline
// fused, on masses no two of which are joined. A mass has come a way since the substep began:
// x = begun + way. Ways are kept beside positions, since they have more digits.
#define IN_PLACE
UNIFORM_Params;
UNIFORM_Descent;
#if ACTUATORS
UNIFORM_Signals;
#endif
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Way(restrict);
STORAGE_Begun(restrict);
#include "state.glsl"

// wayOf is the way of a mass in the substep [m].
real3 wayOf(uint i) { return TWO_WORDS3(way[i].xyz, way[params.massCount + i].xyz); }

void setWay(uint i, real3 d) {
	way[i] = vec4(d, 0.0);
#if PRECISION == DOUBLE
	way[params.massCount + i] = vec4(d - real3(vec3(d)), 0.0);
#endif
}

// begunAt is where a mass was when the substep began.
Place begunAt(uint i) {
#if PRECISION == COMPENSATED
	return Place(begun[i].xyz, begun[params.massCount + i].xyz);
#else
	return Place(TWO_WORDS3(begun[i].xyz, begun[params.massCount + i].xyz), vec3(0.0));
#endif
}
