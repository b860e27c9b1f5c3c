// The body of a function that adds the loads on mass i at x with the velocity v to sum [N]. A pass declares
// Incidence, of loads, before it includes this.
		for (uint k = 0u; k < params.commonLoads; k++) {
			sum += loadForce(k, x, v);
		}
		uint end = incidence[i - FIRST + 1u].entry;
		for (uint k = incidence[i - FIRST].entry; k < end; k++) {
			sum += loadForce(incidence[k].entry, x, v);
		}
		sum -= dragOf(QUADRATIC_DRAG, v);
