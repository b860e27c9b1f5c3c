package ensemble_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/must"
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
	k.Params.Ledger = true
	if _, err := ensemble.Divide(k.Model, k.Params); !errors.Is(err, model.ErrUnsupported) || !strings.Contains(err.Error(), "the energy ledger") {
		t.Errorf("the ledger: %v", err)
	}
}
