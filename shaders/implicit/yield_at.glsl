// Where the matrices are by which loads yield: behind the external forces and, where masses
// collide, behind what pairs push and what their dampers are of that.
#ifdef PAIRS
const uint VECTORS_BEFORE = 3u;
#else
const uint VECTORS_BEFORE = 1u;
#endif
#if PRECISION == DOUBLE
#define YIELD_AT(part, i) (2u * (VECTORS_BEFORE + part) * params.massCount + i)
#else
#define YIELD_AT(part, i) ((VECTORS_BEFORE + part) * params.massCount + i)
#endif
