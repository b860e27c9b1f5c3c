// Code generated from laws/spring.go by "go generate ./laws". DO NOT EDIT.

// Law is how a spring resists.
struct Law {
	real stiffness; // k [N/m]
	real damping; // c [N·s/m]
	real restLength; // L0 now [m]
	float restLengthLow; // its second word, when compensated [m]
	bool tensionOnly; // whether it is a cable, which never pushes
};

#if FUSED
// takeNumbers takes the numbers of a law from the vectors of its class, of which bits is the first.
void takeNumbers(inout Law law, uvec4 bits, uint kind) {
	vec2 words = uintBitsToFloat(bits.xy);
	law.stiffness = real(words.x);
	law.damping = real(words.y);
#if PRECISION == DOUBLE
	words = uintBitsToFloat(palette.kind[1u * SECOND_WORDS + kind].xy);
	law.stiffness += real(words.x);
	law.damping += real(words.y);
#endif
}

#if ENTRIES && ENTRY_OWN
uint word(uint at); // of the table

// takeEntry takes them from the words of the table behind a word, which are stride apart.
void takeEntry(inout Law law, uint at, uint stride) {
	at += stride;
	law.stiffness = real(uintBitsToFloat(word(at)));
	at += stride;
	law.damping = real(uintBitsToFloat(word(at)));
#if PRECISION == DOUBLE
	at += stride;
	law.stiffness += real(uintBitsToFloat(word(at)));
	at += stride;
	law.damping += real(uintBitsToFloat(word(at)));
#endif
}
#endif
#else
// LAW_RECORDS is how many records the numbers of a law take in each word.
#define LAW_RECORDS 1u

// takeNumbers takes the numbers of a law from its records, from one on.
void takeNumbers(inout Law law, uint record) {
	law.stiffness = real(material[record].even);
	law.damping = real(material[record].odd);
#if PRECISION == DOUBLE
	law.stiffness += real(material[LAW_RECORDS * COUNT_OF(params.springCount) + record].even);
	law.damping += real(material[LAW_RECORDS * COUNT_OF(params.springCount) + record].odd);
#endif
}
#endif
