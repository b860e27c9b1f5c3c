// dragTaken is 1 − 2^(−2 dt/h), without what a subtraction loses.
real dragTaken() {
	real z = real(2.0) * DT * DRAG_RATE;
	return z < real(0.1) ? z * (real(1.0) - z / real(2.0) * (real(1.0) - z / real(3.0) * (real(1.0) - z / real(4.0) * (real(1.0) - z / real(5.0)))))
	                     : real(1.0) - DRAG_FACTOR * DRAG_FACTOR;
}
