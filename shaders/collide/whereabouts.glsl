// Positions of masses, for passes of collisions that need those of any mass and nothing else
// of the state.
#if TEXELS
layout(binding = TEXELS_POSITION) uniform samplerBuffer positionTexels;
#define POSITION(at) texelFetch(positionTexels, int(at))
#else
STORAGE_Position(readonly);
#define POSITION(at) position[at]
#endif

vec3 placeOfMass(uint i) { return POSITION(i).xyz; }
