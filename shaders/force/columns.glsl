// The forces of springs of a regular structure in the pipeline two-pass, in columns; see
// gpu/table/columns.go. The x of all forces come first, then y, then z, so that neighboring
// invocations read and write neighboring words; in double, second words follow. A pass declares
// ColumnForce before it includes this, and defines WRITES_FORCES when it makes the forces.
//
// COLUMN_PLACES is the number of places of all columns, COLUMN_LENGTH that of one, of which
// COLUMN_HOLES are in front of mass 0. COLUMN_SUM is a text that visits all columns in the order
// in which a mass sums its springs: with ON_LOWER for the spring to a neighbor of a higher number
// and ON_HIGHER for the other, at a place that is counted from that of mass 0.

#ifdef WRITES_FORCES
void setForce(uint at, real3 f) {
	vec3 high = vec3(f);
	columnForce[at].value = high.x;
	columnForce[COLUMN_PLACES + at].value = high.y;
	columnForce[2u * COLUMN_PLACES + at].value = high.z;
#if PRECISION == DOUBLE
	vec3 low = vec3(f - real3(high));
	columnForce[3u * COLUMN_PLACES + at].value = low.x;
	columnForce[4u * COLUMN_PLACES + at].value = low.y;
	columnForce[5u * COLUMN_PLACES + at].value = low.z;
#endif
}
#else
vec3 columnWord(uint at) {
	return vec3(columnForce[at].value, columnForce[COLUMN_PLACES + at].value, columnForce[2u * COLUMN_PLACES + at].value);
}

real3 columnForceAt(uint at) { return TWO_WORDS3(columnWord(at), columnWord(3u * COLUMN_PLACES + at)); }

#define ON_LOWER(at) sum += columnForceAt(i + at);
#define ON_HIGHER(at) sum -= columnForceAt(i + at);

// springForces sums the forces of the mass's springs [N], in ascending order of the springs.
real3 springForces(uint i) {
	real3 sum = real3(0.0);
	COLUMN_SUM
	return sum;
}
#endif
