// The body of a function that adds the forces of the air on mass i to sum [N]. A pass declares Incidence, of
// triangles, and includes signals.glsl, before it includes this.
		vec3 air = signalsFrom(params.windSignal);
		uint end = incidence[i - FIRST + 1u].entry;
		for (uint k = incidence[i - FIRST].entry; k < end; k++) {
			sum += onCorner(triangle[incidence[k].entry], air);
		}
