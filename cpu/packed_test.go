package cpu

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/model"
	"hooke/must"
)

// stale is the first number of the current state that its packed copy does not
// have, or nothing.
func stale(e *engine[float32]) string {
	now := e.buffers.now()
	m := now.Position
	for lane := range e.table.LaneCount() {
		packed := m.Packed[lane*m.PackedOf : (lane+1)*m.PackedOf]
		for i := range m.PackedOf / kernels.PackedPosition {
			which := []int{kernels.ArrayX, kernels.ArrayVX}[i]
			for axis, want := range m.Get(which, lane) {
				if got := packed[i*kernels.PackedPosition+axis]; math.Float32bits(got) != math.Float32bits(want) {
					return fmt.Sprintf("axis %d of array %d of lane %d is %g, and %g in the packed copy", axis, which, lane, want, got)
				}
			}
		}
	}
	return ""
}

// packedModels are structures that have a packed copy, of all formats, with and
// without dampers, with a hub, and one that has chains and is worth tiles, too.
func packedModels() map[string]*model.Model {
	return map[string]*model.Model{
		"classes": cputest.ManyMaterials(15, 400), "laws": cputest.ManyMaterials(40, 400), "own springs": cputest.Network(400, 4, true),
		"classes without dampers": withoutDampers(cputest.ManyMaterials(15, 400)), "near": cputest.NearNetwork(900, 2),
		"own springs without dampers": withoutDampers(cputest.Network(400, 4, true)),
		"hub":                         joined(cputest.Star(700), cputest.Network(300, 3, false)),
		"chain":                       knotted(6000), "chain without dampers": withoutDampers(knotted(6000)),
	}
}

// joined is both models beside each other.
func joined(a, b *model.Model) *model.Model {
	m := *a
	masses, materials := uint32(a.MassCount()), uint16(len(a.Materials))
	m.RestPosition, m.Mass = append(a.RestPosition, b.RestPosition...), append(a.Mass, b.Mass...)
	m.RestLength, m.Materials = append(a.RestLength, b.RestLength...), append(a.Materials, b.Materials[1:]...)
	for s, ends := range b.Ends {
		m.Ends = append(m.Ends, model.Ends{ends[0] + masses, ends[1] + masses})
		of := b.MaterialOf[s]
		if of > 0 {
			of += materials - 1
		}
		m.MaterialOf = append(m.MaterialOf, of)
	}
	return &m
}

// knotted is a row of masses joined to the next, most of which also have springs
// of all lengths to others near by: a narrow band, links and columns.
func knotted(count int) *model.Model {
	m := &model.Model{Name: "knotted", Materials: []model.Material{{}, {Stiffness: 100, Damping: 0.01}}}
	add := func(a, b int, rest float64) {
		m.Ends, m.RestLength = append(m.Ends, model.Ends{uint32(a), uint32(b)}), append(m.RestLength, rest)
		m.MaterialOf = append(m.MaterialOf, 1)
	}
	for i := range count {
		m.RestPosition, m.Mass = append(m.RestPosition, model.Vec3{float64(i) * 0.1}), append(m.Mass, 0.01)
		if i > 0 {
			add(i-1, i, 0.1)
		}
		for k := range 4 {
			if other := i - 2 - (i*7+k*5)%23; other >= 0 && i > count/3 {
				add(i, other, 0.1*float64(i-other)+1e-4*float64((i*31+k)%1009))
			}
		}
	}
	return m
}

// Every write of a state writes its packed copy: set-up, steps by each integrator
// and kernel, with tiles, hubs, point forces, and contacts that only plain Go knows,
// resets, checkpoints, and parameters that lay the model out anew.
func TestPackedCopyIsTheState(t *testing.T) {
	ball := model.Contact{Shape: model.Sphere{Radius: 0.3}, Stiffness: 100, Damping: 0.1}
	for name, m := range packedModels() {
		for k, kernel := range Kernels(model.Single) {
			for what, p := range map[string]model.Params{
				"symplectic Euler": {Gravity: model.EarthGravity()}, "with a ball": {Contacts: []model.Contact{ball}},
				"handles": withHandles(m, 0), "verlet": {Integrator: model.VelocityVerlet, Gravity: model.EarthGravity()},
				"verlet with a ball": {Integrator: model.VelocityVerlet, Contacts: []model.Contact{ball}},
			} {
				if !must.Long() && k > 0 && (len(what)+k)%2 > 0 {
					continue
				}
				e := must.Get(makeEngine[float32](m, p, Options{Threads: 2, Kernel: kernel}))(t)
				if e.buffers.motion[0].PackedOf == 0 {
					if kernel != "go" {
						t.Fatalf("%s, %s: no packed copy", name, kernel)
					}
					e.Close()
					continue
				}
				if name == "chain" && (len(e.table.Chains) == 0 || e.code.chain != nil) {
					t.Fatalf("%d chains; their kernel, which writes no packed copy, is used: %v", len(e.table.Chains), e.code.chain != nil)
				}
				after := func(how string, err error) {
					if err != nil {
						t.Fatalf("%s, %s, %s, %s: %v", name, kernel, what, how, err)
					}
					must.Be(t, stale(e), "", "%s, %s, %s: after %s", name, kernel, what, how)
				}
				step := func(n int) error { _ = e.Step(n); return e.Finish() }
				after("New", nil)
				after("Reset", e.Reset(perturbedState(m, 3)))
				after("a step", step(1))
				after("two more", step(2))
				var c model.Checkpoint
				after("Save", e.Save(&c))
				after("three more", step(3))
				after("Restore", e.Restore(&c))
				if e.table.Band < 8 {
					tiled(e, 60)
					after("tiles", step(7))
				}
				after("layOut", e.layOut(e.run.params.DT))
				e.chooseIntegral() // as SetParams does after it
				after("steps after that", step(3))

				// The control: one number is another.
				moved := e.buffers.now().Position
				at := 7*moved.PackedOf + moved.PackedOf - 2
				moved.Packed[at] = math.Nextafter32(moved.Packed[at], 9)
				if stale(e) == "" {
					t.Errorf("%s: a packed copy that is stale is not seen", name)
				}
				e.Close()
			}
		}
	}
}

