// Where masses are for passes of spans, and how fast. A pass includes state.glsl before it
// includes this. AHEAD 1: after the next step of symplectic Euler, before the friction of spans,
// from the centered velocities, ½ (v + v of the next step).
#if AHEAD
STORAGE_Centered(restrict);
real3 movable;     // of friction of masses in contact.glsl, which passes of spans do not call
real surfacePower; // likewise

real3 centeredAt(uint i) { return TWO_WORDS3(centered[i].xyz, centered[params.massCount + i].xyz); }

real3 aheadVelocity(uint i) { return real(2.0) * centeredAt(i) - velocityOf(i); }

real3 aheadPlace(uint i) { return isFree(i) ? positionOf(i) + DT * aheadVelocity(i) : positionOf(i); }
#define SPAN_PLACE(i) aheadPlace(i)
#define SPAN_VELOCITY(i) aheadVelocity(i)
#else
#define SPAN_PLACE(i) positionOf(i)
#define SPAN_VELOCITY(i) velocityOf(i)
#endif
