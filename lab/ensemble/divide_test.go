package ensemble_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

func divided(t *testing.T, k ensemble.Kind) ensemble.Divided {
	t.Helper()
	return must.Get(ensemble.Divide(k.Model, k.Params))(t)
}

// Runs that differ in numbers that may be free are members of one kind, whichever of them that is. Their
// numbers, written into it, give them back to the last bit.
func TestDivideFindsValues(t *testing.T) {
	a, b := pair(), pair()
	m, p := b.Model, &b.Params
	m.Materials[1].Stiffness, m.Materials[1].Damping = 70, 0
	p.Gravity, p.DragHalfLife = model.Vec3{1, 2, -3}, 0
	p.Contacts[0] = model.Contact{Shape: model.Plane{Normal: model.Vec3{0.6, 0, 0.8}, Offset: -2}, Stiffness: 7, Damping: 8, StaticFriction: 0.2, KineticFriction: 0.1}
	p.Actuators[0] = model.Actuator{Amplitude: -0.2, Frequency: 1, Phase: 2, HalfLife: 3}
	p.Forces[0].Force = model.Vec3{3, -1, 0}
	x, y := divided(t, a), divided(t, b)
	if x.Key != y.Key {
		t.Fatal("two kinds")
	}
	for _, of := range []ensemble.Kind{x.Kind, y.Kind} {
		kind := settled(t, of)
		for _, d := range []ensemble.Divided{x, y} {
			if err := kind.Judge(d.Values); err != nil {
				t.Error(err)
			}
			m, p := kind.Written(d.Values)
			if !reflect.DeepEqual(m, d.Kind.Model) || !reflect.DeepEqual(p, d.Kind.Params) {
				t.Errorf("written it is %+v %+v, not %+v %+v", m, p, d.Kind.Model, d.Kind.Params)
			}
		}
	}
	if a, b := pair(), pair(); !reflect.DeepEqual(a, b) || !reflect.DeepEqual(x.Kind.Model, a.Model) {
		t.Error("dividing a run changes it")
	}
}

// Differences that cannot be free divide kinds.
func TestDivideTellsKindsApart(t *testing.T) {
	plain := divided(t, pair()).Key
	for what, change := range map[string]func(k *ensemble.Kind){
		"a step":        func(k *ensemble.Kind) { k.Params.DT = 2e-3 },
		"a mass":        func(k *ensemble.Kind) { k.Model.Mass[0] = 1.5 },
		"a place":       func(k *ensemble.Kind) { k.Model.RestPosition[1][0] = 1.1 },
		"a rest length": func(k *ensemble.Kind) { k.Model.RestLength[0] = 1.1 },
		"a pin":         func(k *ensemble.Kind) { k.Model.Pin = []model.Pin{model.PinX, 0} },
		"ends":          func(k *ensemble.Kind) { k.Model.Ends[0] = model.Ends{1, 0} },
		"a group":       func(k *ensemble.Kind) { k.Model.Groups[0].Name = "foot" },
		"a cable":       func(k *ensemble.Kind) { k.Model.Materials[1].TensionOnly = true },
		"a rigidity": func(k *ensemble.Kind) {
			k.Model.Materials[1] = model.Material{Name: "rubber", AxialRigidity: 100, Damping: 1}
		},
		"a wave":                  func(k *ensemble.Kind) { k.Params.Actuators[0].Wave = model.Square },
		"no half-life":            func(k *ensemble.Kind) { k.Params.Actuators[0].HalfLife = 0 },
		"another inside":          func(k *ensemble.Kind) { k.Params.Contacts[0].Inside = true },
		"two contacts":            func(k *ensemble.Kind) { k.Params.Contacts = append(k.Params.Contacts, k.Params.Contacts[0]) },
		"no muscle on a spring":   func(k *ensemble.Kind) { k.Model.ActuatorOf = nil },
		"drag kept":               func(k *ensemble.Kind) { k.Params.DragHalfLife, k.Params.DragKept = 0, 0.9 },
		"a force on other masses": func(k *ensemble.Kind) { k.Params.Forces[0].Masses = []uint32{1} },
		"a table of a force": func(k *ensemble.Kind) {
			k.Params.Forces[0].Table = model.Curve{At: []float64{0, 1}, Value: []float64{0, 1}}
		},
	} {
		k := pair()
		change(&k)
		must.Hold(t, divided(t, k).Key != plain, "%s: the same kind", what)
	}
	k := pair()
	k.Params.Motors = []model.Motor{{Axis: model.Vec3{1, 0, 0}}}
	if _, err := ensemble.Divide(k.Model, k.Params); !errors.Is(err, model.ErrUnsupported) || !strings.Contains(err.Error(), "motors") {
		t.Errorf("motors: %v", err)
	}
}

// Members that need less than half of the median step go into kinds of their own, whose step is the least
// that one of their members needs.
func TestClasses(t *testing.T) {
	k := free(ensemble.Field{Path: "material.stiffness", Index: 1})
	k.Params.DT = 0
	fixed := pair()
	kinds := []ensemble.Kind{k, fixed}
	var members []ensemble.Member
	// The median is that of 1e5 N/m. A step goes about with one over the root of k.
	for _, stiffness := range []float64{1e5, 1e5, 1.1e5, 1e8, 1.2e5, 1e5, 1e11} {
		members = append(members, ensemble.Member{Values: []float64{stiffness}})
	}
	members = append(members, ensemble.Member{Kind: 1})
	got, of, err := ensemble.Classes(kinds, members)
	must.Do(t, err)
	want := []int{0, 0, 0, 2, 0, 0, 3, 1}
	for i := range want {
		must.Be(t, of[i].Kind, want[i], "member %d is of kind", i)
	}
	if kinds[0].Params.DT != 0 || members[3].Kind != 0 || len(got) != 4 || got[1].Params.DT != fixed.Params.DT {
		t.Fatalf("there are %d kinds, and what was given may have changed: %g s", len(got), kinds[0].Params.DT)
	}
	need := func(member int) float64 {
		m, p := settled(t, k).Written(members[member].Values)
		p.DT = 0
		return physics.AutoStep(m, p)
	}
	for kind, slowest := range map[int]int{0: 4, 2: 3, 3: 6} {
		must.Be(t, got[kind].Params.DT, need(slowest), "the step of kind %d, in s", kind)
	}
	must.Hold(t, need(3) < need(0)/2, "the stiff member needs no class of its own")
	if _, err := ensemble.Settle(got, of); err != nil {
		t.Error(err)
	}
	if _, _, err := ensemble.Classes(kinds, []ensemble.Member{{Kind: 7}}); err == nil {
		t.Error("a member of no kind passed")
	}
}
