package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"hooke/model"
)

// Assembly reads fields by their places; generate/args.go has the same list.
func TestCallsAreLaidOutAsAssemblyReadsThem(t *testing.T) {
	var f forcesCall
	var g integrateCall
	var r record
	var s slot
	var n numbers
	var c contact
	var p pair
	var run runState
	var along span
	for name, places := range map[string][2]uintptr{
		"forces.x": {unsafe.Offsetof(f.x), 0}, "forces.stride": {unsafe.Offsetof(f.stride), 8},
		"forces.slots": {unsafe.Offsetof(f.slots), 16}, "forces.columns": {unsafe.Offsetof(f.columns), 24},
		"forces.records": {unsafe.Offsetof(f.records), 32}, "forces.lanes": {unsafe.Offsetof(f.lanes), 40},
		"forces.ends": {unsafe.Offsetof(f.ends), 48}, "forces.out": {unsafe.Offsetof(f.out), 56},
		"forces.bytes": {unsafe.Offsetof(f.bytes), 64}, "forces.v": {unsafe.Offsetof(f.v), 72},
		"forces.nextX": {unsafe.Offsetof(f.nextX), 80}, "forces.perMass": {unsafe.Offsetof(f.perMass), 88},
		"forces.reach": {unsafe.Offsetof(f.reach), 96}, "forces.runs": {unsafe.Offsetof(f.runs), 120},
		"forces.pairs": {unsafe.Offsetof(f.pairs), 128}, "forces.carries": {unsafe.Offsetof(f.carries), 136},
		"run.ring": {unsafe.Offsetof(run.ring), 0}, "run.at": {unsafe.Offsetof(run.at), 8}, "run.bytes": {unsafe.Offsetof(run.bytes), 16},
		"run.stride": {unsafe.Offsetof(run.stride), 24}, "run.count": {unsafe.Offsetof(run.count), 32}, "run": {unsafe.Sizeof(run), 40},
		"forces.spans": {unsafe.Offsetof(f.spans), 144}, "forces.perSpan": {unsafe.Offsetof(f.perSpan), 152},
		"span": {unsafe.Sizeof(along), 12}, "span.back": {unsafe.Offsetof(along.back), 4}, "span.takes": {unsafe.Offsetof(along.takes), 8}, "span.carries": {unsafe.Offsetof(along.carries), 10},
		"pair": {unsafe.Sizeof(p), 4}, "pair.class": {unsafe.Offsetof(p.class), 0}, "pair.lanes": {unsafe.Offsetof(p.lanes), 2},
		"integrate.x": {unsafe.Offsetof(g.x), 0}, "integrate.nextX": {unsafe.Offsetof(g.nextX), 8},
		"integrate.stride": {unsafe.Offsetof(g.stride), 16}, "integrate.v": {unsafe.Offsetof(g.v), 24},
		"integrate.nextV": {unsafe.Offsetof(g.nextV), 32}, "integrate.perMass": {unsafe.Offsetof(g.perMass), 40},
		"integrate.movable": {unsafe.Offsetof(g.movable), 48}, "integrate.force": {unsafe.Offsetof(g.force), 56},
		"integrate.numbers": {unsafe.Offsetof(g.numbers), 64}, "integrate.contacts": {unsafe.Offsetof(g.contacts), 72},
		"integrate.contactCount": {unsafe.Offsetof(g.contactCount), 80}, "integrate.count": {unsafe.Offsetof(g.count), 88},
		"integrate.bad": {unsafe.Offsetof(g.bad), 96}, "integrate.a": {unsafe.Offsetof(g.a), 104}, "integrate.phases": {unsafe.Offsetof(g.phases), 112},
		"numbers.half": {unsafe.Offsetof(n.half), 20}, "numbers.rate": {unsafe.Offsetof(n.rate), 24}, "numbers.fall": {unsafe.Offsetof(n.fall), 28},
		"record": {unsafe.Sizeof(r), 32}, "record.pull": {unsafe.Offsetof(r.pull), 4},
		"record.damping": {unsafe.Offsetof(r.damping), 8}, "record.least": {unsafe.Offsetof(r.least), 12},
		"record.floor": {unsafe.Offsetof(r.floor), 16}, "record.halfPull": {unsafe.Offsetof(r.halfPull), 20}, "record.quarter": {unsafe.Offsetof(r.quarter), 24},
		"slot": {unsafe.Sizeof(s), 8}, "slot.class": {unsafe.Offsetof(s.class), 4}, "slot.lanes": {unsafe.Offsetof(s.lanes), 6},
		"numbers.drag": {unsafe.Offsetof(n.drag), 4}, "numbers.gravity": {unsafe.Offsetof(n.gravity), 8},
		"contact": {unsafe.Sizeof(c), 32}, "contact.offset": {unsafe.Offsetof(c.offset), 12},
		"contact.stiffness": {unsafe.Offsetof(c.stiffness), 16}, "contact.damping": {unsafe.Offsetof(c.damping), 20},
		"contact.static": {unsafe.Offsetof(c.static), 24}, "contact.kinetic": {unsafe.Offsetof(c.kinetic), 28},
		"sliceEnd": {unsafe.Sizeof(sliceEnd{}), 8}, "movable": {unsafe.Sizeof(movable{}), 8}, "forces.move": {unsafe.Offsetof(f.move), 104},
		"forces.packed": {unsafe.Offsetof(f.packed), 112}, "integrate.packed": {unsafe.Offsetof(g.packed), 120},
		"integrate.packedStep": {unsafe.Offsetof(g.packedStep), 128},
	} {
		if places[0] != places[1] {
			t.Errorf("%s is at %d (or of that size), assembly has %d", name, places[0], places[1])
		}
	}
}

