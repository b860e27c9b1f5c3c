package kernels

import (
	"math"

	"hooke/cpu/table"
)

// Powers are evaluated with two velocities of each mass: u, which forces see, and w. The power
// of a force F(u) on a mass is
//
//	F(u)·(w + β u)
//
// where β is 1 for symplectic Euler, whose w is the velocity after the next step (the result
// is twice the power then), and 0 for others, whose w is centered on the positions.

// DamperCall holds the arguments and the result of a kernel that sums the dissipation of
// dampers. The springs are those of ForcesCall, in a state with u; its Out is not used.
type DamperCall[T table.Real] struct {
	ForcesCall[T]
	later  int64      // from an array of u to that of w [bytes]
	packed int64      // the same in the packed copy [bytes]
	share  int64      // from x of a lane to its share [bytes]
	same   T          // β
	own    T          // see Shares
	least  [2]T       // the least share of a neighbor that comes later, and of one that comes before
	sum    [8]float64 // result: of lane i and lane i+8 of all slices [W]

	// Kernels that know all springs read these, see works.go.
	laws *PowerLaw[T] // of all classes
	time T            // from the state to the other one of the step [s]
	_    T
	work [8]float64 // result: as sum [J]

	// Plain Go reads these.
	w      Motion[T]
	shares *Shares[T]
	all    *PowerLaws[T]
	view   sight[T]
}

// PowerStep holds the inputs of powers.
type PowerStep[T table.Real] struct {
	From, W Motion[T] // positions and u of one state, and w of another
	Shares  *Shares[T]
	Laws    *PowerLaws[T]
	Beta    T // β
	Time    T // how much later, or earlier, the other end of the step is [s]
}

// Shares say where a spring counts that both of its ends evaluate: at the mass that comes first,
// or, next to a mass that is pinned on all axes, at the other one. In tables with hubs, whose
// own slices come last, it counts half at each.
type Shares[T table.Real] struct {
	Of   []T // of each lane as a neighbor that comes before, with a slice of padding before and after as arrays have it
	own  T   // times 1 − Of of a mass, the share of its springs
	more T   // the least share of a neighbor that comes later
}

// NewShares makes the shares for a table.
func NewShares[T table.Real](t *table.Table[T], pinned func(mass int) bool) *Shares[T] {
	s := &Shares[T]{Of: AlignedFloats[T](t.LaneCount() + 2*table.Width), own: 1, more: 1}
	if len(t.Hubs) > 0 {
		s.own, s.more = 2, 0
		for i := range s.Of {
			s.Of[i] = 0.5
		}
	}
	t.Order.Each(func(lane, mass int) {
		if pinned(mass) {
			s.Of[table.Width+lane] = 1
		}
	})
	return s
}

// with returns the share of a neighbor, which lies at a distance [lanes].
func (s *Shares[T]) with(neighbor, distance int) T {
	if distance > 0 {
		return max(s.more, s.Of[table.Width+neighbor])
	}
	return s.Of[table.Width+neighbor]
}

// Aim aims a call at count slices from first on. out is not written to; it has at least one number.
// all says that the kernel knows all springs.
func (c *DamperCall[T]) Aim(t *table.Table[T], step *PowerStep[T], first, count int, out []T, all bool) {
	from, w, shares := step.From, step.W, step.Shares
	if from.PackedOf < packedBoth { // a copy without velocities
		from.Packed, from.PackedOf = nil, 0
	}
	c.ForcesCall.Set(t, from, first, count, out)
	c.w, c.shares, c.same, c.own, c.least, c.sum = w, shares, step.Beta, shares.own, [2]T{shares.more, 0}, [8]float64{}
	c.all, c.laws, c.time, c.work = step.Laws, &step.Laws.Records[0], step.Time, [8]float64{}
	if all {
		c.lanes = &step.Laws.Lanes
	}
	u := from.Array(ArrayVX)
	c.later = int64(address(&w.Array(ArrayVX)[0])) - int64(address(&u[0]))
	c.share = int64(address(&shares.Of[0])) - int64(address(&from.Array(ArrayX)[0]))
	c.packed = 0
	if from.PackedOf > 0 {
		c.packed = int64(address(&w.Packed[0])) - int64(address(&from.Packed[0]))
	}
}

