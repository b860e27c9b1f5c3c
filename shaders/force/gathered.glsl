// Positions and velocities for a pass that reads those of any mass. They are texels of a
// buffer, or storage blocks where TEXELS is 0. The pass does not write them, except that each
// mass moves its own velocity where VELOCITY_IN_PLACE is defined.
#define GATHERS
#if TEXELS
layout(binding = TEXELS_POSITION) uniform samplerBuffer positionTexels;
#ifndef VELOCITY_IN_PLACE
layout(binding = TEXELS_VELOCITY) uniform samplerBuffer velocityTexels;
#endif
#else
STORAGE_Position(readonly);
#ifndef VELOCITY_IN_PLACE
STORAGE_Velocity(readonly);
#endif
#endif
#ifdef VELOCITY_IN_PLACE
STORAGE_Velocity(restrict);
#endif
