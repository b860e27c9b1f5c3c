package ensemble_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
	"hooke/physics"
)

// pair is two masses over a ground, joined by a muscle, with something of everything that
// may be free.
func pair() ensemble.Kind {
	return ensemble.Kind{
		Model: &model.Model{Name: "pair", RestPosition: []model.Vec3{{0, 0, 1}, {1, 0, 1}}, Mass: []float64{1, 2}, Ends: []model.Ends{{0, 1}},
			RestLength: []float64{1}, MaterialOf: []uint16{1}, ActuatorOf: []uint16{1}, Groups: []model.Group{{Name: "end", Masses: []uint32{1}}},
			Materials: []model.Material{{}, {Name: "rubber", Stiffness: 100, Damping: 1}}},
		Params: model.Params{DT: 1e-3, Gravity: model.EarthGravity(), DragHalfLife: 2, Contacts: []model.Contact{model.Ground(0, 1000, 10).WithFriction(0.5, 0.4)},
			Actuators: []model.Actuator{{Amplitude: 0.1, Frequency: 2, Phase: 0.3, HalfLife: 0.1}}, Forces: []model.Force{{Force: model.Vec3{1, 2, 3}}}},
	}
}

// free is the pair with these fields free.
func free(fields ...ensemble.Field) ensemble.Kind {
	k := pair()
	k.Free = fields
	return k
}

// settled is a kind that passes.
func settled(t *testing.T, k ensemble.Kind) ensemble.Kind {
	t.Helper()
	out := must.Get(ensemble.Settle([]ensemble.Kind{k}, nil))(t)
	return out[0]
}

