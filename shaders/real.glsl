// The arithmetic of the step. Every pass computes in real and real3, so that
// a variant may be compiled for another precision.
#define real float
#define real3 vec3
