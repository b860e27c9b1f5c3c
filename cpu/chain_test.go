package cpu

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"hooke/cpu/kernels"
	"hooke/cpu/table"
	"hooke/model"
	"hooke/physics"
)

// strands are ropes of that many springs each, pinned at both ends, one after
// the other in the order of masses.
func strands(count, springs int, material model.Material) *model.Model {
	m := &model.Model{Name: fmt.Sprintf("%d strands", count), Materials: []model.Material{{}, material, material}}
	m.Materials[2].Stiffness *= 2
	for strand := range count {
		for k := range springs + 1 {
			m.RestPosition = append(m.RestPosition, model.Vec3{0.1 * float64(k), float64(strand), 0.5})
			m.Mass = append(m.Mass, 0.01+0.001*float64(k%3))
			if i := m.MassCount() - 1; k > 0 {
				m.Ends = append(m.Ends, model.Ends{uint32(i - 1), uint32(i)})
				m.RestLength, m.MaterialOf = append(m.RestLength, 0.1), append(m.MaterialOf, 1)
			}
		}
	}
	m.Pin = make([]model.Pin, m.MassCount())
	for i := range m.Pin {
		if k := i % (springs + 1); k == 0 || k == springs {
			m.Pin[i] = model.PinAll
		}
	}
	return m
}

// Chains are found where all masses of a slice have springs of one class to the
// masses before and after, whether ends are pinned or not, and nowhere else.
func TestFindChains(t *testing.T) {
	wire := model.Material{Stiffness: 100, Damping: 0.01}
	changed := func(change func(m *model.Model)) *model.Model {
		m := strands(1, 639, wire) // 40 slices
		change(m)
		return m
	}
	for _, c := range []struct {
		name string
		m    *model.Model
		want []table.Chain
	}{
		{"one rope", strands(1, 639, wire), []table.Chain{{From: 1, To: 40}}}, // the first slice has none before
		{"strands", strands(5, 100, wire), []table.Chain{{From: 1, To: 32}}},
		{"a loose end", changed(func(m *model.Model) { m.Pin = nil }), []table.Chain{{From: 2, To: 40}}}, // in slice 0 the next neighbor comes first
		{"too short", strands(1, 100, wire), nil},
		{"another class", changed(func(m *model.Model) { m.MaterialOf[20*table.Width] = 2 }), []table.Chain{{From: 1, To: 20}, {From: 22, To: 40}}},
		{"two wires that meet between slices", changed(func(m *model.Model) {
			for i := 20 * table.Width; i < len(m.MaterialOf); i++ {
				m.MaterialOf[i] = 2
			}
			m.Pin[20*table.Width-1], m.Pin[20*table.Width] = model.PinAll, model.PinAll
		}), []table.Chain{{From: 1, To: 20}, {From: 21, To: 40}}},
		{"one more neighbor", changed(func(m *model.Model) {
			m.Ends = append(m.Ends, model.Ends{20 * table.Width, 20*table.Width + 2})
			m.RestLength, m.MaterialOf = append(m.RestLength, 0.2), append(m.MaterialOf, 1)
		}), []table.Chain{{From: 1, To: 20}, {From: 22, To: 40}}},
		{"removed", changed(func(m *model.Model) { m.MaterialOf[300] = model.Removed }), []table.Chain{{From: 1, To: 40}}},
		{"a hub", star(700), nil},
		{"cloth", preset(t, "cloth", 3000).Model, nil},
	} {
		table, _, err := table.New(c.m, 1e-4, 1)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(table.Chains, c.want) {
			t.Errorf("%s: chains are %v, want %v", c.name, table.Chains, c.want)
		}
	}
}

