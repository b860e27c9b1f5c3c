package tune

import (
	"testing"
	"testing/fstest"

	"hooke/gpu"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
)

// Models that cost differently have other shapes, and positions do not matter.
func TestShapeTellsCostsApart(t *testing.T) {
	shape := func(m *model.Model, p model.Params, o gpu.Options) string {
		got := must.Get(Shape(m, p, o))(t)
		must.Be(t, len(got), 32, "a shape is %q", got)
		return got
	}
	m := gputest.Grid(8, 8, 8)
	base := shape(m, model.Params{}, gpu.Options{})
	moved := *m
	moved.RestPosition = append([]model.Vec3(nil), m.RestPosition...)
	moved.RestPosition[3][0] += 1
	must.Hold(t, shape(&moved, model.Params{}, gpu.Options{}) == base, "a mass elsewhere changes the shape")
	contacts := model.Params{Contacts: []model.Contact{{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}}, Stiffness: 1}}}
	for name, other := range map[string]string{
		"size":       shape(gputest.Grid(8, 8, 9), model.Params{}, gpu.Options{}),
		"springs":    shape(dropped(m), model.Params{}, gpu.Options{}),
		"numbering":  shape(gputest.Shuffled(m, 1), model.Params{}, gpu.Options{}),
		"integrator": shape(m, model.Params{Integrator: model.RK4}, gpu.Options{}),
		"precision":  shape(m, model.Params{}, gpu.Options{Precision: options.Double}),
		"contacts":   shape(m, contacts, gpu.Options{}),
		"ledger":     shape(m, model.Params{Ledger: true}, gpu.Options{}),
		"shaders":    shape(m, model.Params{}, gpu.Options{Shaders: fstest.MapFS{"a.comp": {Data: []byte("x")}}}),
	} {
		must.Hold(t, other != base, "another %s has the same shape", name)
	}
}

// dropped is a model without its last spring.
func dropped(m *model.Model) *model.Model {
	out := *m
	last := m.SpringCount() - 1
	out.Ends, out.RestLength, out.MaterialOf = m.Ends[:last], m.RestLength[:last], m.MaterialOf[:last]
	return &out
}
