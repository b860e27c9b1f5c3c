// with is a sum with one more value.
Two with(Two sum, real value) {
#if PRECISION == DOUBLE
	return plus(sum, Two(float(value), float(value - real(float(value)))));
#else
	Two next = twoSum(sum.high, value);
	precise float low = sum.low + next.low;
	return Two(next.high, low);
#endif
}
