package external

import (
	"sort"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/laws/group"
	"hooke/model"
)

// Groups are the forces that depend on several masses at once. Press evaluates one of them in
// float64, by one thread, and Add sums the shares of each mass, in the order of the forces, so
// that sums do not depend on threads. They take 84 bytes for each mass of each force.
type Groups[T table.Real] struct {
	forces  []groupForce
	elastic int32   // number of the first force with an elastic energy; all after it have one
	time    float64 // of the forces [s]

	lanes  []int32 // of masses on which any acts, ascending
	begins []int32 // of the parts of each, and one more
	parts  []part
}

// part is a mass of a force.
type part struct{ force, mass int32 }

// groupForce is one force with its state.
type groupForce struct {
	law                       group.Force
	lanes                     []int32
	force, position, velocity []model.Vec3
	still                     []model.Vec3 // an elastic force without velocities; nil without a ledger
}

// GroupsOf returns the forces on groups of a run, for lanes in the order of a table; nil without
// any.
func GroupsOf[T table.Real](m *model.Model, p *model.Params, o table.LaneOrder) *Groups[T] {
	laws := group.Of(m, p)
	if len(laws) == 0 {
		return nil
	}
	g := &Groups[T]{}
	begins := make([]int32, len(o.MassOf)+1) // of the parts of each lane
	for _, law := range laws {
		masses := law.Masses()
		_, elastic := law.(group.Elastic)
		if !elastic {
			g.elastic++
		}
		f := groupForce{law: law, force: make([]model.Vec3, len(masses)), position: make([]model.Vec3, len(masses)), velocity: make([]model.Vec3, len(masses))}
		for _, i := range masses {
			lane := int32(o.LaneOf[i])
			f.lanes = append(f.lanes, lane)
			if m.PinOf(int(i)) != model.PinAll {
				begins[lane+1]++
			}
		}
		if elastic && p.Ledger {
			f.still = make([]model.Vec3, len(masses))
		}
		g.forces = append(g.forces, f)
	}
	g.gather(m, begins)
	return g
}

// gather lists the parts of each lane, in the order of the forces; begins has their number at each
// lane before the next.
func (g *Groups[T]) gather(m *model.Model, begins []int32) {
	for lane := range len(begins) - 1 {
		if begins[lane+1] > 0 {
			g.lanes, g.begins = append(g.lanes, int32(lane)), append(g.begins, begins[lane])
		}
		begins[lane+1] += begins[lane]
	}
	g.begins = append(g.begins, begins[len(begins)-1])
	g.parts = make([]part, begins[len(begins)-1])
	for k := range g.forces {
		for j, i := range g.forces[k].law.Masses() {
			if m.PinOf(int(i)) != model.PinAll {
				lane := g.forces[k].lanes[j]
				g.parts[begins[lane]] = part{int32(k), int32(j)}
				begins[lane]++
			}
		}
	}
}

// Count returns the number of forces.
func (g *Groups[T]) Count() int {
	if g == nil {
		return 0
	}
	return len(g.forces)
}

// Bytes returns the memory of the forces, without that of their laws.
func (g *Groups[T]) Bytes() int64 {
	if g == nil {
		return 0
	}
	bytes := 84*int64(len(g.parts)) + 8*int64(len(g.lanes))
	for k := range g.forces {
		bytes += 24 * int64(len(g.forces[k].still))
	}
	return bytes
}

// Press evaluates a force in a state. For a ledger, it also finds elastic ones without velocities.
func (g *Groups[T]) Press(now kernels.Motions[T], which int) {
	f := &g.forces[which]
	for k, lane := range f.lanes {
		f.position[k] = kernels.Widen(now.Position.Get(kernels.ArrayX, int(lane)))
		f.velocity[k] = kernels.Widen(now.Velocity.Get(kernels.ArrayVX, int(lane)))
	}
	clear(f.force)
	if f.still == nil {
		f.law.Add(f.force, f.position, f.velocity, g.time)
		return
	}
	clear(f.still)
	f.law.(group.Elastic).Split(f.force, f.still, f.position, f.velocity)
}

// At sets the time of the forces [s].
func (g *Groups[T]) At(t float64) {
	if g != nil {
		g.time = t
	}
}

// Add adds the forces to those on the masses of some slices [N], see Loads.Add.
func (g *Groups[T]) Add(force []T, first, count int) {
	if g != nil {
		g.add(force, first, count, 0, int32(len(g.forces)), false)
	}
}

// addElastic adds those with an elastic energy, or only their dampers, likewise; dampers are known with
// a ledger.
func (g *Groups[T]) addElastic(force []T, first, count int, dampers bool) {
	if g != nil {
		g.add(force, first, count, g.elastic, int32(len(g.forces)), dampers)
	}
}

// energy returns the elastic energy in a state [J].
func (g *Groups[T]) energy(now kernels.Motions[T]) (sum float64) {
	if g == nil {
		return 0
	}
	for _, f := range g.forces[g.elastic:] {
		for k, lane := range f.lanes {
			f.position[k] = kernels.Widen(now.Position.Get(kernels.ArrayX, int(lane)))
		}
		sum += f.law.(group.Elastic).Energy(f.position)
	}
	return sum
}

// sumElastic sets the sums of those with an elastic energy on every mass, pinned ones too, and the
// parts of these by dampers [N], with a ledger.
func (g *Groups[T]) sumElastic(force, damper []model.Vec3) {
	clear(force)
	clear(damper)
	for _, f := range g.forces[g.elastic:] {
		for k, i := range f.law.Masses() {
			force[i], damper[i] = force[i].Add(f.force[k]), damper[i].Add(f.still[k])
		}
	}
	for i, f := range force {
		damper[i] = f.Sub(damper[i])
	}
}

// addOthers adds the others.
func (g *Groups[T]) addOthers(force []T, first, count int) {
	if g != nil {
		g.add(force, first, count, 0, g.elastic, false)
	}
}

// add adds the forces from one number to that before another.
func (g *Groups[T]) add(force []T, first, count int, from, to int32, dampers bool) {
	begin := sort.Search(len(g.lanes), func(i int) bool { return int(g.lanes[i]) >= first*table.Width })
	for k := begin; k < len(g.lanes) && int(g.lanes[k]) < (first+count)*table.Width; k++ {
		lane := int(g.lanes[k])
		at := (lane/table.Width-first)*3*table.Width + lane%table.Width
		var sum model.Vec3
		for _, p := range g.parts[g.begins[k]:g.begins[k+1]] {
			switch of := &g.forces[p.force]; {
			case p.force < from || p.force >= to:
			case dampers:
				sum = sum.Add(of.force[p.mass].Sub(of.still[p.mass]))
			default:
				sum = sum.Add(of.force[p.mass])
			}
		}
		for axis := range 3 {
			force[at+axis*table.Width] += T(sum[axis])
		}
	}
}
