#version 430 core
// Pass arithmetic: multiply and add, four chains per invocation. It is no part of a step:
// its times in float32 and float64 give the cost of precision double on a device.
//
// reads:  position
// writes: nextPosition
// formula: x = ROUNDS times x y + z, of each of the four components with the same y and z
#include "layout.glsl"
#include "index.glsl"
#include "real.glsl"

STORAGE_Position(restrict readonly);
STORAGE_NextPosition(restrict writeonly);

const int ROUNDS = 1024; // arithmeticRounds of package traffic, which compares the ends

void main() {
	uint i = invocation();
	if (i >= uint(nextPosition.length())) {
		return;
	}
	real y = real(position[i].y), z = real(position[i].z);
	real a = real(position[i].x), b = a + real(1.0), c = a + real(2.0), d = a + real(3.0);
	for (int round = 0; round < ROUNDS; round++) {
		a = a * y + z;
		b = b * y + z;
		c = c * y + z;
		d = d * y + z;
	}
	nextPosition[i] = vec4(float(a), float(b), float(c), float(d));
}
