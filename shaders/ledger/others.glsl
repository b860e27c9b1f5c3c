// The velocities that the ledger keeps beside those of the state. A pass defines OTHER, which
// reads a vector of them, and includes state.glsl before it includes this.
//
// Where the words of a mass are. CENTERED_VECTORS is how many vectors a mass has in a divided
// model, where those of a range stand together, with its gains.
#if RANGES && defined(CENTERED_VECTORS)
uint otherAt(uint i) {
	uint at = i - range.state;
	return at + (CENTERED_VECTORS - 1u) * (at & ~(MASS_RANGE - 1u));
}
uint secondOtherAt(uint i) { return otherAt(i) + min(MASS_RANGE, params.massCount - (i & ~(MASS_RANGE - 1u))); }
#elif MOVING
#define otherAt firstWordAt
#define secondOtherAt secondWordAt
#else
#define otherAt VELOCITY_AT
#define secondOtherAt secondWordAt
#endif

real3 otherOf(uint i) { return TWO_WORDS3(OTHER(otherAt(i)).xyz, OTHER(secondOtherAt(i)).xyz); }