// Each path writes its number, and nothing else.
func TestWritten(t *testing.T) {
	n := ensemble.NormalOf(0.3, 0.5)
	cases := map[string]struct {
		index int
		value float64
		want  func(m *model.Model, p *model.Params)
	}{
		"actuator.amplitude":  {0, 0.2, func(_ *model.Model, p *model.Params) { p.Actuators[0].Amplitude = 0.2 }},
		"actuator.frequency":  {0, 3, func(_ *model.Model, p *model.Params) { p.Actuators[0].Frequency = 3 }},
		"actuator.phase":      {0, -1, func(_ *model.Model, p *model.Params) { p.Actuators[0].Phase = -1 }},
		"actuator.half_life":  {0, 0, func(_ *model.Model, p *model.Params) { p.Actuators[0].HalfLife = 0 }},
		"material.stiffness":  {1, 50, func(m *model.Model, _ *model.Params) { m.Materials[1].Stiffness = 50 }},
		"material.damping":    {1, 0, func(m *model.Model, _ *model.Params) { m.Materials[1].Damping = 0 }},
		"material.rest_scale": {1, 1.5, func(m *model.Model, _ *model.Params) { m.RestLength[0] = 1.5 }},
		"contact.offset":      {0, -1, func(_ *model.Model, p *model.Params) { p.Contacts[0].Shape = model.Plane{Offset: -1} }},
		"contact.slope":       {0, 0, func(_ *model.Model, p *model.Params) { p.Contacts[0].Shape = model.Plane{Normal: model.Vec3{0, 0, 1}} }},
		"contact.heading": {0, 2, func(_ *model.Model, p *model.Params) {
			p.Contacts[0].Shape = model.Plane{Normal: ensemble.NormalOf(0, 2)}
		}},
		"contact.stiffness":        {0, 5, func(_ *model.Model, p *model.Params) { p.Contacts[0].Stiffness = 5 }},
		"contact.damping":          {0, 0, func(_ *model.Model, p *model.Params) { p.Contacts[0].Damping = 0 }},
		"contact.static_friction":  {0, 0.9, func(_ *model.Model, p *model.Params) { p.Contacts[0].StaticFriction = 0.9 }},
		"contact.kinetic_friction": {0, 0.1, func(_ *model.Model, p *model.Params) { p.Contacts[0].KineticFriction = 0.1 }},
		"gravity.x":                {0, 1, func(_ *model.Model, p *model.Params) { p.Gravity[0] = 1 }},
		"gravity.y":                {0, 1, func(_ *model.Model, p *model.Params) { p.Gravity[1] = 1 }},
		"gravity.z":                {0, 1, func(_ *model.Model, p *model.Params) { p.Gravity[2] = 1 }},
		"drag_half_life":           {0, 0, func(_ *model.Model, p *model.Params) { p.DragHalfLife = 0 }},
		"mass_scale":               {0, 3, func(m *model.Model, _ *model.Params) { m.Mass[1] = 6 }},
		"force.factor":             {0, 2, func(_ *model.Model, p *model.Params) { p.Forces[0].Force = model.Vec3{2, 4, 6} }},
		"force.x":                  {0, 7, func(_ *model.Model, p *model.Params) { p.Forces[0].Force[0] = 7 }},
		"force.y":                  {0, 7, func(_ *model.Model, p *model.Params) { p.Forces[0].Force[1] = 7 }},
		"force.z":                  {0, 7, func(_ *model.Model, p *model.Params) { p.Forces[0].Force[2] = 7 }},
		"contact.normal_x":         {0, 1, func(_ *model.Model, p *model.Params) { p.Contacts[0].Shape = model.Plane{Normal: model.Vec3{1, 0, 0}} }},
		"contact.normal_y":         {0, 1, func(_ *model.Model, p *model.Params) { p.Contacts[0].Shape = model.Plane{Normal: model.Vec3{0, 1, 0}} }},
		"contact.normal_z":         {0, 1, func(_ *model.Model, p *model.Params) { p.Contacts[0].Shape = model.Plane{Normal: model.Vec3{0, 0, 1}} }},
	}
	for _, path := range ensemble.Paths() {
		if strings.HasPrefix(path, "controller.") {
			continue // they are not written into runs, see TestSteered
		}
		c, ok := cases[path]
		if !ok {
			t.Errorf("%s: no test", path)
			continue
		}
		k := settled(t, free(ensemble.Field{Path: path, Index: c.index}))
		want := settled(t, pair())
		c.want(want.Model, &want.Params)
		m, p := k.Written([]float64{c.value})
		if !reflect.DeepEqual(m, want.Model) || !reflect.DeepEqual(p, want.Params) {
			t.Errorf("%s: %+v, %+v; want %+v, %+v", path, m, p, want.Model, want.Params)
		}
		if again := settled(t, pair()); !reflect.DeepEqual(k.Model, again.Model) || !reflect.DeepEqual(k.Params, again.Params) {
			t.Errorf("%s: writing a member changed the kind", path)
		}
	}
	k := settled(t, free(ensemble.Field{Path: "contact.heading"}, ensemble.Field{Path: "contact.slope"}))
	if _, p := k.Written([]float64{0.5, 0.3}); p.Contacts[0].Shape.(model.Plane).Normal != n {
		t.Errorf("a heading set before the slope is lost: %v, want %v", p.Contacts[0].Shape, n)
	}
}

// The values of the kind, written into it, change nothing; safe steps are those of members.
func TestValuesOf(t *testing.T) {
	var fields []ensemble.Field
	for _, path := range ensemble.Paths() {
		f := ensemble.Field{Path: path}
		if strings.HasPrefix(path, "material") {
			f.Index = 1
		}
		if strings.HasPrefix(path, "contact.normal") || strings.HasPrefix(path, "controller.") {
			continue // that is slope and heading again; and the pair has no controllers
		}
		fields = append(fields, f)
	}
	k := free(fields...)
	k.Params.Contacts[0].Shape = model.Plane{Normal: model.Vec3{0.6, 0, 0.8}, Offset: 0.2}
	k = settled(t, k)
	m, p := k.Written(k.ValuesOf())
	if n := p.Contacts[0].Shape.(model.Plane).Normal; n.Sub(model.Vec3{0.6, 0, 0.8}).Len() > 1e-15 {
		t.Errorf("the normal is %v", n)
	}
	p.Contacts[0].Shape = k.Params.Contacts[0].Shape
	must.Hold(t, reflect.DeepEqual(m, k.Model) && reflect.DeepEqual(p, k.Params), "written: %+v %+v, want %+v %+v", m, p, k.Model, k.Params)
	stiff := settled(t, free(ensemble.Field{Path: "material.stiffness", Index: 1}))
	if soft, hard := stiff.SafeStep([]float64{1000}), stiff.SafeStep([]float64{100000}); !(hard < soft/2) {
		t.Errorf("safe steps are %g and %g s", soft, hard)
	}
}