// The table of chains holds every spring, and those at pinned masses beside.
func TestChainsHoldEverySpring(t *testing.T) {
	m := strands(5, 100, model.Material{Stiffness: 100})
	table, c, err := table.New(m, 1e-4, 1)
	if err != nil {
		t.Fatal(err)
	}
	pinned := func(one tie) bool { return m.PinOf(int(one.mass)) == model.PinAll }
	got := held(table, c)
	beside := 0
	for _, one := range got {
		if pinned(one) {
			beside++
			if d := one.mass - one.neighbor; d*d != 1 {
				t.Errorf("mass %d is joined to %d", one.mass, one.neighbor)
			}
		}
	}
	if got = slices.DeleteFunc(got, pinned); !slices.Equal(got, wanted(m, 1e-4)) {
		t.Errorf("the table holds %d incidences, want %d", len(got), len(wanted(m, 1e-4)))
	}
	if beside == 0 {
		t.Error("no pinned mass is in a chain: the test proves nothing")
	}
}

// chainRoundings is how many roundings of what a velocity is a sum of the
// kernel of chains may differ from plain Go by in one step.
const chainRoundings = 16

// Chains move as plain Go moves them, bit for bit the same wherever calls begin,
// with dampers and without, cables, contacts and pins; outputs are poisoned.
func TestChainKernels(t *testing.T) {
	ground := []model.Contact{model.Ground(0.5, 50, 0.5).WithFriction(0.6, 0.5)}
	for _, material := range []model.Material{
		{Stiffness: 100}, {Stiffness: 100, Damping: 0.01}, {Stiffness: 100, Damping: 0.01, TensionOnly: true},
	} {
		m := strands(5, 100, material)
		m.Pin[150], m.Pin[170] = model.PinX|model.PinZ, model.PinAll
		m.MaterialOf[200] = model.Removed
		for _, contacts := range [][]model.Contact{nil, ground} {
			p := model.Params{DT: 1e-4, Gravity: model.EarthGravity(), DragHalfLife: 0.1, Contacts: contacts}
			want := poisonedStep(t, m, p, "go", 1000)
			for _, k := range kernels.ForThisMachine() {
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

// poisonedStep is the state after a step from a stirred one, by calls of at most
// that many slices into buffers that hold no numbers.
func poisonedStep(t *testing.T, m *model.Model, p model.Params, kernel string, most int) model.Snapshot {
	t.Helper()
	e, err := New(m, p, Options{Threads: 1, Kernel: kernel})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if err := e.Reset(stirredState(m, 2)); err != nil {
		t.Fatal(err)
	}
	if len(e.table.Chains) == 0 {
		t.Fatal("no chains")
	}
	then := e.buffers.motion[1-e.buffers.current]
	for i := range then.Arena {
		then.Arena[i] = float32(math.NaN())
	}
	slices := len(e.run.integration.Masses.Movable)
	for first := 0; first < slices; first += most {
		e.stretch(&e.workers[0], first, min(slices, first+most), 0)
	}
	var s model.Snapshot
	e.buffers.current = 1 - e.buffers.current
	if err := e.Read(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// Kernels of chains may add positions up to find one that is not a finite
// number. A sum beyond float32 is none; a single position in the last slice is.
func TestFarChainsDoNotDiverge(t *testing.T) {
	m := strands(1, 639, model.Material{Stiffness: 100, Damping: 0.01})
	for _, kernel := range Kernels() {
		for _, lost := range []bool{false, true} {
			e, err := New(m, model.Params{DT: 1e-4}, Options{Threads: 1, Kernel: kernel})
			if err != nil {
				t.Fatal(err)
			}
			defer e.Close()
			start := m.Start()
			for i := range start.Position {
				start.Position[i] = model.Vec3{1e38, 0, 0} // no two are apart, so that no spring acts
			}
			if lost {
				start.Velocity[637] = model.Vec3{0, 0, 3e38}
				start.Velocity[638] = model.Vec3{0, 0, -3e38}
			}
			if err := e.Reset(start); err != nil {
				t.Fatal(err)
			}
			_ = e.Step(10)
			var diverged *physics.DivergedError
			if errors.As(e.Finish(), &diverged) != lost {
				t.Errorf("%s, lost %v: %v", kernel, lost, e.Finish())
			}
		}
	}
}
