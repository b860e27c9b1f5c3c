#version 430 core
// Pass member-begin: the work between two steps of the pipeline ensemble. It says how each member ended or
// continues after the step that was made, and drives muscles and external forces at the time of the next one.
// With no step it only drives, which changes nothing unless values have changed.
//
// reads:  memberTable, memberValue, memberPhase, memberWord, memberRest
// writes: memberWord, memberRest
// formula: L0(t) = L0 (1 + a w(f t + φ)), F(t) = F c(t); see member_drive.glsl and member_judge.glsl
// variants: COLLIDES where masses of a member collide; SMOOTH 1 where muscles are no sines or have half-lives; CURVES 1 where something follows a
// curve; SIGNALS is how many other numbers change with time; sizes as members.glsl has them.
#include "layout.glsl"
#include "members.glsl"
#include "two_words.glsl"
STORAGE_MemberRest(restrict);
layout(local_size_x = 32, local_size_y = 8) in;

#define FLAG(k) WORD(WORD_FLAGS + (k))
#define HELD memberRow.copy
#define BEFORE (1u - memberRow.copy)
#include "member_judge.glsl"

#define SET_REST(law, x) memberRest[inRow(ROW_NOW + (law), member)].value = x
#define SET_FORCE(row, x) memberRest[inRow(ROW_FORCE + (row), member)].value = x
#define SET_SIGNAL(row, x) memberRest[inRow(ROW_SIGNAL + (row), member)].value = x
#include "member_drive.glsl"

shared uint ages[32]; // of the members that continue; all ones for others

void main() {
	uint lane = gl_LocalInvocationID.x, part = gl_LocalInvocationID.y;
	uint member = gl_WorkGroupID.x * PACK + lane;
	if (part == 0u) {
		bool goesOn = memberRow.steps != 0u ? judge(member) : WORD(WORD_ENDED) == 0u;
		ages[lane] = goesOn ? WORD(WORD_AGE) : 0xffffffffu;
#ifdef COLLIDES
		WORD(WORD_OLD + 1u - memberRow.copy) = 0u;
#endif
	}
	memoryBarrierShared();
	barrier();
	if (ages[lane] != 0xffffffffu) {
		if (memberRow.steps == 0u) { // values may have changed
			for (uint k = part; k < FIXED; k += PARTS) {
				uint law = TABLE(FIXED_AT + k);
				SET_REST(law, VALUE(ROW_REST + law));
			}
		}
		drive(member, ages[lane], part, PARTS);
	}
}
