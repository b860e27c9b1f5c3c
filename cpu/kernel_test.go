package cpu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
)

// perturbed moves every mass at random, by a part of a millimeter, and lets it
// travel.
func perturbedState(m *model.Model, seed uint64) *model.State {
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
	structures := map[string]*model.Model{"many classes": cputest.ManyMaterials(15, 400), "many laws": cputest.ManyMaterials(40, 400)}
	for _, sc := range cputest.Cases(t) {
		structures[sc.Name] = sc.Model
	}
	type variant struct {
		table.Format
		full bool
	}
	tried := map[variant]bool{}
	for name, m := range structures {
		for _, undamped := range []bool{false, true} {
			if undamped {
				m = withoutDampers(m)
			}
			laid, c, err := table.New[float32](m, 1e-4, 1)
			must.Do(t, err)
			slices := len(laid.Ends) - 1
			if slices == 0 {
				continue
			}
			e := must.Get(makeEngine[float32](m, model.Params{DT: 1e-4}, Options{Threads: 1}))(t)
			must.Do(t, e.Reset(perturbedState(m, 1)))
			full := c.Damped || c.Cables
			tried[variant{laid.Format, full}] = true
			want := kernelForces(kernels.PlainGo[float32](), e, full)
			allowed := forceScale(laid, c, e, forceRoundings)
			for _, k := range kernels.ForThisMachine[float32]() {
				got := kernelForces(k, e, full)
				for i := range got {
					lane := i/(3*table.Width)*table.Width + i%table.Width
					if !(math.Abs(float64(got[i]-want[i])) <= allowed[lane]) {
						t.Fatalf("%s, %s, undamped %v: force %d of slice %d is %g, plain Go has %g, allowed is %g",
							k.Name, name, undamped, i%(3*table.Width), i/(3*table.Width), got[i], want[i], allowed[lane])
					}
				}
			}
			e.Close()
		}
	}
	must.Hold(t, len(tried) == 6, "tried %v, want three formats with and without dampers and cables", tried)
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
func kernelForces(k kernels.Kernel[float32], e *engine[float32], full bool) []float32 {
	count := len(e.table.Ends) - 1
	out := make([]float32, count*3*table.Width)
	for i := range out {
		out[i] = float32(math.NaN())
	}
	variant := 0
	if full {
		variant = 1
	}
	call := kernels.ForcesCall[float32]{Handoff: kernels.NewForceHandoff[float32](&e.table.Pattern)}
	call.Set(e.table, e.buffers.now().Position, 0, count, out)
	k.Forces[e.table.Format][variant](&call)
	return out
}

// forceScale returns the rounding error of the force on each lane [N].
func forceScale(t *table.Table[float32], c *table.Classes[float32], e *engine[float32], roundings float64) []float64 {
	scale := make([]float64, (len(t.Ends)-1)*table.Width)
	now := e.buffers.now()
	hubs := map[int]int{}
	for _, h := range t.Hubs {
		hubs[h.Lane] = h.Slice
	}
	for _, tie := range cputest.HeldTies(t, c) {
		lane, there := int(t.Order.LaneOf[tie.Mass]), int(t.Order.LaneOf[tie.Neighbor])
		d := kernels.Widen(now.Position.Get(kernels.ArrayX, lane)).Sub(kernels.Widen(now.Position.Get(kernels.ArrayX, there))).Len()
		v := kernels.Widen(now.Velocity.Get(kernels.ArrayVX, lane)).Sub(kernels.Widen(now.Velocity.Get(kernels.ArrayVX, there))).Len()
		size := float64(tie.Stiffness)*(d+float64(tie.Rest)) + float64(tie.Damping)*v
		lanes := []int{lane}
		if slice, ok := hubs[lane]; ok {
			lanes = nil
			for i := range table.Width {
				lanes = append(lanes, slice*table.Width+i)
			}
		}
		for _, lane := range lanes {
			scale[lane] += roundings / (1 << 24) * size
		}
	}
	return scale
}

func TestKernelsByName(t *testing.T) {
	for _, name := range append(Kernels(model.Single), "") {
		if k, err := kernels.Named[float32](name); err != nil || name != "" && k.Name != name {
			t.Errorf("kernel %q: %v, %v", name, k.Name, err)
		}
	}
	if _, err := makeEngine[float32](cputest.Star(3), model.Params{}, Options{Kernel: "sse"}); err == nil || fmt.Sprint(err) !=
		fmt.Sprintf(`cpu: kernel "sse" is unknown or not for this machine; it can run %v`, Kernels(model.Single)) {
		t.Errorf("error is %v", err)
	}
}
