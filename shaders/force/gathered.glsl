// Positions and velocities for a pass that reads those of any mass. They are texels of a
// buffer, or storage blocks where TEXELS is 0. The pass does not write them.
#define GATHERS
#if TEXELS
layout(binding = TEXELS_POSITION) uniform samplerBuffer positionTexels;
layout(binding = TEXELS_VELOCITY) uniform samplerBuffer velocityTexels;
#else
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
#endif
