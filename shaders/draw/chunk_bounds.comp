#version 430 core
// Pass chunk-bounds: the box around each chunk of masses, springs or triangles that are
// drawn. A work group is a chunk.
//
// reads:  position, corner
// writes: chunkBox
// formula: least and largest coordinates over the corners of the things in the chunk;
// corners whose position is not finite are not drawn and do not count.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_Chunks;
STORAGE_Position(readonly);
STORAGE_Corner(readonly); // of masses alone it is not read
STORAGE_ChunkBox(writeonly);

shared vec3 low[WORKGROUP];
shared vec3 high[WORKGROUP];

const float FAR = 3.4e38;

void main() {
	uint chunk = groupNumber(), mine = gl_LocalInvocationID.x;
	uint from = chunk * CHUNK, to = min(from + CHUNK, chunks.count);
	vec3 lo = vec3(FAR), hi = vec3(-FAR);
	for (uint k = from * chunks.corners + mine; k < to * chunks.corners; k += WORKGROUP) {
		uint i = k;
		if (chunks.corners > 1u) {
			i = corner[k].mass;
		}
		vec3 x = position[i].xyz;
		if (!(any(isnan(x)) || any(isinf(x)))) {
			lo = min(lo, x);
			hi = max(hi, x);
		}
	}
	low[mine] = lo;
	high[mine] = hi;
	for (uint half_ = WORKGROUP / 2u; half_ > 0u; half_ /= 2u) {
		memoryBarrierShared();
		barrier();
		if (mine < half_) {
			low[mine] = min(low[mine], low[mine + half_]);
			high[mine] = max(high[mine], high[mine + half_]);
		}
	}
	if (mine == 0u && from < to) {
		float some = low[0].x <= high[0].x ? 1.0 : 0.0;
		chunkBox[2u * chunk] = vec4(low[0], some);
		chunkBox[2u * chunk + 1u] = vec4(high[0], some);
	}
}
