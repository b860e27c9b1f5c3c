package cpu

import (
	"runtime"
	"testing"

	"hooke/cpu/cputest"
	"hooke/machine/memory/memorytest"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// The memory that a plan predicts equals the memory that Go holds for the engine, in each precision, of a
// lattice in arrays and by a pattern, except for small things.
func TestPlannedMemoryIsHeld(t *testing.T) {
	held := func() int64 {
		runtime.GC()
		runtime.GC() // the first one only ages the pools
		var heap runtime.MemStats
		runtime.ReadMemStats(&heap)
		return int64(heap.HeapAlloc)
	}
	for k, precision := range model.Precisions() {
		for n, byPattern := range []bool{false, true} {
			if !must.Long() && (k+n)%2 == 0 {
				continue // in the short form single precision has a pattern, and so on by turn
			}
			m := must.Get(build.Lattice(build.LatticeSpec{Nx: 48, Ny: 48, Nz: 48, Spacing: 0.01, Mass: 1e-3, Stiffness: 500, DampingRatio: 0.05, ByPattern: byPattern}))(t)
			p := model.Params{Gravity: model.EarthGravity(), DT: 1e-4}
			plan := must.Get(Plan(m, p, precision))(t)
			before := held()
			e := must.Get(New(m, p, Options{Precision: precision}))(t)
			must.Do(t, e.Step(2))
			took, planned := held()-before, plan.TableBytes+plan.StateBytes
			t.Logf("%v, by pattern %v: %d bytes are held, %d planned, %d told", precision, byPattern, took, planned, e.Memory())
			if most := planned + planned/40; took > most || took < planned {
				t.Errorf("%v, by pattern %v: %d bytes are held, %d were planned", precision, byPattern, took, planned)
			}
			runtime.KeepAlive(m)
			e.Close()
		}
	}
}

// A step allocates nothing where contacts push springs and triangles, with friction, where
// masses collide with friction, and where contacts catch them. A contact that moves takes
// some small values in each step.
func TestStepAllocatesNothingWhereBodiesMeet(t *testing.T) {
	const steps = 3
	folded := func() (*model.Model, model.Params, *model.State) {
		s := cputest.Touching(t, "folded", 3000)
		body := &s.Params.Collision.Bodies[0]
		body.StaticFriction, body.KineticFriction, s.Params.Collision.FrictionIterations = 0.6, 0.5, 2
		return s.Model, s.Params, s.Start
	}
	for _, scene := range []struct {
		name  string
		build func() (*model.Model, model.Params, *model.State)
		first int // steps before, in which lists are made
		small int // allocations in a step
	}{
		{"spans", modeltest.OnSpikes, 20, 0}, {"spans and collisions", modeltest.CollidingOnSpikes, 20, 0}, {"friction", folded, 20, 0}, {"catching", modeltest.Thrown, 1, 0},
		{"strewn", modeltest.Strewn, 10, 0},
		{"moving spans", modeltest.OnMovingSpikes, 20, 3 * smallOfMoving},
	} {
		for _, integrator := range []model.Integrator{model.SymplecticEuler, model.VelocityVerlet} {
			m, p, s := scene.build()
			p.Integrator = integrator
			e := newEngine(t, m, p, s)
			must.Do(t, e.Step(scene.first))
			made, caught := e.pairs.made, e.catching.caught.Count
			if got := memorytest.Allocations(3, func() { _ = e.Step(steps) }); got > float64(scene.small*steps) {
				t.Errorf("%s, %v: %g allocations for %d steps", scene.name, integrator, got, steps)
			}
			if scene.name == "catching" && e.catching.caught.Count == caught {
				t.Errorf("%v: no mass is caught meanwhile", integrator)
			}
			if e.pairs.made > made+1 {
				t.Errorf("%s, %v: lists are made %d times", scene.name, integrator, e.pairs.made-made)
			}
			e.Close()
		}
	}
}

// smallOfMoving is how many small values a moving contact takes in a step: its shape, trajectory
// and pivot, for each time at which something asks for it.
const smallOfMoving = 18

// setUpShare bounds the memory that an engine may allocate in all while it is made, as a share of its final
// memory. The sum of allocations is never less than the memory in use.
const setUpShare = 3

// Set-up takes at most 3 times the memory that the engine has in the end.
func TestSetUpMemory(t *testing.T) {
	m, start, err := build.Canon(43)
	must.Do(t, err)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	e := must.Open(makeEngine[float32](m, model.Params{DT: build.CanonStep}, Options{Threads: 2}))(t)
	must.Do(t, e.Reset(start))
	runtime.ReadMemStats(&after)
	f := e.Figures()
	final, all := f.TableBytes+f.StateBytes, int64(after.TotalAlloc-before.TotalAlloc)
	t.Logf("%d bytes in the end, %d allocated", final, all)
	must.Hold(t, all <= setUpShare*final, "%d bytes allocated for an engine of %d", all, final)
	if held := int64(after.HeapAlloc); held < final {
		t.Errorf("the engine says %d bytes and the program holds %d", final, held)
	}
}
