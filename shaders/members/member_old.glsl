// tellOld says in a word of the member whether the list of mass i is old, now that it is at a place. There
// is a word for each copy of the state: the next pass that drives clears the other one, which has been read.
void tellOld(uint i, uint member, vec3 x) {
	uint first = numbered(0u);
	if (takesPart(i) && isOld(TABLE(ballOf(i) + BALL_NUMBER), member, x, POSITION_OF(first) - builtOf(0u, member))) {
		atomicOr(WORD(WORD_OLD + 1u - memberRow.copy), 1u);
	}
}