// stirred moves every mass at random, by a part of a millimeter, and lets it
// travel.
func stirredState(m *model.Model, seed uint64) *model.State {
	random := rand.New(rand.NewPCG(seed, 4))
	s := m.Start()
	for i := range s.Position {
		for axis := range 3 {
			s.Position[i][axis] += 1e-3 * (random.Float64() - 0.5)
			s.Velocity[i][axis] = random.Float64() - 0.5
		}
	}
	return s
}

// forceRoundings is how many float32 roundings, each 2^-24 of k (L + L0) + c|v|,
// a kernel may differ from plain Go by for each spring: 1/L differs by one or
// two, and 2 were measured in all.
const forceRoundings = 8

// Every kernel gives the forces of plain Go, in each format, with and without
// dampers and cables; outputs are poisoned before.
func TestForcesKernels(t *testing.T) {
	structures := map[string]*model.Model{"many classes": manyMaterials(15, 400), "many laws": manyMaterials(40, 400)}
	for _, sc := range checkCases(t) {
		structures[sc.Name] = sc.Model
	}
	type variant struct {
		format
		full bool
	}
	tried := map[variant]bool{}
	for name, m := range structures {
		for _, undamped := range []bool{false, true} {
			if undamped {
				m = withoutDampers(m)
			}
			table, c, err := newTable(m, 1e-4, 1)
			if err != nil {
				t.Fatal(err)
			}
			slices := len(table.ends) - 1
			if slices == 0 {
				continue
			}
			e, err := New(m, model.Params{DT: 1e-4}, Options{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if err := e.Reset(stirredState(m, 1)); err != nil {
				t.Fatal(err)
			}
			full := c.damped || c.cables
			tried[variant{table.format, full}] = true
			want := kernelForces(plainGo(), e, full)
			allowed := forceScale(table, c, e, forceRoundings)
			for _, k := range kernels() {
				got := kernelForces(k, e, full)
				for i := range got {
					lane := i/(3*width)*width + i%width
					if !(math.Abs(float64(got[i]-want[i])) <= allowed[lane]) {
						t.Fatalf("%s, %s, undamped %v: force %d of slice %d is %g, plain Go has %g, allowed is %g",
							k.name, name, undamped, i%(3*width), i/(3*width), got[i], want[i], allowed[lane])
					}
				}
			}
			e.Close()
		}
	}
	if len(tried) != 6 {
		t.Errorf("tried %v, want three formats with and without dampers and cables", tried)
	}
}

func withoutDampers(m *model.Model) *model.Model {
	c := *m
	c.Materials = nil
	for _, material := range m.Materials {
		material = material.Undamped()
		material.TensionOnly = false
		c.Materials = append(c.Materials, material)
	}
	return &c
}

// kernelForces are the forces on all slices of an engine, poisoned before.
func kernelForces(k kernel, e *Engine, full bool) []float32 {
	count := len(e.table.ends) - 1
	out := make([]float32, count*3*width)
	for i := range out {
		out[i] = float32(math.NaN())
	}
	variant := 0
	if full {
		variant = 1
	}
	call := forcesCall{handing: newHanding(&e.table.pattern)}
	call.set(e.table, e.buffers.now().position, 0, count, out)
	k.forces[e.table.format][variant](&call)
	return out
}

// forceScale is what rounding explains of the force on each lane [N].
func forceScale(t *table, c *classes, e *Engine, roundings float64) []float64 {
	scale := make([]float64, (len(t.ends)-1)*width)
	now := e.buffers.now()
	hubs := map[int]int{}
	for _, h := range t.hubs {
		hubs[h.lane] = h.slice
	}
	for _, tie := range held(t, c) {
		lane, there := int(t.order.laneOf[tie.mass]), int(t.order.laneOf[tie.neighbor])
		d := widen(now.position.get(arrayX, lane)).Sub(widen(now.position.get(arrayX, there))).Len()
		v := widen(now.velocity.get(arrayVX, lane)).Sub(widen(now.velocity.get(arrayVX, there))).Len()
		size := float64(tie.stiffness)*(d+float64(tie.rest)) + float64(tie.damping)*v
		lanes := []int{lane}
		if slice, ok := hubs[lane]; ok {
			lanes = nil
			for i := range width {
				lanes = append(lanes, slice*width+i)
			}
		}
		for _, lane := range lanes {
			scale[lane] += roundings / (1 << 24) * size
		}
	}
	return scale
}

func TestKernelsByName(t *testing.T) {
	for _, name := range append(Kernels(), "") {
		if k, err := kernelNamed(name); err != nil || name != "" && k.name != name {
			t.Errorf("kernel %q: %v, %v", name, k.name, err)
		}
	}
	if _, err := New(star(3), model.Params{}, Options{Kernel: "sse"}); err == nil || fmt.Sprint(err) !=
		fmt.Sprintf(`cpu: kernel "sse" is unknown or not for this machine; it can run %v`, Kernels()) {
		t.Errorf("error is %v", err)
	}
}
