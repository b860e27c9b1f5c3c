// The blocks of a pass of masses that evaluates forces. In the pipeline two-pass
// it gathers the forces of springs and works in place; in fused it evaluates the
// springs of each mass itself, so that it reads one copy of the state and writes
// the next. Devices, and renderers on the CPU above all, fetch texels of a buffer
// faster than elements of a storage block: TEXELS 1 is for arrays that are short
// enough, or whose windows are; see Range in uniforms.go. FORCE_TEXELS 1 is for forces
// that are read so.
UNIFORM_Params;
#if FUSED
#if ACTUATORS
UNIFORM_Signals;
#endif
UNIFORM_Palette;
#include "gathered.glsl"
#if TEXELS
layout(binding = TEXELS_TABLE) uniform usamplerBuffer tableTexels;
#else
STORAGE_Table(readonly);
#endif
STORAGE_NextPosition(writeonly);
#ifndef VELOCITY_IN_PLACE
STORAGE_NextVelocity(writeonly);
#endif
#else
STORAGE_Position(restrict);
STORAGE_Velocity(restrict);
#ifdef COLUMN_SUM
STORAGE_ColumnForce(readonly);
#else
#if FORCE_TEXELS
layout(binding = TEXELS_FORCE) uniform samplerBuffer forceTexels;
#else
STORAGE_Force(readonly);
#endif
STORAGE_Incidence(readonly);
#endif
#if CONTACTS
STORAGE_Contact(readonly);
#endif
#endif
#if LOADS || defined(PAIRS)
STORAGE_External(readonly);
#endif
STORAGE_Status(restrict);
