// Where masses are that take part in collisions, for passes that need only the first words
// of their places, of any mass. Where the model is divided, second words of a range stand
// behind its first ones.
#if TEXELS
layout(binding = TEXELS_POSITION) uniform samplerBuffer positionTexels;
#define POSITION(at) texelFetch(positionTexels, int(at))
#else
STORAGE_Position(readonly);
#define POSITION(at) position[at]
#endif

vec3 placeOfMass(uint i) { return POSITION(i).xyz; }
