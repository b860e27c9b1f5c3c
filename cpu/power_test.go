package cpu

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// powerCase is an engine with a state and other velocities of the same masses.
type powerCase struct {
	engine *engine[float32]
	later  kernels.Motion[float32]
	shares *kernels.Shares[float32]
}

// newPowerCase makes one, with a velocity of all masses that powers must not see.
func newPowerCase(t *testing.T, m *model.Model) powerCase {
	t.Helper()
	e := must.Get(makeEngine[float32](m, model.Params{DT: 1e-4}, Options{Threads: 1}))(t)
	s := perturbedState(m, 1)
	for i := range s.Velocity {
		s.Velocity[i] = s.Velocity[i].Add(model.Vec3{3, -2, 1})
	}
	must.Do(t, e.Reset(s))
	now := e.buffers.now().Position
	c := powerCase{e, kernels.NewMotion[float32](e.table.LaneCount(), kernels.Arrays, 1), kernels.NewShares(e.table, func(i int) bool { return m.PinOf(i) == model.PinAll })}
	if now.PackedOf > 0 {
		c.later.AddPacked(e.table.LaneCount(), now.PackedOf, 1)
	}
	random := rand.New(rand.NewPCG(2, 3))
	for lane := range e.table.LaneCount() {
		v := now.Get(kernels.ArrayVX, lane)
		for axis := range v {
			if v[axis] != 0 {
				v[axis] += float32(random.Float64() - 0.5)
			}
		}
		c.later.Set(kernels.ArrayVX, lane, v)
	}
	for _, h := range e.table.Hubs {
		for lane := h.Slice * table.Width; lane < (h.Slice+1)*table.Width; lane++ {
			c.later.Set(kernels.ArrayVX, lane, c.later.Get(kernels.ArrayVX, h.Lane))
		}
	}
	return c
}

// withoutCables is a model whose springs push, too.
func withoutCables(m *model.Model) *model.Model {
	c := *m
	c.Materials = slices.Clone(m.Materials)
	for i := range c.Materials {
		c.Materials[i].TensionOnly = false
	}
	return &c
}

// ofOneLaw is a model with springs of one law and rest length.
func ofOneLaw(m *model.Model) *model.Model {
	for s := range m.RestLength {
		m.RestLength[s], m.MaterialOf[s] = 0.1, 1
	}
	m.Materials[1] = model.Material{Stiffness: 50, Damping: 0.3}
	return m
}

// pinnedHere is a model with some masses that are pinned.
func pinnedHere(m *model.Model) *model.Model {
	c, random := *m, rand.New(rand.NewPCG(9, 10))
	c.Pin = make([]model.Pin, m.MassCount())
	for i := range c.Pin {
		if random.IntN(5) == 0 {
			c.Pin[i] = model.PinAll
		}
	}
	return &c
}

// dampers is the power by a kernel, slices divided in two calls, with columns that read the packed
// copy if there is one, or not.
func (c powerCase) dampers(k kernels.Kernel[float32], beta float32, packed bool) (sum float64) {
	e, from := c.engine, c.engine.buffers.now().Position
	if !packed {
		from.Packed, from.PackedOf = nil, 0
	}
	call := kernels.DamperCall[float32]{ForcesCall: kernels.ForcesCall[float32]{Handoff: kernels.NewForceHandoff[float32](&e.table.Pattern)}}
	count := e.table.LaneCount() / table.Width
	for _, part := range [][2]int{{0, count / 3}, {count / 3, count}} {
		if part[0] < part[1] {
			step := kernels.PowerStep[float32]{From: from, W: c.later, Shares: c.shares, Laws: c.laws(kernels.Rests{}), Beta: beta}
			call.Aim(e.table, &step, part[0], part[1]-part[0], make([]float32, 1), false)
			k.Dampers[e.table.Format](&call)
			sum += call.Power()
		}
	}
	return sum
}

// laws are those of the springs, with the scales of their rest lengths.
func (c powerCase) laws(rests kernels.Rests) *kernels.PowerLaws[float32] {
	var l kernels.PowerLaws[float32]
	l.Set(c.engine.table, c.engine.classes, kernels.Rests{}, false)
	l.Set(c.engine.table, c.engine.classes, rests, true)
	return &l
}

// exact computes the same by the formula, spring by spring in float64, and the sum of the sizes of all terms,
// which bounds the rounding.
func (c powerCase) exact(beta float64) (sum, size float64) {
	e, now := c.engine, c.engine.buffers.now().Position
	m := e.model
	resolver := physics.NewResolver(m, 1e-4)
	for s, ends := range m.Ends {
		if !table.Acts(m, m.Ends[s], m.MaterialOf[s]) {
			continue
		}
		own := resolver.Spring(s)
		a, b := int(e.table.Order.LaneOf[ends[0]]), int(e.table.Order.LaneOf[ends[1]])
		of := func(motion kernels.Motion[float32], which int) model.Vec3 {
			return kernels.Widen(motion.Get(which, b)).Sub(kernels.Widen(motion.Get(which, a)))
		}
		d := of(now, kernels.ArrayX)
		length := d.Len()
		seen, later := of(now, kernels.ArrayVX).Dot(d)/length, of(c.later, kernels.ArrayVX).Dot(d)/length
		force := own.Damping * seen
		if m.Materials[m.MaterialOf[s]].TensionOnly {
			if length <= m.RestLength[s] {
				continue
			}
			force = max(force, -own.Stiffness*(length-m.RestLength[s]))
		}
		sum += force * (later + beta*seen)
		size += math.Abs(force * (math.Abs(later) + beta*math.Abs(seen)))
		if force != own.Damping*seen { // a cable's, whose stretch is a difference
			size += own.Stiffness * length * (math.Abs(later) + beta*math.Abs(seen))
		}
	}
	return sum, size
}

