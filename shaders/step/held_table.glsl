// The table of springs and contacts, and the laws of springs, in shared memory, in the pass resident. They
// are HELD_TABLE words, HELD_LAWS vectors of laws and HELD_REGULAR vectors of regular pairs. In the palette
// the vectors of a law stand PALETTE_STRIDE apart, SECOND_WORDS here, and regular pairs begin at
// PALETTE_REGULAR, here behind the laws. Files included after this take these for the palette.
shared uint heldTable[HELD_TABLE];
shared struct {
	uvec4 kind[HELD_LAWS + HELD_REGULAR];
	uint regularCount;
	uint parity;
} heldPalette;

// holdTable reads the table and the laws, for all steps.
void holdTable() {
	uint lane = gl_LocalInvocationID.x;
	for (uint k = lane; k < HELD_TABLE; k += WORKGROUP) {
#if TEXELS
		heldTable[k] = texelFetch(tableTexels, int(k)).x;
#else
		heldTable[k] = table[k].word;
#endif
	}
	for (uint k = lane; k < HELD_LAWS; k += WORKGROUP) {
		heldPalette.kind[k] = palette.kind[k / SECOND_WORDS * PALETTE_STRIDE + k % SECOND_WORDS];
	}
	for (uint k = lane; k < HELD_REGULAR; k += WORKGROUP) {
		heldPalette.kind[HELD_LAWS + k] = palette.kind[PALETTE_REGULAR + k];
	}
	if (lane == 0u) {
		heldPalette.regularCount = palette.regularCount;
		heldPalette.parity = palette.parity;
	}
}
#define palette heldPalette
