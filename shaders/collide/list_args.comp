#version 430 core
// Pass list-args: the work groups of the passes that make lists anew, which are dispatched
// by these counts: none where the lists are young enough. The host does not wait for the
// decision.
//
// reads:  groupCounts (those of all work), pairStatus
// writes: groupCounts (those of this time), pairStatus
// formula: counts = those of all work where lists are old, else 0
// variants: KINDS is how many different counts the passes have.
#include "layout.glsl"
#include "index.glsl"

STORAGE_PairStatus(restrict);
STORAGE_GroupCounts(restrict);

void main() {
	if (invocation() != 0u) {
		return;
	}
	bool old = pairStatus[0].old != 0u;
	for (uint k = 0u; k < KINDS; k++) {
		GroupCounts all = groupCounts[KINDS + k];
		groupCounts[k] = old ? all : GroupCounts(0u, 1u, 1u);
	}
	pairStatus[0].looks += 1u;
	if (old) {
		pairStatus[0].rebuilds += 1u;
		pairStatus[0].old = 0u;
	}
}
