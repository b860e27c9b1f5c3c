#version 430 core
// Pass value-range: the least and the largest of the values that colors show, and some
// of them, from which the range of the color map is chosen.
//
// reads:  velocity, spring, value
// writes: sampled
// formula: [0] and [1] the least and the largest finite value, as whole numbers in the
// order of the values; from [2] on values of springs that are spread over all: number k
// is that of a spring between k·n and (k+1)·n − 1, n the springs for each, chosen by a
// hash of k, so that no pattern of springs is missed; not a number for a removed spring.
// Of speed the values are those of masses.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
STORAGE_Velocity(readonly);
STORAGE_Spring(readonly);
STORAGE_Value(readonly);
STORAGE_Sampled(restrict);

const uint NOT_A_NUMBER = 0x7fc00000u;
const uint SPEED = 4u; // view.colorBy

uint count() { return view.colorBy == SPEED ? view.massCount : view.springCount; }

// bitsOf are those of a value; those of NaN without a value.
uint bitsOf(uint i) {
	if (view.colorBy == SPEED) {
		return floatBitsToUint(length(velocity[i].xyz));
	}
	return (spring[i].kind & 0xffffu) == 0u ? NOT_A_NUMBER : floatBitsToUint(value[i].value);
}

// hashed spreads numbers; PCG by M. O'Neill (2014).
uint hashed(uint k) {
	uint state = k * 747796405u + 2891336453u;
	uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
	return (word >> 22) ^ word;
}

void main() {
	uint i = invocation();
	if (i < view.sampleCount) {
		uint each = count() / view.sampleCount;
		sampled[2u + i].word = bitsOf(i * each + hashed(i) % each);
	}
	if (i >= count()) {
		return;
	}
	uint bits = bitsOf(i);
	if ((bits & 0x7f800000u) == 0x7f800000u) {
		return; // not a finite number
	}
	// Whole numbers in the order of the values.
	uint key = (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
	if (key < sampled[0].word) {
		atomicMin(sampled[0].word, key);
	}
	if (key > sampled[1].word) {
		atomicMax(sampled[1].word, key);
	}
}