// Every kernel has the power of dampers that plain Go has, and that of the formula, in each
// format, wherever springs are kept, with pinned masses and hubs.
func TestDampersKernels(t *testing.T) {
	const tolerance = 5e-7 // 8 roundings of 2^-24; 2 were measured, where places are far from the origin beside their differences
	structures := map[string]*model.Model{"many classes": cputest.ManyMaterials(15, 400), "many laws": cputest.ManyMaterials(40, 400),
		"lattice": cputest.Preset(t, "lattice", 6000).Model, "layered": cputest.Layered(t), "near network": cputest.NearNetwork(500, 1),
		"alike": ofOneLaw(cputest.NearNetwork(500, 2))}
	for _, sc := range cputest.Cases(t) {
		structures[sc.Name] = sc.Model
	}
	for name, m := range maps.Clone(structures) {
		structures[name+" without cables"] = withoutCables(m)
		structures[name+" pinned"] = pinnedHere(withoutCables(m))
	}
	tried := map[string]int{} // columns, by kernel, the content of entries, and whether a packed copy is read
	for name, m := range structures {
		c := newPowerCase(t, m)
		e := c.engine
		if !e.classes.Damped || m.MassCount() == 0 {
			e.Close()
			continue
		}
		for _, beta := range []float32{0, 1} {
			want, size := c.exact(float64(beta))
			for _, k := range kernels.ForThisMachine[float32]() {
				if e.classes.Cables && k.Name != "go" {
					continue
				}
				for _, packed := range []bool{false, true} {
					got := c.dampers(k, beta, packed)
					if !(math.Abs(got-want) <= tolerance*size) {
						t.Errorf("%s, %s, packed %v, β = %g: dampers take %.9g W, by the formula %.9g, of what rounds %.2g", k.Name, name, packed, beta, got, want, math.Abs(got-want)/size)
					}
					tried[fmt.Sprint(k.Name, e.table.Format, packed && e.buffers.now().Position.PackedOf > 0)] += len(e.table.Columns)
				}
			}
		}
		e.Close()
	}
	maps.DeleteFunc(tried, func(_ string, columns int) bool { return columns == 0 })
	must.Hold(t, len(tried) == 6*len(kernels.Names[float32]()), "tried %v, want three formats, with and without a packed copy, on each kernel", tried)
}

// Every kernel has the sum for drag and finds the masses in planes as plain Go does; both are
// those of the formulas.
func TestDragKernels(t *testing.T) {
	const tolerance = 4e-7
	m := cputest.Preset(t, "lattice", 6000).Model
	random := rand.New(rand.NewPCG(7, 8))
	m.Pin = make([]model.Pin, m.MassCount())
	for i := range m.Mass {
		m.Mass[i] = 0.1 + random.Float64()
		m.Pin[i] = []model.Pin{0, 0, model.PinX, model.PinAll}[random.IntN(4)]
	}
	c := newPowerCase(t, m)
	e := c.engine
	defer e.Close()
	now, later := e.buffers.now(), kernels.Motions[float32]{Position: c.later, Velocity: c.later}
	count := len(e.table.Order.MassOf) / table.Width
	for _, planes := range [][]model.Contact{nil, {model.Ground(0.3, 1, 1)}, {model.Ground(0.1, 1, 1), {Shape: model.Plane{Normal: model.Vec3{1, 2, -2}, Offset: -0.2}, Stiffness: 1}}} {
		g := e.run.integration
		g.Planes, _ = kernels.PlanesOf[float32](planes)
		for _, beta := range []float32{0, 1} {
			want, size, found := 0.0, 0.0, make([]uint16, count)
			e.table.Order.Each(func(lane, i int) {
				if m.PinOf(i) == model.PinAll {
					return
				}
				u, w := kernels.Widen(now.Velocity.Get(kernels.ArrayVX, lane)), kernels.Widen(c.later.Get(kernels.ArrayVX, lane))
				want += m.Mass[i] * w.Dot(u.Add(w.Mul(float64(beta))))
				size += m.Mass[i] * w.Len() * (u.Len() + w.Len())
				for k := range planes {
					if depth, _ := planes[k].Depth(kernels.Widen(now.Position.Get(kernels.ArrayX, lane))); depth > 0 {
						found[lane/table.Width] |= 1 << (lane % table.Width)
					}
				}
			})
			for _, k := range kernels.ForThisMachine[float32]() {
				touching := make([]uint16, count)
				for i := range touching {
					touching[i] = 0xffff
				}
				sum, call := 0.0, kernels.DragCall[float32]{}
				for _, part := range [][2]int{{0, count / 3}, {count / 3, count}} {
					call.Aim(&g, now, later, beta, part[0], touching[part[0]:part[1]])
					k.Drag(&call)
					sum += call.Sum()
				}
				must.Near(t, sum, want, tolerance*size, "%s, β = %g: the sum", k.Name, beta)
				if !slices.Equal(touching, found) {
					t.Errorf("%s, %d planes: masses in planes are %x, want %x", k.Name, len(planes), touching, found)
				}
			}
		}
	}
}
