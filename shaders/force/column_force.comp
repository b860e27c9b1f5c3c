#version 430 core
// Pass spring-force of a regular structure: the forces of springs, into columns. An invocation
// is for a place in all columns: it has the springs from a mass to neighbors of higher numbers.
//
// reads:  position, velocity, columnMask, spring, material, signals
// writes: columnForce, status
// formula: spring_law.glsl; a missing spring, or one with both ends pinned, has no force. A spring longer
// than params.runaway is reported.
// variants: those of spring_force.comp. COLUMN_SPRINGS is a text that visits the columns with
// SPRING: the number of a column, the offset to the neighbor, and a spring whose law is that of
// the column.
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"
#define WRITES_FORCES

UNIFORM_Params;
#if ACTUATORS
UNIFORM_Signals;
#endif
#include "gathered.glsl"
STORAGE_ColumnMask(readonly);
STORAGE_Spring(readonly);
STORAGE_Material(readonly);
STORAGE_ColumnForce(restrict writeonly); // so that the fetches of a spring need not wait for the force of the one before
STORAGE_Status(restrict);
#include "state.glsl"
#if ACTUATORS
#include "signals.glsl"
#endif
#include "springs.glsl"
#include "spring_law.glsl"
#include "columns.glsl"
#include "ends_pass.glsl"

const uint NONE = 0xffffffffu;

// Own is a mass with springs to neighbors of higher numbers.
struct Own {
	uint number;
	uint mask; // a bit for each column in which it has a spring
	Place here;
	real3 v;
	bool isFree;
	uint runaway; // column of the first spring that is longer than any may be
};

// pull writes the force of a spring of a mass. Who has no such spring looks at itself, which feels no force.
void pull(inout Own o, uint column, uint offset, uint like) {
	uint neighbor = o.number + ((o.mask >> column & 1u) != 0u ? offset : 0u);
	Law law = lawOf(like);
	Reach r = reachOf(o.here, placeOf(neighbor), law);
	real3 f = springForce(o.v, velocityOf(neighbor), r, law);
	bool acts = o.isFree || isFree(neighbor);
	if (acts && r.distance > real(params.runaway) && o.runaway == NONE) {
		o.runaway = column;
	}
	setForce(column * COLUMN_LENGTH + COLUMN_HOLES + o.number, acts ? f : real3(0.0));
}

// reportRunaway keeps the first step with a spring that is longer than any may be, and the
// lowest mass that has one then to a neighbor of a higher number.
void reportRunaway(Own o) {
	uint now = status[0].integratePasses;
	if (atomicMin(status[0].runawayStep, now) >= now) {
		atomicMin(status[0].runawaySpring, o.number << COLUMN_BITS | o.runaway);
	}
}

#define SPRING(column, offset, like) pull(o, column, offset, like);

void main() {
	uint place = invocation();
	if (place > COLUMN_LENGTH) {
		return;
	}
	// One invocation past the last place proves that the grid reached the end.
	if (place == COLUMN_LENGTH) {
		if (endsPass()) {
			status[0].springForcePasses += 1u;
		}
		return;
	}
	uint i = place - COLUMN_HOLES;
	if (place < COLUMN_HOLES || i >= params.massCount) {
		for (uint at = place; at < COLUMN_PLACES; at += COLUMN_LENGTH) {
			setForce(at, real3(0.0));
		}
		return;
	}
	Own o = Own(i, columnMask[i].word, placeOf(i), velocityOf(i), isFree(i), NONE);
	COLUMN_SPRINGS
	if (o.runaway != NONE) {
		reportRunaway(o);
	}
}
