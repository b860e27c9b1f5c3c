#version 430 core
// Pass chunk-choose: which chunks are drawn, as draw commands.
//
// reads:  chunkBox
// writes: command
// formula: a chunk is out of sight when all corners of its box are beyond one side of the view. The sides are
// moved outward by the size of things drawn beyond the corners. A chunk of few pixels draws no more things
// than are enough for its pixels.
#include "layout.glsl"
#include "index.glsl"

UNIFORM_View;
UNIFORM_Chunks;
STORAGE_ChunkBox(readonly);
STORAGE_Command(writeonly);

// The sides in depth are moved by this share of the distance, since some things are
// drawn a little nearer than they are.
const float DEPTH_REACH = 1e-3;

void main() {
	uint chunk = invocation();
	uint from = chunk * CHUNK;
	if (from >= chunks.count) {
		return;
	}
	vec3 lo = chunkBox[2u * chunk].xyz - chunks.swell, hi = chunkBox[2u * chunk + 1u].xyz + chunks.swell;
	vec3 reach = vec3(1.0 + 2.0 * chunks.reach / view.viewport.xy, 1.0 + DEPTH_REACH);
	bvec3 below = bvec3(true), beyond = bvec3(true);
	bool ahead = true; // of the eye
	vec2 least = vec2(1e30), largest = vec2(-1e30);
	for (int k = 0; k < 8; k++) {
		vec3 x = vec3((k & 1) == 0 ? lo.x : hi.x, (k & 2) == 0 ? lo.y : hi.y, (k & 4) == 0 ? lo.z : hi.z);
		vec4 at = view.viewProjection * vec4(x, 1.0);
		below = bvec3(below.x && at.x < -reach.x * at.w, below.y && at.y < -reach.y * at.w, below.z && at.z < -reach.z * at.w);
		beyond = bvec3(beyond.x && at.x > reach.x * at.w, beyond.y && at.y > reach.y * at.w, beyond.z && at.z > reach.z * at.w);
		ahead = ahead && at.w > 0.0;
		vec2 place = at.xy / max(at.w, 1e-30);
		least = min(least, place);
		largest = max(largest, place);
	}
	bool seen = chunks.uncut != 0u || !(any(below) || any(beyond));
	seen = seen && chunkBox[2u * chunk].w > 0.0;

	uint size = (min(CHUNK, chunks.count - from) + chunks.stride - 1u) / chunks.stride;
	if (chunks.enough > 0.0 && ahead) {
		vec2 pixels = max((largest - least) * 0.5 * view.viewport.xy, vec2(1.0));
		size = min(size, uint(min(1.0 + chunks.enough * pixels.x * pixels.y, float(CHUNK))));
	}
	command[chunk].count = seen ? chunks.corners * size : 0u;
	command[chunk].instances = 1u;
	command[chunk].first = chunks.corners * (from / chunks.stride);
	command[chunk].base = 0u;
	command[chunk].chunk = chunk;
}
