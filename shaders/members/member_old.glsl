// Whether lists of a pack are too old for a copy of the state, in the place of its first member. The next pass that
// drives clears the word of the copy before, which has been read.
#define OLD_OF_PACK(copy) memberWord[inRow(WORD_OLD + (copy), member / PACK * PACK)].word

#ifdef VELOCITY_OF
// tellOld says so if the list of mass i is old, now that the mass is at a place.
void tellOld(uint i, uint member, vec3 x) {
	uint first = numbered(0u);
	if (takesPart(i) && isOld(TABLE(ballOf(i) + BALL_NUMBER), member, x, POSITION_OF(first) - builtOf(0u, member))) {
		atomicOr(OLD_OF_PACK(1u - memberRow.copy), 1u);
	}
}
#endif