// Power returns the dissipation of all dampers of the slices [W].
func (c *DamperCall[T]) Power() float64 { return addUp(&c.sum) }

// Work returns the other result: the work of actuators on the springs of the slices [J].
func (c *DamperCall[T]) Work() float64 { return addUp(&c.work) }

// addUp adds partial sums in a fixed order.
func addUp(s *[8]float64) float64 {
	return ((s[0] + s[4]) + (s[1] + s[5])) + ((s[2] + s[6]) + (s[3] + s[7]))
}

// DampersGo sums the power of the dampers of all springs, cables too. With d = xb − xa it is
//
//	c (Δu·d) ((Δw + β Δu)·d)/d²,
//
// in a cable with no less force than −k (L − L0). Springs in pairs are evaluated once, all
// others at both ends, see Shares. It sums the work of actuators, too, see PowerLaw:
//
//	½ k (R − R') (L + L' − R − R'),  L' = L + dt Δw·d/L.
func DampersGo[T table.Real](c *DamperCall[T]) {
	t, at := c.table, &c.view
	c.look()
	for s := c.first; s < c.first+c.count; s++ {
		var once, twice [2][table.Width]T
		for member := range t.Pattern.Members {
			p := t.Pairs[s*t.Pattern.Members+member]
			if p.Lanes == 0 {
				continue
			}
			offset, r := c.offsetOf(s, member), &c.all.Records[p.Class/table.RecordPlaces]
			for lane := range table.Width {
				if p.Lanes>>lane&1 != 0 {
					at.add(&once, lane, s*table.Width+lane, s*table.Width+lane+offset, r, 1)
				}
			}
		}
		begin, end := t.Ends[s], t.Ends[s+1]
		for _, slot := range t.Slots[begin.Slot:end.Slot] {
			r := &c.all.Records[slot.Class/table.RecordPlaces]
			for lane := range table.Width {
				if a := s*table.Width + lane; slot.Lanes>>lane&1 != 0 {
					at.add(&twice, lane, a, a+int(slot.Offset), r, c.shares.with(a+int(slot.Offset), int(slot.Offset)))
				}
			}
		}
		words := table.Width * t.Words()
		for column := begin.Column; column < end.Column; column++ {
			entries := t.Columns[int(column)*words : int(column+1)*words]
			for lane := range table.Width {
				offset := int(int32(entries[lane]) >> 4)
				b := s*table.Width + offset
				if share := c.shares.with(b, offset-lane); share != 0 {
					r := c.all.ofEntry(t.Format, entries, lane)
					at.add(&twice, lane, s*table.Width+lane, b, &r, share)
				}
			}
		}
		for lane := range table.Width {
			own := c.own * (1 - c.shares.Of[(s+1)*table.Width+lane])
			c.sum[lane%8] += float64(once[0][lane] + own*twice[0][lane])
			c.work[lane%8] += float64(once[1][lane] + own*twice[1][lane])
		}
	}
}

// sight is the arrays of lanes that a call reads: positions, u and w.
type sight[T table.Real] struct {
	x, u, w    [3][]T
	same, time T // as in DamperCall
}

// look fills the view of a call.
func (c *DamperCall[T]) look() {
	s := &c.view
	s.same, s.time = c.same, c.time
	for axis := range 3 {
		s.x[axis], s.u[axis] = c.from.Array(ArrayX + axis)[table.Width:], c.from.Array(ArrayVX + axis)[table.Width:]
		s.w[axis] = c.w.Array(ArrayVX + axis)[table.Width:]
	}
}

// offsetOf returns the distance to a member of the pattern from the masses of a slice [lanes].
func (c *DamperCall[T]) offsetOf(slice, member int) int {
	runs := c.table.Pattern.Runs
	for i, r := range runs {
		if member < r.Count {
			return int(c.table.Spans[slice*len(runs)+i].Ahead)/int(table.SizeOf[T]()) - member
		}
		member -= r.Count
	}
	return 0
}

