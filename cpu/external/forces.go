package external

import (
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/physics"
)

// Forces are the external forces of a run: a new kind of them has its place here, and the engine
// and its ledger add all kinds by Add. The zero value has none.
type Forces[T table.Real] struct {
	Springs *Springs[T] // that tear, yield or creep; nil: none
	Points  []Point[T]  // of handles and constant forces; a step may add to them
	loads   *Loads[T]   // nil: none
	wind    *Wind[T]    // nil: none blows
	groups  *Groups[T]  // nil: none
}

// Of returns the external forces of a run without Springs, for lanes in the order of a table.
func Of[T table.Real](m *model.Model, p model.Params, o table.LaneOrder) Forces[T] {
	return Forces[T]{Points: PointsOf[T](p, o), loads: LoadsOf[T](p, o), wind: WindOf[T](m, p, o), groups: GroupsOf[T](m, &p, o)}
}

// Act reports whether there are any.
func (f *Forces[T]) Act() bool { return len(f.Points) > 0 || f.loads != nil || f.Presses() }

// Follow uses the current values of the drives.
func (f *Forces[T]) Follow(now *physics.Signals) {
	f.loads.Follow(now)
	f.wind.Blow(now.Wind)
	f.groups.At(now.Time)
	f.Springs.At(now.RestScale)
}

// Bytes returns the memory of all but the points.
func (f *Forces[T]) Bytes() int64 {
	return f.loads.Bytes() + f.wind.Bytes() + f.groups.Bytes() + f.Springs.Bytes()
}

// Tear takes the triangles that torn springs have cut from the wind, and the forces that these held from those on
// groups, as the changes of springs say.
func (f *Forces[T]) Tear(m *model.Model, changes []inelastic.Change, p model.Params, o table.LaneOrder) {
	if f.wind != nil {
		air := f.wind.numbers
		f.wind = WindOf[T](m.Aired(changes), p, o)
		f.wind.numbers = air
	}
	if f.groups != nil && len(p.Bends)+len(p.Pressures) > 0 {
		held, time := m.Held(p, changes), f.groups.time
		if f.groups = GroupsOf[T](m, &held, o); f.groups == nil {
			f.groups = &Groups[T]{}
		}
		f.groups.time = time
	}
}

// Presses reports whether any are evaluated in each state before Add, by Press: those on triangles,
// which are the wind, those on groups, and those of springs that change.
func (f *Forces[T]) Presses() bool { return f.wind != nil || f.groups != nil || f.Springs != nil }

// Blocks returns the number of blocks of Press.
func (f *Forces[T]) Blocks() int { return f.wind.Blocks() + f.groups.Count() + f.Springs.Blocks() }

// Press evaluates a block of these forces in a state.
func (f *Forces[T]) Press(k *kernels.Kernel[T], c *kernels.ExternalCalls[T], now kernels.Motions[T], block int) {
	if block < f.groups.Count() {
		f.groups.Press(now, block)
		return
	}
	if block -= f.groups.Count(); block < f.Springs.Blocks() {
		f.Springs.Press(now, block)
		return
	}
	f.wind.Press(k.Wind, &c.Wind, now, block-f.Springs.Blocks())
}

// Add adds the external forces in a state to the forces on the masses of some slices [N], which
// have 48 numbers for each slice: x of its 16 masses, then y, then z. It uses kernels of the
// machine by calls of the worker's own.
func (f *Forces[T]) Add(k *kernels.Kernel[T], c *kernels.ExternalCalls[T], force []T, now kernels.Motions[T], first, count int) {
	f.addSingle(k, c, force, now, first, count)
	f.groups.Add(force, first, count)
	f.Springs.Add(force, first, count)
}

// AddOthers adds all forces without an elastic energy, likewise: the external ones of a ledger.
func (f *Forces[T]) AddOthers(k *kernels.Kernel[T], c *kernels.ExternalCalls[T], force []T, now kernels.Motions[T], first, count int) {
	f.addSingle(k, c, force, now, first, count)
	f.groups.addOthers(force, first, count)
}

// addSingle adds the forces that depend on one mass, or on a triangle.
func (f *Forces[T]) addSingle(k *kernels.Kernel[T], c *kernels.ExternalCalls[T], force []T, now kernels.Motions[T], first, count int) {
	AddPoints(f.Points, force, now, first, count)
	f.loads.Add(k.Load, &c.Load, force, now.Velocity, first, count)
	f.wind.Add(k.Gather, &c.Gather, force, first, count)
}

// GroupEnergy returns the elastic energy of the forces on groups in a state [J].
func (f *Forces[T]) GroupEnergy(now kernels.Motions[T]) float64 { return f.groups.energy(now) }

// SumElastic sets the forces on groups with an elastic energy on every mass, pinned ones too, and the parts by
// dampers [N], in the state of the last Press; the run has such forces and a ledger.
func (f *Forces[T]) SumElastic(force, damper []model.Vec3) { f.groups.sumElastic(force, damper) }

// AddElastic adds the forces on groups with an elastic energy, or their dampers alone, in the state of the
// last Press, likewise.
func (f *Forces[T]) AddElastic(force []T, first, count int, dampers bool) {
	f.groups.addElastic(force, first, count, dampers)
}
