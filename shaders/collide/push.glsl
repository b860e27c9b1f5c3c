// The pushes of pairs of masses, which stand behind the external forces on all masses, or on
// those of their range. A pass declares Params and, where it reads them, External before it
// includes this. It defines WRITES_PUSHES where it makes them.
uint pushAt(uint i) { return COUNT_OF(params.massCount) + i - FIRST; }

#ifndef WRITES_PUSHES
// pushOn is the push of pairs on a mass [N].
vec3 pushOn(uint i) {
	External push = externalForce[pushAt(i)];
	return vec3(push.x, push.y, push.z);
}
#endif
