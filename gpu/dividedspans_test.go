package gpu

import (
	"io/fs"
	"os"
	"slices"
	"testing"

	"hooke/cpuref"
	"hooke/gpu/gltest"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// manySpikes are copies of a case of edges and triangles on shapes, each a little faster than the
// one before, with so many loads on all masses that their lists divide the masses, and with weak
// springs across the cloths.
func manySpikes(build func() (*model.Model, model.Params, *model.State), copies, loads int) (*model.Model, model.Params, *model.State) {
	one, p, start := build()
	m, s := *one, *start
	n := uint32(one.MassCount())
	m.RestPosition, m.Mass, m.Pin, m.Triangles = nil, nil, nil, nil
	m.Ends, m.RestLength, m.MaterialOf = nil, nil, nil
	s.Position, s.Velocity = nil, nil
	m.Materials = append(slices.Clone(one.Materials), model.Material{Name: "weak", Stiffness: 0.1})
	var all []uint32
	for k := range uint32(copies) {
		m.RestPosition, m.Mass = append(m.RestPosition, one.RestPosition...), append(m.Mass, one.Mass...)
		m.RestLength, m.MaterialOf = append(m.RestLength, one.RestLength...), append(m.MaterialOf, one.MaterialOf...)
		for _, e := range one.Ends {
			m.Ends = append(m.Ends, model.Ends{e[0] + k*n, e[1] + k*n})
		}
		for i := range uint32(81) {
			for back := uint32(2); back < 21 && back <= i; back++ {
				m.Ends = append(m.Ends, model.Ends{k*n + i - back, k*n + i})
				m.RestLength, m.MaterialOf = append(m.RestLength, one.RestPosition[i].Sub(one.RestPosition[i-back]).Len()), append(m.MaterialOf, uint16(len(one.Materials)))
			}
		}
		for _, t := range one.Triangles {
			m.Triangles = append(m.Triangles, [3]uint32{t[0] + k*n, t[1] + k*n, t[2] + k*n})
		}
		s.Position = append(s.Position, start.Position...)
		for i, v := range start.Velocity {
			m.Pin = append(m.Pin, one.PinOf(i))
			s.Velocity = append(s.Velocity, v.Mul(1+0.03*float64(k)))
			all = append(all, k*n+uint32(i))
		}
	}
	s.RoundToFloat32()
	for range loads {
		p.Forces = append(p.Forces, model.Force{Masses: all, Force: model.Vec3{1e-4, 2e-4, 0}})
	}
	return &m, p, &s
}

// Contacts push edges and triangles of divided models as those of undivided ones, and as in the
// reference.
func TestDividedSpansStepToTheSameBits(t *testing.T) {
	ctx := gltest.New(t)
	for k, v := range []struct {
		integrator    model.Integrator
		pipeline      string
		loads         int
		block, texels int64
		build         func() (*model.Model, model.Params, *model.State)
	}{
		{model.SymplecticEuler, options.TwoPass, 12, 16_384, 1 << 27, modeltest.OnSpikes},
		{model.SymplecticEuler, options.TwoPass, 50, 66_560, 1000, modeltest.OnSpikes},
		{model.VelocityVerlet, options.Fused, 12, 16_384, 1 << 27, modeltest.OnSpikesPerMass},
		{model.RK4, options.TwoPass, 50, 66_560, 1000, modeltest.OnSpikes},
	} {
		if k > 0 && os.Getenv("HOOKE_LONG") == "" {
			continue
		}
		m, p, s := manySpikes(v.build, 4, v.loads)
		p.Integrator = v.integrator
		o := Options{Pipeline: v.pipeline}
		want := dividedRun(t, ctx, m, p, o, s, 0, 0, spanSteps)
		got := dividedRun(t, ctx, m, p, o, s, v.block, v.texels, spanSteps)
		if fault := agreement(ctx).Fault(s, want, got); fault != "" {
			t.Errorf("%v: other than undivided: %s", v, fault)
		}
		ref := must.Get(cpuref.New(m, p))(t)
		must.Do(t, ref.Reset(s))
		must.Do(t, ref.Step(spanSteps))
		is := modeltest.State(t, ref)
		if off := distance(&is, got); !(off < 2e-6) {
			t.Errorf("%v: %.3g m from the reference", v, off)
		}
		if k > 0 {
			continue
		}
		for name, files := range map[string]fs.FS{
			"corners of the first span": mutated(t, "span_corners.glsl", "return at - 3u * FIRST;", "return at % 3u;"),
			"spans of the first range":  mutated(t, "span.glsl", "span[params.contactCount + s - FIRST]", "span[params.contactCount + s % 64u]"),
		} {
			o.Shaders = files
			if got := dividedRun(t, ctx, m, p, o, s, v.block, v.texels, spanSteps); agreement(ctx).Fault(s, want, got) == "" {
				t.Errorf("%s: nothing differs", name)
			}
		}
	}
}
