// Arithmetic in two words of float32, high and low, about 48 bits. Everything is precise: a compiler that
// reorders it, or fuses a product into a sum, would undo the compensation.
//
// Sources: Knuth, The Art of Computer Programming 2, 4.2.2 (sum); Dekker, A
// floating-point technique for extending the available precision, Numerische
// Mathematik 18, 1971 (product).

// Two is high + low, where low is at most half a unit in the last place of high.
struct Two {
	float high;
	float low;
};

// quickSum is a + b, exactly, where |a| >= |b|.
Two quickSum(float a, float b) {
	precise float high = a + b;
	precise float low = b - (high - a);
	return Two(high, low);
}

// twoSum is a + b, exactly.
Two twoSum(float a, float b) {
	precise float high = a + b;
	precise float fromB = high - a;
	precise float low = (a - (high - fromB)) + (b - fromB);
	return Two(high, low);
}

// twoProduct is a b, exactly: each factor is cut into halves of 12 bits, whose
// products are exact.
Two twoProduct(float a, float b) {
	precise float aBig = 4097.0 * a;
	precise float aHigh = aBig - (aBig - a);
	precise float aLow = a - aHigh;
	precise float bBig = 4097.0 * b;
	precise float bHigh = bBig - (bBig - b);
	precise float bLow = b - bHigh;
	precise float high = a * b;
	precise float low = ((aHigh * bHigh - high) + aHigh * bLow + aLow * bHigh) + aLow * bLow;
	return Two(high, low);
}

Two plus(Two a, Two b) {
	Two sum = twoSum(a.high, b.high);
	Two rest = twoSum(a.low, b.low);
	precise float carried = sum.low + rest.high;
	Two most = quickSum(sum.high, carried);
	precise float low = most.low + rest.low;
	return quickSum(most.high, low);
}

Two minus(Two a, Two b) { return plus(a, Two(-b.high, -b.low)); }

Two squared(Two a) {
	Two product = twoProduct(a.high, a.high);
	precise float low = product.low + 2.0 * (a.high * a.low);
	return quickSum(product.high, low);
}

// scaled is the product of two numbers.
Two scaled(Two a, Two b) {
	Two product = twoProduct(a.high, b.high);
	precise float low = product.low + (a.high * b.low + a.low * b.high);
	return quickSum(product.high, low);
}
