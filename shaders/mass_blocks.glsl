// The blocks of a pass of masses that evaluates forces. In the pipeline two-pass
// it gathers the forces of springs and works in place; in fused it evaluates the
// springs of each mass itself, so that it reads one copy of the state and writes
// the next.
UNIFORM_Params;
#if FUSED
#if ACTUATORS
UNIFORM_Signals;
#endif
UNIFORM_Palette;
STORAGE_Position(readonly);
STORAGE_Velocity(readonly);
STORAGE_NextPosition(writeonly);
STORAGE_NextVelocity(writeonly);
STORAGE_Table(readonly);
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
