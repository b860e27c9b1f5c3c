// judge decides whether a member continues after a step of its masses. FLAG(k) are the words of flags that
// they have written; HELD is the copy of the state after the step, and BEFORE the copy of the state before
// it.
bool judge(uint member) {
	if (WORD(WORD_ENDED) != 0u) {
		return false;
	}
	uint saw = FLAG(0u), age = WORD(WORD_AGE);
	bool goesOn = (saw & (RAN_AWAY | NOT_FINITE)) == 0u;
	if ((saw & RAN_AWAY) != 0u) { // the step has not been: its masses have not moved
		WORD(WORD_ENDED) = DIVERGED;
		WORD(WORD_COPY) = BEFORE;
	} else {
#if MEASURED
		if (age >= WORD(WORD_COUNT_FROM)) {
			WORD(WORD_STEPS) += 1u;
			for (uint g = 0u; g < GROUPS; g++) {
				uint bit = 2u + g;
				WORD(WORD_TOUCHED + g) += FLAG(bit / 32u) >> (bit % 32u) & 1u;
			}
		}
#endif
		WORD(WORD_AGE) = age + 1u;
		if ((saw & NOT_FINITE) != 0u) {
			WORD(WORD_ENDED) = DIVERGED;
			WORD(WORD_COPY) = HELD;
		}
	}
	for (uint k = 0u; k < FLAG_WORDS; k++) {
		FLAG(k) = 0u;
	}
	return goesOn;
}
