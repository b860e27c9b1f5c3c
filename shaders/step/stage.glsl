// The numbers that a step keeps of each mass in addition to its state: the registers of
// Verlet and RK4, see model.Method.Registers, each with a second word in precisions above
// single. A pass declares Params and Stage and includes state.glsl before this.
#if PRECISION == SINGLE
#define REGISTER(number) ((number) * COUNT_OF(params.massCount))
#else
#define REGISTER(number) (2u * (number) * COUNT_OF(params.massCount))
#endif

// stageOf is a register of mass i.
real3 stageOf(uint number, uint i) {
	uint at = REGISTER(number) + i - FIRST;
	return TWO_WORDS3(stage[at].xyz, stage[COUNT_OF(params.massCount) + at].xyz);
}

void setStage(uint number, uint i, real3 value) {
	uint at = REGISTER(number) + i - FIRST;
	stage[at].xyz = vec3(value);
#if PRECISION == DOUBLE
	stage[COUNT_OF(params.massCount) + at].xyz = vec3(value - real3(vec3(value)));
#endif
}

// stagePlaceOf is a position in a register.
Place stagePlaceOf(uint number, uint i) {
#if PRECISION == COMPENSATED
	return Place(stageOf(number, i), stage[COUNT_OF(params.massCount) + REGISTER(number) + i - FIRST].xyz);
#else
	return Place(stageOf(number, i), vec3(0.0));
#endif
}

void setStagePlace(uint number, uint i, Place place) {
	setStage(number, i, place.x);
#if PRECISION == COMPENSATED
	stage[COUNT_OF(params.massCount) + REGISTER(number) + i - FIRST].xyz = place.low;
#endif
}
