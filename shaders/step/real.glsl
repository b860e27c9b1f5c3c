// The arithmetic of the step. Every pass computes in real and real3, so that it
// can be compiled for another precision:
//
//   PRECISION 0  single: float32 throughout
//   PRECISION 1  compensated: positions and rest lengths in two words, and the
//                stretch of a spring formed from them; the rest is single
//   PRECISION 2  double: float64 arithmetic; every number that stays from step to
//                step is kept in two words of float32, 48 bits
//
// The second word of a number is the rounding error of the first.
#define SINGLE 0
#define COMPENSATED 1
#define DOUBLE 2

#if PRECISION == DOUBLE
#define real double
#define real3 dvec3
#define TWO_WORDS(high, low) (real(high) + real(low))
#define TWO_WORDS3(high, low) (real3(high) + real3(low))
#else
#define real float
#define real3 vec3
#define TWO_WORDS(high, low) (high)
#define TWO_WORDS3(high, low) (high)
#endif

// The numbers of a run.
#define DT TWO_WORDS(params.dt, params.dtLow)                                 // [s]
#define DRAG_FACTOR TWO_WORDS(params.dragFactor, params.dragFactorLow)        // per step
#define DRAG_RATE TWO_WORDS(params.dragRate, params.dragRateLow)              // [1/s]
#define QUADRATIC_DRAG TWO_WORDS(params.quadraticDrag, params.quadraticDragLow)          // [kg/m]
#define FRICTION_REACH TWO_WORDS(real(params.frictionReach), params.frictionReachLow)    // [s]
#define GRAVITY TWO_WORDS3(params.gravity.xyz, params.gravityLow.xyz)         // [m/s²]
#if PRECISION == COMPENSATED
#include "two_words.glsl"
#endif
