package cpu

import (
	"errors"
	"math"
	"slices"
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// chainRoundings is the number of roundings, of the terms of a velocity, by which the kernel of chains may
// differ from plain Go in one step.
const chainRoundings = 16

// Chains move as plain Go moves them, bit for bit the same wherever calls begin,
// with dampers and without, cables, contacts and pins; outputs are poisoned.
func TestChainKernels(t *testing.T) {
	ground := []model.Contact{model.Ground(0.5, 50, 0.5).WithFriction(0.6, 0.5)}
	for _, material := range []model.Material{
		{Stiffness: 100}, {Stiffness: 100, Damping: 0.01}, {Stiffness: 100, Damping: 0.01, TensionOnly: true},
	} {
		m := cputest.Strands(5, 100, material)
		m.Pin[150], m.Pin[170] = model.PinX|model.PinZ, model.PinAll
		m.MaterialOf[200] = model.Removed
		for _, contacts := range [][]model.Contact{nil, ground} {
			p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), DragHalfLife: 0.1, Contacts: contacts}
			want := poisonedStep(t, m, p, "go", 1000)
			for _, k := range kernels.ForThisMachine[float32]() {
				got := poisonedStep(t, m, p, k.Name, 1000)
				for _, most := range []int{1, 3} {
					if cut := poisonedStep(t, m, p, k.Name, most); !same(got, cut) {
						t.Errorf("%s, %+v: calls of %d slices end elsewhere", k.Name, material, most)
					}
				}
				for i := range got.Velocity {
					// v, and dt/m times forces of k L0 + c v and of the ground
					allowed := chainRoundings / float64(1<<24) * (1 + 1e-4*100*(100*0.1+1))
					a, b := kernels.Widen(want.Velocity[i]), kernels.Widen(got.Velocity[i])
					if !(a.Sub(b).Len() <= allowed) || math.IsNaN(float64(got.Position[i][0])) {
						t.Fatalf("%s, %+v: mass %d has velocity %v, plain Go has %v, allowed is %g", k.Name, material, i, b, a, allowed)
					}
				}
			}
		}
	}
}

// poisonedStep is the state after a step from a perturbed one, by calls of at most
// that many slices into buffers that hold no numbers.
func poisonedStep(t *testing.T, m *model.Model, p model.Params, kernel string, most int) model.Snapshot {
	t.Helper()
	e := must.Get(makeEngine[float32](m, p, Options{Threads: 1, Kernel: kernel}))(t)
	defer e.Close()
	must.Do(t, e.Reset(perturbedState(m, 2)))
	if len(e.table.Chains) == 0 {
		t.Fatal("no chains")
	}
	then := e.buffers.motion[1-e.buffers.current]
	for i := range then.Arena {
		then.Arena[i] = float32(math.NaN())
	}
	all := len(e.run.integration.Masses.Movable)
	for first := 0; first < all; first += most {
		e.stretch(&e.workers[0], first, min(all, first+most), 0)
	}
	var s model.Snapshot
	e.buffers.current = 1 - e.buffers.current
	must.Do(t, e.Read(&s))
	return s
}

// With float64, code for chains has the bits of steps without it, wherever calls begin, in both
// precisions, with all that a chain may have. A link that only code for chains leaves out at
// both of its ends is seen.
func TestChainsOfDoublesAreSteps(t *testing.T) {
	ground := []model.Contact{model.Ground(0.5, 50, 0.5).WithFriction(0.6, 0.5)}
	for _, material := range []model.Material{
		{Stiffness: 100}, {Stiffness: 100, Damping: 0.01}, {Stiffness: 100, Damping: 0.01, TensionOnly: true},
	} {
		m := cputest.Strands(5, 100, material)
		m.Pin[150], m.Pin[170] = model.PinX|model.PinZ, model.PinAll
		m.MaterialOf[200] = model.Removed
		for _, contacts := range [][]model.Contact{nil, ground} {
			p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), DragHalfLife: 0.1, Contacts: contacts}
			for _, precision := range []model.Precision{model.Double} {
				for _, k := range kernels.ForThisMachine[float64]() {
					if k.Chains[0] == nil {
						continue
					}
					after := func(most int, tamper func(e *engine[float64])) model.State {
						return chainsAfter(t, m, p, Options{Threads: 1, Kernel: k.Name, Precision: precision}, most, tamper)
					}
					want := after(1000, func(e *engine[float64]) { e.code.chain = nil })
					for _, most := range []int{1, 3, 1000} {
						if got := after(most, func(*engine[float64]) {}); !slices.Equal(got.Position, want.Position) || !slices.Equal(got.Velocity, want.Velocity) {
							t.Errorf("%s, %v, %+v, %d contacts, calls of %d slices: code for chains ends elsewhere than steps", k.Name, precision, material, len(contacts), most)
						}
					}
					torn := func(e *engine[float64]) {
						e.table.Slots[e.table.Ends[e.table.Chains[0].From+2].Slot+1].Lanes &^= 0x0ff0
					}
					whole, other := after(1000, func(e *engine[float64]) { torn(e); e.code.chain = nil }), after(1000, torn)
					if slices.Equal(whole.Velocity, other.Velocity) {
						t.Errorf("%s, %v: the same bits with a link that only code for chains lacks", k.Name, precision)
					}
				}
			}
		}
	}
}

