// Sums over the masses or springs of a member, in two words. A work group has 32 members and 8 parts of
// each; a part has its masses in ascending order, and parts are added in order, so that the bits of a
// sum depend on the number of masses alone. Masses that do not move have no part in sums.

// partsOf are the first item of a part and the one behind its last.
uvec2 partOf(uint part, uint count) {
	uint each = (count + PARTS - 1u) / PARTS;
	return uvec2(min(part * each, count), min(part * each + each, count));
}

Two more(Two sum, float x) {
	Two s = twoSum(sum.high, x);
	precise float low = s.low + sum.low;
	return quickSum(s.high, low);
}

// over is a sum divided by a number.
Two over(Two sum, float by) {
	float first = sum.high / by;
	Two product = twoProduct(first, by);
	precise float rest = ((sum.high - product.high) - product.low) + sum.low;
	return quickSum(first, rest / by);
}

// lent exchanges up to 8 numbers of each part.
shared float lent[8][8][32];

// meet waits for the work group.
void meet() {
	memoryBarrierShared();
	barrier();
}

// lend gives the sum of a part for the k-th sum of all parts.
void lend(uint k, Two sum) {
	lent[2u * k][gl_LocalInvocationID.y][gl_LocalInvocationID.x] = sum.high;
	lent[2u * k + 1u][gl_LocalInvocationID.y][gl_LocalInvocationID.x] = sum.low;
}

// addUp adds up the n sums that were lent, which sumOf then gives to all parts. Each sum is added by one part.
void addUp(uint sums) {
	uint lane = gl_LocalInvocationID.x;
	meet();
	for (uint k = gl_LocalInvocationID.y; k < sums; k += PARTS) {
		Two all = Two(0.0, 0.0);
		for (uint word = 2u * k; word < 2u * k + 2u; word++) {
			for (uint part = 0u; part < PARTS; part++) {
				all = more(all, lent[word][part][lane]);
			}
		}
		lent[2u * k][0][lane] = all.high;
		lent[2u * k + 1u][0][lane] = all.low;
	}
	meet();
}

Two sumOf(uint k) { return Two(lent[2u * k][0][gl_LocalInvocationID.x], lent[2u * k + 1u][0][gl_LocalInvocationID.x]); }

// lendOne gives the number of a part for the k-th largest number of all parts, which mostOf gives to all
// parts after findMost.
void lendOne(uint k, float x) { lent[k][gl_LocalInvocationID.y][gl_LocalInvocationID.x] = x; }

void findMost(uint numbers) {
	uint lane = gl_LocalInvocationID.x;
	meet();
	for (uint k = gl_LocalInvocationID.y; k < numbers; k += PARTS) {
		float most = lent[k][0][lane];
		for (uint part = 1u; part < PARTS; part++) {
			most = max(most, lent[k][part][lane]);
		}
		lent[k][0][lane] = most;
	}
	meet();
}

float mostOf(uint k) { return lent[k][0][gl_LocalInvocationID.x]; }

vec3 nearOf(uint member) { return vec3(VALUE(ROW_NEAR), VALUE(ROW_NEAR + 1u), VALUE(ROW_NEAR + 2u)); }

// massOf is m of a mass of the member [kg].
float massOf(uint record, uint member) { return TABLE_FLOAT(record + MASS_KG) * VALUE(ROW_WEIGHT + TABLE(record + MASS_SCALE)); }

#if MOVING
// levelOf is the height of a plane at the origin, as it is now.
float levelOf(uint k, uint row, uint member) {
	uint moves = TABLE(CONTACT_AT + CONTACT_WORDS * k + CONTACT_SHAPE) >> 8;
	float level = VALUE(row);
	return moves == 0u || level < -3.0e38 ? level : memberRest[inRow(ROW_SIGNAL + moves + 9u, member)].value / VALUE(ROW_CONTACT + 8u * k + 2u);
}
#define LEVEL(k, row) levelOf(k, row, member)
#else
#define LEVEL(k, row) VALUE(row)
#endif

// heightOf is the height of a point over the highest plane under it, or over the ground; see
// physics.Clearance.
float heightOf(vec3 x, uint member) {
	float highest = VALUE(ROW_GROUND);
	for (uint k = 0u; k < PLANES; k++) {
		uint row = ROW_HIGH + 3u * k;
		highest = max(highest, LEVEL(k, row) - VALUE(row + 1u) * x.x - VALUE(row + 2u) * x.y);
	}
	return x.z - highest;
}

// centerOf is the center of mass from a point near it, of all parts.
void centerOf(uint member, uint copy, out Two x, out Two y, out Two z) {
	x = Two(0.0, 0.0);
	y = x;
	z = x;
	vec3 near = nearOf(member);
	uvec2 own = partOf(gl_LocalInvocationID.y, MASSES);
	for (uint i = own.x; i < own.y; i++) {
		uint record = i * MASS_WORDS;
		if (MOVES(record) == 0u) {
			continue;
		}
		vec3 moment = massOf(record, member) * (PLACE_OF(i, member, copy) - near);
		x = more(x, moment.x);
		y = more(y, moment.y);
		z = more(z, moment.z);
	}
	lend(0u, x);
	lend(1u, y);
	lend(2u, z);
	addUp(3u);
	float mass = VALUE(ROW_MASS), by = mass > 0.0 ? mass : 1.0;
	x = over(sumOf(0u), by);
	y = over(sumOf(1u), by);
	z = over(sumOf(2u), by);
	meet(); // before others lend
}
