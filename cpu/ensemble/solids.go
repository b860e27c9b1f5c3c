package ensemble

import (
	"math"
	"math/bits"
	"unsafe"

	"hooke/model"
	"hooke/physics"
)

// solid is a contact of a kind other than a plane. Kernels know planes alone: plain Go steps
// masses in its extent, or whose path leads through it, one by one and replaces the result of
// the kernel. These are few, and none changes a bit of others.
type solid struct {
	number    int // of the contact
	shape     model.Shape
	low, high [3]float32 // of a box out of which nothing touches it
}

// solidsOf returns the contacts of a kind that are no planes.
func solidsOf(p *model.Params) (out []solid) {
	for i, c := range p.Contacts {
		if _, plane := c.Shape.(model.Plane); plane {
			continue
		}
		s := solid{number: i, shape: c.Shape}
		low, high, _ := physics.Extent(c.Shape)
		for axis := range 3 {
			s.low[axis] = math.Nextafter32(float32(low[axis]), float32(math.Inf(-1)))
			s.high[axis] = math.Nextafter32(float32(high[axis]), float32(math.Inf(1)))
		}
		out = append(out, s)
	}
	return out
}

// nearby holds the data on solids for a call that moves masses.
type nearby struct {
	table *table
	near  []uint16 // of each mass of the call, lanes that may touch a solid at the state at hand
	known bool     // whether near is that of the state
	met   []meeting

	pushes []push // of the contacts on the mass at hand
}

// push is the push of a contact on a mass.
type push struct {
	touches bool
	normal  [3]float32
	pressed float32 // F_N [N]
}

// meeting is a mass in a lane that may touch a solid, as it is after the step.
type meeting struct {
	index, lane int // of the mass in the list of the call
	x, v        [3]float32
	touches     bool
	slid        float64 // the change of its slip by the step [m/s]
	slip        float64 // before the step
}

// newNearby allocates the scratch of a call; nil if its kind has no solids.
func newNearby(t *table, masses int) *nearby {
	if len(t.solids) == 0 {
		return nil
	}
	return &nearby{table: t, near: make([]uint16, masses)}
}

// forget says that masses are where they are by other means than steps.
func (n *nearby) forget() {
	if n != nil {
		n.known = false
	}
}

// move calls the kernel, and steps masses that may touch solids.
func (n *nearby) move(code *kernel, c *moveCall) {
	if n == nil {
		code.move(c)
		return
	}
	list := unsafe.Slice(c.list, c.count)
	if !n.known {
		n.look(c, list, false)
	}
	n.met = n.met[:0]
	for i, lanes := range n.near {
		for left := lanes & uint16(c.alive); left != 0; left &= left - 1 {
			n.met = append(n.met, n.meet(c, &list[i], i, bits.TrailingZeros16(left)))
		}
	}
	code.move(c)
	for i := range n.met {
		c.replace(&list[n.met[i].index], &n.met[i])
	}
	n.look(c, list, true)
}

// look finds the masses that may touch solids at the state at hand. After a step it catches those whose way has crossed one.
func (n *nearby) look(c *moveCall, list []mass, stepped bool) {
	n.known = true
	for i := range list {
		n.near[i] = 0
		for s := range n.table.solids {
			n.near[i] |= n.table.solids[s].nearOf(c, list[i].at)
		}
		if !stepped {
			continue
		}
		for left := n.near[i] & uint16(c.alive); left != 0; left &= left - 1 {
			c.catch(n.table, &list[i], bits.TrailingZeros16(left))
		}
	}
}

// nearOf returns the lanes of a mass that are in the extent of the solid, or come from as far as the last step has brought them.
func (s *solid) nearOf(c *moveCall, place uint32) (near uint16) {
	near = 1<<lanes - 1
	for axis := 2; axis >= 0 && near != 0; axis-- { // robots stand beside and above things on the ground
		x, v, low, high := at(c.masses, place, rowX+axis), at(c.masses, place, rowV+axis), s.low[axis], s.high[axis]
		for lane := range lanes {
			way := c.dt * v[lane]
			if way < 0 {
				way = -way
			}
			way += way / 1024 // roundings
			if x[lane]+way < low || x[lane]-way > high {
				near &^= 1 << lane
			}
		}
	}
	return near
}

