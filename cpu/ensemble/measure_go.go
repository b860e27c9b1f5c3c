package ensemble

import "unsafe"

// placeCall holds the arguments of the kernel that sums up where masses are.
type placeCall struct {
	masses  *float32
	list    *mass
	count   int64    // of masses that move, at least 1
	weights *float32 // of each of them, m [kg]
	scales  *float32 // vectors that multiply m; as those of the pack, which multiply dt/m
	near    *float32 // a position near the center of mass [m], three rows
	frames  *float32 // of each mass that moves, up × r0 and r0 across up, of which r0 is the position relative to the center of mass at the start [m]
	planes  *float32 // see highRows
	high    int64    // how many planes there are
	base    *float32 // height of the ground where no plane is [m]
	body    *uint32  // of each mass that moves, whether its clearance counts

	sums      *float64 // result: Σ m r (three rows, r from near), Σ m r·(up × r0), Σ m r·r0 across up
	clearance *float32 // least height of a mass over the ground so far [m]
	moments   *float32 // result of the other form, instead of sums: their terms, five rows for each entry of the list
}

// stretchCall holds the arguments of the kernel that sums up how springs are stretched.
type stretchCall struct {
	masses  *float32
	laws    *float32
	changes *float32 // of each law: 1 over its rest row, and the rest row at the last sample
	springs *measured
	count   int64    // of springs, at least 1
	strain  *float32 // result: the largest |L − L0|/L0
	sums    *float64 // result: work of muscles since the last sample, and its positive part [J]
	lengths *float32 // of each spring that a muscle drives, in the order of springs: its length at the last sample, result: now [m]
	keeps   *float32 // 1 for members whose lengths are stored, else 0
}

// measured is a spring as the kernel reads it. It takes 32 bytes.
type measured struct {
	a, b, law, change        uint32
	rest, perRest, stiffness float32
	driven                   uint32 // whether a muscle drives it
}

// These are the sizes of records that kernels of measures read.
const (
	frameSize   = 6 * lanes
	highRows    = 3 // of a plane: z = z0 − sx x − sy y
	highSize    = highRows * lanes
	placeSums   = 5 * lanes
	momentSize  = 5 * lanes
	rowPerRest  = 0 // changes
	rowBefore   = 1
	changeSize  = 2 * lanes
	stretchSums = 2 * lanes
)

// numberAt is one of 16 numbers of 8 bytes.
func numberAt(from *float64, which, lane int) *float64 {
	return (*float64)(unsafe.Add(unsafe.Pointer(from), 8*(which*lanes+lane)))
}

// placesGo adds up m r and the sums for yaw, in float64, and records clearances.
func placesGo(c *placeCall) {
	c.each(func(_, which, lane int, x float32) { *numberAt(c.sums, which, lane) += float64(x) })
}

// momentsGo is placesGo that does not add up.
func momentsGo(c *placeCall) {
	c.each(func(i, which, lane int, x float32) { at(c.moments, uint32(i*momentSize), which)[lane] = x })
}

// each goes through the terms of entries, and takes in clearances.
func (c *placeCall) each(take func(i, which, lane int, x float32)) {
	weights, body := unsafe.Slice(c.weights, c.count), unsafe.Slice(c.body, c.count)
	for i, m := range unsafe.Slice(c.list, c.count) {
		for lane := range lanes {
			weight := weights[i] * at(c.scales, m.scale, 0)[lane]
			x, near := vectorAt(c.masses, m.at, rowX, lane), vectorAt(c.near, 0, 0, lane)
			var moment [3]float32
			for axis := range 3 {
				moment[axis] = weight * (x[axis] - near[axis])
				take(i, axis, lane, moment[axis])
			}
			for k := range 2 {
				take(i, 3+k, lane, dot(moment, vectorAt(c.frames, uint32(i)*frameSize, 3*k, lane)))
			}
			if body[i] == 0 {
				continue
			}
			highest := at(c.base, 0, 0)[lane]
			for k := range uint32(c.high) {
				plane := vectorAt(c.planes, k*highSize, 0, lane)
				if z := fused(-plane[2], x[1], fused(-plane[1], x[0], plane[0])); z > highest {
					highest = z
				}
			}
			if height := x[2] - highest; height < at(c.clearance, 0, 0)[lane] {
				at(c.clearance, 0, 0)[lane] = height
			}
		}
	}
}

// stretchGo finds the largest strain and adds up the work of muscles; see package metrics.
func stretchGo(c *stretchCall) {
	*at(c.strain, 0, 0) = [lanes]float32{}
	driven := uint32(0)
	for _, s := range unsafe.Slice(c.springs, c.count) {
		for lane := range lanes {
			law := func(which int) float32 { return at(c.laws, s.law, which)[lane] }
			change := func(which int) float32 { return at(c.changes, s.change, which)[lane] }
			xa, xb := vectorAt(c.masses, s.a, rowX, lane), vectorAt(c.masses, s.b, rowX, lane)
			d := [3]float32{xa[0] - xb[0], xa[1] - xb[1], xa[2] - xb[2]}
			length := root(dot(d, d))
			now := fused(-s.rest, law(rowRest), length)
			strain := now * (s.perRest * change(rowPerRest))
			if strain < 0 {
				strain = -strain
			}
			if most := at(c.strain, 0, 0); now > law(rowSlack) && strain > most[lane] {
				most[lane] = strain
			}
			if s.driven == 0 {
				continue
			}
			last, were := &at(c.lengths, driven*lanes, 0)[lane], change(rowBefore)
			done := (0.25 * (law(rowStiffness) + s.stiffness)) * doubled(now, fused(-s.rest, were, length), fused(-s.rest, law(rowRest), *last), fused(-s.rest, were, *last), law(rowFloor))
			if at(c.keeps, 0, 0)[lane] > 0 {
				*last = length
			}
			*numberAt(c.sums, 0, lane) += float64(done)
			*numberAt(c.sums, 1, lane) += float64(max(done, 0))
		}
		driven += s.driven
	}
}

// doubled returns (a² − b²) + (c² − d²), of stretches [m]: L − R and L − R' at the length of a sample, and the same at that of
// the sample before. It is 4/k times the work of the change from R' to R; see package metrics. Stretches are at least the floor.
func doubled(a, b, c, d, floor float32) float32 {
	a, b, c, d = max(a, floor), max(b, floor), max(c, floor), max(d, floor)
	return fused(c-d, c+d, (a-b)*(a+b))
}
