// How many touches with friction masses have, which the pass span counts for each corner. A pass
// declares Incidence (of corners), and includes span_corners.glsl, before it includes this.

// touchesOf is the number of touches with friction of a mass.
uint touchesOf(uint i) {
	uint count = 0u;
	uint end = incidence[i + 1u].entry;
	for (uint k = incidence[i].entry; k < end; k++) {
		count += touchesAt(incidence[k].entry);
	}
	return count;
}

// mostTouches is c, the largest number at a corner of a span.
uint mostTouches(uvec3 corners) {
	return max(touchesOf(corners.x), max(touchesOf(corners.y), touchesOf(corners.z)));
}
