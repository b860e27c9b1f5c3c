package ensemble_test

import (
	"testing"

	reference "hooke/cpuref/ensemble"
	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
)

// Masses that collide with friction, of which some are on lines and on paths, over a ball, in both pipelines.
func TestActsBesidePairs(t *testing.T) {
	ctx := gltest.New(t)
	with := func(change float64) ensemble.Kind {
		k := meeting(t, 2)
		last := uint32(k.Model.MassCount() - 1) // on a path, among those that fall
		k.Params.Contacts = append(k.Params.Contacts, model.Contact{Shape: model.Sphere{Center: model.Vec3{0.1, 0.1, -0.3}, Radius: 0.37}, Stiffness: 600, Damping: 1, StaticFriction: 0.3, KineticFriction: 0.2})
		k.Params.QuadraticDrag = 0.02
		k.Params.Guides = []model.Guide{{Kind: model.OnLine, Masses: []uint32{20}, Direction: model.Vec3{0, 0, 1}},
			{Kind: model.OnPath, Masses: []uint32{last - 1, last}, Path: model.Path{Amplitude: model.Vec3{0.03 * change, 0, 0.02}, Frequency: 7}}}
		return k
	}
	kind := with(1)
	members := crashing(t, kind, 3)
	runs := func(k ensemble.Kind) *reference.Engine {
		e := must.Get(reference.New([]ensemble.Kind{k}, members, reference.Options{}))(t)
		ensembletest.Step(t, 60, e)
		return e
	}
	want, other := runs(kind), runs(with(1.05))
	var first *gpu.Engine
	for _, pipeline := range gpu.Pipelines() {
		got := made(t, ctx, kind, members, gpu.Options{Pipeline: pipeline})
		starts := startsOf(t, got, len(members))
		stepAll(t, 60, got)
		agree(t, pipeline, starts, got, want)
		for i := range members {
			if off, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, got, i), other, i); off <= ensembletest.MostError {
				t.Errorf("%s: member %d would pass with another path: %.3g", pipeline, i, off)
			}
			if first != nil && ensembletest.Sum(t, got, i) != ensembletest.Sum(t, first, i) {
				t.Errorf("member %d differs between the pipelines", i)
			}
		}
		first = got
	}
}
