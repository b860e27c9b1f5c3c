// Works that passes of masses do within a step, each summed in two words since the ledger
// began, a row of all masses for each kind. A pass declares Params and Work, and defines
// NEEDS_TWO_WORDS before real.glsl, before it includes this. WORK_ROW is how many items a row has
// where these are no masses.
#ifndef WORK_ROW
#define WORK_ROW params.massCount
#endif
#include "with.glsl"
const uint WORK_EXTERNAL = 0u;        // [J]
const uint WORK_DRAG = 1u;            // [J]
const uint WORK_FRICTION = 2u;        // [J]
const uint WORK_CONSTRAINTS = 3u;     // [J]
const uint WORK_CONTACT_DAMPING = 4u; // [J]

// book adds a work on mass i, or of it.
void book(uint kind, uint i, real done) {
	uint at = kind * WORK_ROW + i;
	Two sum = with(Two(works[at].hi, works[at].lo), done);
	works[at].hi = sum.high;
	works[at].lo = sum.low;
}