// chainsAfter is the state after some steps from a perturbed one, by calls of at most that many
// slices.
func chainsAfter(t *testing.T, m *model.Model, p model.Params, o Options, most int, tamper func(e *engine[float64])) (s model.State) {
	t.Helper()
	e := must.Get(makeEngine[float64](m, p, o))(t)
	defer e.Close()
	if e.code.chain == nil {
		t.Fatal("there is no code for chains")
	}
	tamper(e)
	must.Do(t, e.Reset(perturbedState(m, 2)))
	all := len(e.run.integration.Masses.Movable)
	for range 5 {
		for first := 0; first < all; first += most {
			e.stretch(&e.workers[0], first, min(all, first+most), 0)
		}
		e.buffers.current = 1 - e.buffers.current
	}
	must.Do(t, e.ReadState(&s))
	return s
}

// Kernels of chains may add positions up to find one that is not a finite
// number. A sum beyond float32 is none; a single position in the last slice is.
func TestFarChainsDoNotDiverge(t *testing.T) {
	farChains[float32](t, model.Single, 1e38)
	farChains[float64](t, model.Double, 5e307)
}

func farChains[T table.Real](t *testing.T, precision model.Precision, far float64) {
	m := cputest.Strands(1, 639, model.Material{Stiffness: 100, Damping: 0.01})
	for _, kernel := range Kernels(precision) {
		for _, lost := range []bool{false, true} {
			e := must.Get(makeEngine[T](m, model.Params{DT: 1e-4}, Options{Threads: 1, Kernel: kernel, Precision: precision}))(t)
			defer e.Close()
			start := m.Start()
			for i := range start.Position {
				start.Position[i] = model.Vec3{far, 0, 0} // no two are apart, so that no spring acts
			}
			if lost {
				start.Velocity[637] = model.Vec3{0, 0, 3 * far}
				start.Velocity[638] = model.Vec3{0, 0, -3 * far}
			}
			must.Do(t, e.Reset(start))
			_ = e.Step(10)
			var diverged *physics.DivergedError
			if errors.As(e.Finish(), &diverged) != lost {
				t.Errorf("%s, lost %v: %v", kernel, lost, e.Finish())
			}
		}
	}
}

// Masses of a chain that touch no other move bit for bit as without collisions, though others of
// their 16 are pushed, and those move as plain Go moves them. A step that has no code for pushed
// chains is seen, where code for chains rounds in another way than that for all slices.
func TestPushesLeaveOtherLinksAlone(t *testing.T) {
	pushesAlone[float32](t, model.Single)
	pushesAlone[float64](t, model.Double)
}

// touching are two masses of a chain that touch, see pushesAlone.
var touching = [2]int{40, 300}

func pushesAlone[T table.Real](t *testing.T, precision model.Precision) {
	ground := []model.Contact{model.Ground(0.5, 50, 0.5).WithFriction(0.6, 0.5)}
	rounded := map[string]int{} // masses that code for all slices rounds in another way
	for _, material := range []model.Material{{Stiffness: 100}, {Stiffness: 100, Damping: 0.01}} {
		m := cputest.Strands(1, 639, material)
		m.Radius = make([]float64, m.MassCount())
		start := perturbedState(m, 2)
		for _, i := range touching {
			m.Radius[i] = 0.05
		}
		start.Position[touching[1]] = start.Position[touching[0]].Add(model.Vec3{0.06, 0.01, 0})
		for _, contacts := range [][]model.Contact{nil, ground} {
			p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), DragHalfLife: 0.1, Contacts: contacts}
			colliding := p
			colliding.Collision = model.Collision{Bodies: []model.Surface{{Stiffness: 100}}, Self: true, Skin: 0.02, CheckEvery: 8}
			after := func(kernel string, p model.Params, tamper func(e *engine[T])) model.State {
				e := must.Get(makeEngine[T](m, p, Options{Threads: 1, Kernel: kernel, Precision: precision}))(t)
				defer e.Close()
				tamper(e)
				return stateAfter(t, e, start, 1)
			}
			as := func(*engine[T]) {}
			plain := after("go", colliding, as)
			for _, k := range kernels.ForThisMachine[T]() {
				free, pushed := after(k.Name, p, as), after(k.Name, colliding, as)
				if others := moved(&free, &pushed); others != 0 {
					t.Errorf("%s, %v, %+v, %d contacts: %d masses that touch nobody move in another way", k.Name, precision, material, len(contacts), others)
				}
				for _, i := range touching {
					change := pushed.Velocity[i].Sub(free.Velocity[i]).Len()
					if far := pushed.Velocity[i].Sub(plain.Velocity[i]).Len(); !(far < 1e-4*change && change > 0) {
						t.Errorf("%s, %v, %+v, %d contacts: mass %d has the velocity %v, which pushes change by %g, plain Go has %v", k.Name, precision, material, len(contacts), i, pushed.Velocity[i], change, plain.Velocity[i])
					}
				}
				if k.PushedChains[0] != nil {
					other := after(k.Name, colliding, func(e *engine[T]) { e.code.pushed = nil })
					rounded[k.Name] += moved(&free, &other)
				}
			}
		}
	}
	for _, k := range kernels.ForThisMachine[T]() {
		if k.PushedChains[0] != nil && rounded[k.Name] == 0 {
			t.Errorf("%s, %v: code for all slices has the bits of that for chains", k.Name, precision)
		}
	}
}

// moved counts masses that do not touch and are not the same in two states.
func moved(a, b *model.State) (count int) {
	for i := range a.Position {
		if i != touching[0] && i != touching[1] && (a.Position[i] != b.Position[i] || a.Velocity[i] != b.Velocity[i]) {
			count++
		}
	}
	return count
}
