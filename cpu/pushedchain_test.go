package cpu

import (
	"testing"

	"hooke/cpu/cputest"
	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/must"
)

// Masses of a chain that touch nobody move bit for bit as without collisions, though others of
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
