// The declarations of a pass that visits the springs of a color, whose arrays are in the order of colors.
#define WRITES_STATE
UNIFORM_Params;
UNIFORM_Sweep;
#if ACTUATORS
UNIFORM_Signals;
#endif
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Ends(readonly);
STORAGE_Spring(readonly);
STORAGE_Material(readonly);
STORAGE_Impulse(restrict);
#include "state.glsl"
#if ACTUATORS
#include "signals.glsl"
#endif
#include "springs.glsl"
#include "spring_law.glsl"
#include "pins.glsl"
#include "joint.glsl"
