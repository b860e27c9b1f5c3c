package ensemble_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	cpu "hooke/cpu/ensemble"
	"hooke/cpuref"
	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/model"
)

// A member with a feature is the run of its own model and parameters, bit for bit, and moves otherwise than one without; an engine
// that lacks the feature refuses it by name.
func TestFeatures(t *testing.T) {
	for feature, add := range map[ensemble.Feature]func(k *ensemble.Kind){
		ensemble.Collisions: func(k *ensemble.Kind) {
			m := *k.Model
			m.Radius = make([]float64, m.MassCount())
			for i := range m.Radius {
				m.Radius[i] = 0.03
			}
			k.Model = &m
			k.Params.Collision = model.Collision{Bodies: []model.Surface{{Stiffness: 500}}, Self: true, Skin: 0.01, CheckEvery: 1}
		},
		ensemble.Guides: func(k *ensemble.Kind) {
			k.Params.Guides = []model.Guide{{Kind: model.OnPlane, Masses: []uint32{0}, Direction: model.Vec3{0, 1, 0}}}
		},
		ensemble.Motors: func(k *ensemble.Kind) {
			k.Params.Motors = []model.Motor{{Axis: model.Vec3{0, 0, 1}, Damping: 1, Limit: 5, Speed: 3}}
		},
		ensemble.Handles: func(k *ensemble.Kind) {
			k.Params.Handles = []model.Handle{{Stiffness: 50, Target: model.Vec3{0, 0, 1}}}
		},
		ensemble.QuadraticDrag: func(k *ensemble.Kind) { k.Params.QuadraticDrag = 0.5 },
		ensemble.Wind: func(k *ensemble.Kind) {
			m := *k.Model
			m.Triangles = [][3]uint32{{0, 1, 2}}
			k.Model, k.Params.Wind = &m, model.Wind{Drag: 1, Velocity: model.Vec3{3, 0, 2}}
		},
		ensemble.Shapes: func(k *ensemble.Kind) {
			k.Params.Contacts = append(k.Params.Contacts, model.Contact{Shape: model.Sphere{Radius: 0.1}, Stiffness: 500})
		},
		ensemble.Moving: func(k *ensemble.Kind) {
			k.Params.Contacts = []model.Contact{model.Ground(0, 500, 1)}
			k.Params.Contacts[0].Course = &model.Course{Path: model.Path{Velocity: model.Vec3{0, 0, 1}}}
		},
		ensemble.Spans: func(k *ensemble.Kind) {
			k.Params.Contacts = append(k.Params.Contacts, model.Contact{Shape: model.Sphere{Radius: 0.1}, Stiffness: 500, Touches: model.TouchSprings})
		},
		ensemble.PerMass: func(k *ensemble.Kind) {
			k.Params.Contacts = []model.Contact{{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: 0.01}, PerMass: true}}
		},
	} {
		k := worms(t)
		k.Free = k.Free[:2]
		values := []float64{3, 2000}
		start := k.Model.Start() // its ends meet
		start.Position[len(start.Position)-1] = start.Position[0].Add(model.Vec3{0.01, 0, 0})
		plain := made(t, k, ensemble.Member{Values: values, Start: start})
		add(&k)
		e, err := reference.New([]ensemble.Kind{k}, []ensemble.Member{{}, {Values: values, Start: start}}, reference.Options{})
		if err != nil {
			t.Errorf("%s: %v", feature, err)
			continue
		}
		settled, err := ensemble.Settle([]ensemble.Kind{k}, nil, ensemble.Features()...)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := cpuref.New(settled[0].Written(values))
		if err != nil {
			t.Fatal(err)
		}
		if err := alone.Reset(start); err != nil {
			t.Fatal(err)
		}
		for _, step := range []func(int) error{e.Step, alone.Step, plain.Step} {
			if err := step(20); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(e.State(1), alone.State()) {
			t.Errorf("%s: a member differs from a run of its values", feature)
		}
		if reflect.DeepEqual(e.State(1).Position, plain.State(0).Position) {
			t.Errorf("%s: it changes nothing", feature)
		}
		if _, err := cpu.New([]ensemble.Kind{k}, nil, cpu.Options{}); !errors.Is(err, model.ErrRefused) || !strings.Contains(err.Error(), string(feature)) {
			t.Errorf("%s: the engine cpu says %v", feature, err)
		}
	}
}
