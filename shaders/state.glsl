// The state of a mass. A pass declares Params, Position and Velocity before it
// includes this, and defines WRITES_STATE when it moves masses.

// positionOf is [m].
real3 positionOf(uint i) { return real3(position[i].xyz); }

// velocityOf is [m/s].
real3 velocityOf(uint i) { return real3(velocity[i].xyz); }

// inverseMassOf is [1/kg], 0 when the mass is pinned on all axes.
real inverseMassOf(uint i) { return real(position[i].w); }

// pinOf has a bit per axis that does not move.
uint pinOf(uint i) { return uint(velocity[i].w); }

#ifdef WRITES_STATE
void setPosition(uint i, real3 x) { position[i].xyz = vec3(x); }
void setVelocity(uint i, real3 v) { velocity[i].xyz = vec3(v); }
#endif
