// The blocks of a pass of masses that evaluates forces. In the pipeline two-pass
// it gathers the forces of springs and works in place; in fused it evaluates the
// springs of each mass itself, so that it reads one copy of the state and writes
// the next. Devices, and renderers on the CPU above all, fetch texels of a buffer
// faster than elements of a storage block: TEXELS 1 is for arrays that are short
// enough.
UNIFORM_Params;
#if FUSED
#if ACTUATORS
UNIFORM_Signals;
#endif
UNIFORM_Palette;
#if TEXELS
layout(binding = TEXELS_POSITION) uniform samplerBuffer positionTexels;
layout(binding = TEXELS_VELOCITY) uniform samplerBuffer velocityTexels;
layout(binding = TEXELS_TABLE) uniform usamplerBuffer tableTexels;
#else
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_Table(readonly);
#endif
STORAGE_NextPosition(writeonly);
STORAGE_NextVelocity(writeonly);
#if LOADS
STORAGE_Force(readonly);
#endif
#else
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
STORAGE_Force(readonly);
STORAGE_Incidence(readonly);
#if CONTACTS
STORAGE_Contact(readonly);
#endif
#endif
STORAGE_Status(restrict);