// add adds the power of a damper between two lanes, and the work of an actuator. It skips
// factors of zero, which most springs have, since they are no cables.
func (s *sight[T]) add(sums *[2][table.Width]T, lane, a, b int, law *PowerLaw[T], share T) {
	if share == 0 {
		return
	}
	d0, d1, d2 := s.x[0][b]-s.x[0][a], s.x[1][b]-s.x[1][a], s.x[2][b]-s.x[2][a]
	square := d0*d0 + d1*d1 + d2*d2
	if !(square > law.Least) {
		return
	}
	seen := (s.u[0][b]-s.u[0][a])*d0 + (s.u[1][b]-s.u[1][a])*d1 + (s.u[2][b]-s.u[2][a])*d2
	later := (s.w[0][b]-s.w[0][a])*d0 + (s.w[1][b]-s.w[1][a])*d1 + (s.w[2][b]-s.w[2][a])*d2
	byLength := law.Damping / square * seen // force [N/m]
	if law.Work != 0 || !math.IsInf(float64(law.Stiffness), 1) {
		r := 1 / T(math.Sqrt(float64(square)))
		byLength = max(byLength, law.Pull*r-law.Stiffness)
		sums[1][lane] += share * law.Work * (2*square*r + s.time*later*r - law.Rests)
	}
	sums[0][lane] += share * byLength * (later + s.same*seen)
}

func minus[T table.Real](a, b [3]T) [3]T { return [3]T{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// DragCall holds the arguments and the results of a kernel that sums m w·(u + β w), of which drag
// takes a part, and finds the masses that are in planes.
type DragCall[T table.Real] struct {
	x, u, w  *T          // first lane in the arrays x, and vx of both velocities
	stride   int64       // from array to array [bytes]
	perMass  *T          // 1/m of the first lane [1/kg]
	planes   *contact[T] // or nil
	count    int64       // number of planes
	slices   int64       // number of slices, at least 1
	touching *uint16     // result: a bit for each mass of a slice that is in a plane
	same     T           // β
	_        T
	sum      [8]float64 // result: of lane i and lane i+8 of all slices [J]

	// Plain Go reads these.
	from, to Motions[T]
	sets     *Masses[T]
	solids   []contact[T]
	first    int
	found    []uint16
}

// Aim points a call at the slices from first on, as many as touching can hold. w is in
// another state than u and positions, which is that of from.
func (c *DragCall[T]) Aim(g *Integration[T], from, w Motions[T], beta T, first int, touching []uint16) {
	at := first * table.Width
	c.x, c.stride = from.Position.lane(at), from.Position.strideBytes()
	c.u, c.w = &from.Velocity.Array(ArrayVX)[table.Width+at], &w.Velocity.Array(ArrayVX)[table.Width+at]
	c.perMass, c.slices, c.touching, c.same, c.sum = &g.Masses.PerMass[at], int64(len(touching)), &touching[0], beta, [8]float64{}
	c.planes, c.count = nil, int64(len(g.Planes))
	if len(g.Planes) > 0 {
		c.planes = &g.Planes[0]
	}
	c.from, c.to, c.sets, c.solids, c.first, c.found = from, w, &g.Masses, g.Planes, first, touching
}

// Sum returns the sum over all masses of the slices [J].
func (c *DragCall[T]) Sum() float64 { return addUp(&c.sum) }

// DragGo sums over the masses that are not pinned on all axes.
func DragGo[T table.Real](c *DragCall[T]) {
	var x, u, w [3][]T
	for axis := range 3 {
		x[axis], u[axis] = c.from.Position.Array(ArrayX + axis)[table.Width:], c.from.Velocity.Array(ArrayVX + axis)[table.Width:]
		w[axis] = c.to.Velocity.Array(ArrayVX + axis)[table.Width:]
	}
	for s := range c.found {
		c.found[s] = 0
		for lane := range table.Width {
			at := (c.first+s)*table.Width + lane
			perMass := c.sets.PerMass[at]
			if perMass == 0 {
				continue
			}
			w0, w1, w2 := w[0][at], w[1][at], w[2][at]
			c.sum[lane%8] += float64((u[0][at]*w0 + u[1][at]*w1 + u[2][at]*w2 + c.same*(w0*w0+w1*w1+w2*w2)) / perMass)
			for k := range c.solids {
				n := &c.solids[k].normal
				if c.solids[k].offset-(x[0][at]*n[0]+x[1][at]*n[1]+x[2][at]*n[2]) > 0 {
					c.found[s] |= 1 << lane
				}
			}
		}
	}
}