// Columns that read the packed copy give the same bits as those that gather from the arrays, for any number
// of threads.
func TestPackedCopyChangesNothing(t *testing.T) {
	models := packedModels()
	for turn, name := range slices.Sorted(maps.Keys(models)) {
		m := models[name]
		for k, kernel := range Kernels(model.Single) {
			for n, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
				if !must.Long() && (turn+k+n)%2 > 0 {
					continue
				}
				var want model.Snapshot
				for i, threads := range []int{1, 1, 3} {
					e := must.Get(makeEngine[float32](m, model.Params{Integrator: integrator, Gravity: model.EarthGravity()}, Options{Threads: threads, Kernel: kernel}))(t)
					if i == 0 {
						for k := range e.buffers.motion {
							e.buffers.motion[k].Packed, e.buffers.motion[k].PackedOf = nil, 0
						}
					}
					must.Do(t, e.Reset(perturbedState(m, 5)))
					_ = e.Step(20)
					must.Do(t, e.Finish())
					got := snapshot(t, e)
					e.Close()
					if i == 0 {
						want = got
					} else if !same(want, got) {
						t.Errorf("%s, %s, %v, %d threads: the packed copy changes the result", name, kernel, integrator, threads)
					}
				}
			}
		}
	}
}

// A step reads the packed copy: one that is wrong gives another result. Were it
// not read, the tests above would prove nothing.
func TestPackedCopyIsRead(t *testing.T) {
	for name, m := range packedModels() {
		want := stepped(t, m, model.Params{}, Options{Threads: 1}, 1)
		e := must.Get(makeEngine[float32](m, model.Params{}, Options{Threads: 1}))(t)
		must.Do(t, e.Reset(perturbedState(m, 2)))
		for i, packed := 0, e.buffers.now().Position.Packed; i < len(packed); i++ {
			packed[i] *= 1.001
		}
		_ = e.Step(1)
		if len(Kernels(model.Single)) > 1 && same(want, snapshot(t, e)) {
			t.Errorf("%s: nobody reads the packed copy", name)
		}
		e.Close()
	}
}

// Regular structures pay nothing: neither memory nor time. Irregular ones pay 32 bytes a mass, or 64 with
// dampers, which figures and the cost model count.
func TestPackedCopyIsForColumns(t *testing.T) {
	for _, c := range []struct {
		name  string
		m     *model.Model
		bytes int
	}{
		{"lattice", cputest.Preset(t, "lattice", 20_000).Model, 0}, {"cloth", cputest.Preset(t, "cloth", 5000).Model, 0},
		{"rope", cputest.Preset(t, "rope", 500).Model, 0},
		{"network", cputest.NearNetwork(900, 2), 32}, {"damped network", cputest.Network(400, 3, false), 64},
	} {
		e := must.Get(makeEngine[float32](c.m, model.Params{}, Options{}))(t)
		if e.kernel.Name == "go" {
			c.bytes = 0
		}
		memory, traffic := e.Memory(), e.Traffic()
		plan := must.Get(plan[float32](c.m, model.Params{}))(t)
		if plan.TableBytes+plan.StateBytes != memory {
			t.Errorf("%s: planned are %d bytes, it takes %d", c.name, plan.TableBytes+plan.StateBytes, memory)
		}
		held := 0
		for i := range e.buffers.motion {
			held += 4 * len(e.buffers.motion[i].Packed)
			e.buffers.motion[i].PackedOf = 0
		}
		want := int64(c.bytes * len(e.table.Order.MassOf))
		if held < int(want) || held > int(want)+4*kernels.Page[float32]() || memory-e.Memory() != want || traffic-e.Traffic() != want {
			t.Errorf("%s: the packed copy holds %d bytes, of which %d of memory and %d of traffic are told, want %d",
				c.name, held, memory-e.Memory(), traffic-e.Traffic(), want)
		}
		e.Close()
	}
}