// meet returns the step of a mass that may touch solids, by the equations of moveGo.
func (n *nearby) meet(c *moveCall, m *mass, index, lane int) meeting {
	number := func(which int) float32 { return at(c.numbers, 0, which)[lane] }
	x, v, f := vectorAt(c.masses, m.at, rowX, lane), vectorAt(c.masses, m.at, rowV, lane), vectorAt(c.masses, m.at, rowForce, lane)
	out := meeting{index: index, lane: lane}
	if c.slip != nil {
		out.slip = *numberAt(c.slip, int(m.number), lane)
	}
	n.press(c, lane, x, v)
	for _, p := range n.pushes {
		if !p.touches {
			continue
		}
		if !out.touches {
			out.slid = float64(slideOn(p.normal, v))
		}
		out.touches = true
		for axis, along := range p.normal {
			f[axis] = fused(p.pressed, along, f[axis])
		}
	}
	perMass := m.perMass * at(c.scales, m.scale, 0)[lane]
	var w [3]float32
	for axis := range 3 {
		if m.moves[axis] != 0 {
			w[axis] = fused(f[axis], perMass, v[axis]+number(rowFall+axis))
		}
	}
	for k, p := range n.pushes {
		if p.touches && p.pressed > 0 {
			applyFrictionOn(&w, p.normal, p.pressed*perMass, at(c.contacts, uint32(k)*contactSize, rowStatic)[lane], at(c.contacts, uint32(k)*contactSize, rowKinetic)[lane])
		}
	}
	for axis := range 3 {
		if m.moves[axis] == 0 {
			w[axis] = 0
		}
		out.v[axis] = w[axis] * number(rowDrag)
		out.x[axis] = fused(c.dt, out.v[axis], x[axis])
	}
	return out
}

// press computes the pushes of all contacts on a mass, in their order.
func (n *nearby) press(c *moveCall, lane int, x, v [3]float32) {
	n.pushes = n.pushes[:0]
	next := 0
	for k := range c.planes {
		var p push
		if next == len(n.table.solids) || n.table.solids[next].number != int(k) {
			p.normal = vectorAt(c.contacts, uint32(k)*contactSize, rowNormal, lane)
			p.pressed, p.touches = c.pressed(k, lane, x, v)
			n.pushes = append(n.pushes, p)
			continue
		}
		depth, normal := n.table.solids[next].shape.Depth(model.Vec3{float64(x[0]), float64(x[1]), float64(x[2])})
		next++
		if p.touches = float32(depth) > 0; p.touches {
			p.normal = [3]float32{float32(normal[0]), float32(normal[1]), float32(normal[2])}
			of := func(which int) float32 { return at(c.contacts, uint32(k)*contactSize, which)[lane] }
			p.pressed = max(0, fused(-of(rowBrake), dot(p.normal, v), of(rowPush)*float32(depth)))
		}
		n.pushes = append(n.pushes, p)
	}
}

// replace writes a mass that was stepped by itself over the result of the kernel.
func (c *moveCall) replace(m *mass, of *meeting) {
	bit := uint64(1) << of.lane
	for axis := range 3 {
		at(c.masses, m.at, rowX+axis)[of.lane], at(c.masses, m.at, rowV+axis)[of.lane] = of.x[axis], of.v[axis]
		if of.x[axis]-of.x[axis] != 0 {
			c.bad |= bit
		}
	}
	touching := (*uint16)(unsafe.Add(unsafe.Pointer(c.touching), 2*int(m.number)))
	*touching &^= uint16(bit)
	if of.touches {
		*touching |= uint16(bit)
		c.any |= bit
	}
	if c.slip != nil {
		*numberAt(c.slip, int(m.number), of.lane) = of.slip + of.slid
	}
}

// catch puts a mass whose way in the last step has crossed a contact to where it enters the first of them; see physics.Crosses.
func (c *moveCall) catch(t *table, m *mass, lane int) {
	x, v := vectorAt(c.masses, m.at, rowX, lane), vectorAt(c.masses, m.at, rowV, lane)
	var from, to, speed model.Vec3
	for axis := range 3 {
		to[axis], speed[axis] = float64(x[axis]), float64(v[axis])
		from[axis] = to[axis] - float64(c.dt)*speed[axis]
	}
	if sum := x[0] + x[1] + x[2] + v[0] + v[1] + v[2]; sum-sum != 0 {
		return // it has diverged
	}
	contacts := t.kind.Params.Contacts
	k, crossing, entry := physics.FirstCrossing(contacts, contacts, from, to)
	if k < 0 {
		return
	}
	halted := physics.Halted(speed, crossing.Normal, float64(at(c.contacts, uint32(k)*contactSize, rowKinetic)[lane]))
	for axis := range 3 {
		if m.moves[axis] != 0 {
			at(c.masses, m.at, rowX+axis)[lane], at(c.masses, m.at, rowV+axis)[lane] = float32(entry[axis]), float32(halted[axis])
		}
	}
}