// Wrong and unsupported requests are named before anything is stepped.
func TestSettleRefuses(t *testing.T) {
	field := func(path string, i int) func(k *ensemble.Kind) {
		return func(k *ensemble.Kind) { k.Free = []ensemble.Field{{Path: path, Index: i}} }
	}
	for words, change := range map[string]func(k *ensemble.Kind){
		`field "actuator.colour" is none`:         field("actuator.colour", 0),
		"there is no actuator 1; the kind has 1":  field("actuator.phase", 1),
		"there is no gravity.x 1; the kind has 1": field("gravity.x", 1),
		"material 0 is that of removed springs":   field("material.stiffness", 0),
		"is free twice":                           func(k *ensemble.Kind) { k.Free = []ensemble.Field{{Path: "gravity.x"}, {Path: "gravity.x"}} },
		"k and c follow from it for each spring":  func(k *ensemble.Kind) { oscillate(k); field("material.damping", 1)(k) },
		"follow from masses":                      func(k *ensemble.Kind) { oscillate(k); field("mass_scale", 0)(k) },
		"a drag factor per step": func(k *ensemble.Kind) {
			k.Params.DragHalfLife, k.Params.DragKept = 0, 0.5
			field("drag_half_life", 0)(k)
		},
		"a normal is free as slope and heading": func(k *ensemble.Kind) {
			k.Free = []ensemble.Field{{Path: "contact.slope"}, {Path: "contact.normal_x"}}
		},
		"the energy ledger": func(k *ensemble.Kind) { k.Params.Ledger = true },
	} {
		k := pair()
		change(&k)
		if _, err := ensemble.Settle([]ensemble.Kind{k}, nil); err == nil || !strings.Contains(err.Error(), words) && !fits(k, err) {
			t.Errorf("%q: %v", words, err)
		}
	}
}

// fits says whether a kind is at fault for the model's own rules, before ensembles are asked.
func fits(k ensemble.Kind, err error) bool {
	fault := k.Params.ValidateFor(k.Model)
	return fault != nil && strings.Contains(err.Error(), fault.Error())
}

func oscillate(k *ensemble.Kind) {
	k.Model.Materials[1] = model.Material{Name: "rubber", Normalized: spring.Normalized{Stiffness: 0.1}}
}

// Members are judged by number, path and bounds.
func TestMembersAreJudged(t *testing.T) {
	k := free(ensemble.Field{Path: "actuator.amplitude"}, ensemble.Field{Path: "contact.static_friction"}, ensemble.Field{Path: "mass_scale"})
	for words, m := range map[string]ensemble.Member{
		"member 1 is of kind 1; there are 1 kinds":                                {Kind: 1},
		"2 values for 3 free fields":                                              {Values: []float64{0, 1}},
		"actuator.amplitude[0] is 1; it must be more than -1 and less than 1":     {Values: []float64{1, 1, 1}},
		"actuator.amplitude[0] is NaN":                                            {Values: []float64{math.NaN(), 1, 1}},
		"mass_scale[0] is 0; it must be more than 0":                              {Values: []float64{0, 1, 0}},
		"kinetic friction is 0.4; it must not be more than the static friction, ": {Values: []float64{0, 0.1, 1}},
		"member 1: start": {Start: &model.State{}},
	} {
		must.Say(t, words, must.Err(ensemble.Settle([]ensemble.Kind{k}, []ensemble.Member{{}, m})), words)
	}
	k.Params.DT = 0
	if got, want := settled(t, k).Params.DT, physics.AutoStep(k.Model, k.Params); got != want || got <= 0 {
		t.Errorf("dt is %g s, want %g s", got, want)
	}
	if _, err := ensemble.Settle([]ensemble.Kind{{}}, nil); err == nil {
		t.Error("a kind without a model passed")
	}
}
