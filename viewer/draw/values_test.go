package draw

import (
	"fmt"
	"math"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics/measure"
	"hooke/shaders"
	"hooke/viewer/draw/color"
)

// valueTolerance is for a few float32 operations on strains that are themselves
// differences of coordinates: relative to the largest value.
const valueTolerance = 2e-5

// twins are the values by their formulas, in float64, from a state at rest lengths as
// they were given.
func twins(c color.Coloring, m *model.Model, s *model.State) (springs, masses []float64) {
	springs, masses = make([]float64, m.SpringCount()), make([]float64, m.MassCount())
	count, largest := make([]float64, m.MassCount()), make([]float64, m.MassCount())
	law := measure.Of(m, model.Params{DT: 1})
	for i, ends := range m.Ends {
		switch c {
		case color.ByStrain, color.ByForce, color.ByEnergy:
			springs[i] = law.In(s, i, nil).Shown(quantityOf(c))
		case color.BySpeed:
			springs[i] = (s.Velocity[ends[0]].Len() + s.Velocity[ends[1]].Len()) / 2
		case color.ByMaterial:
			springs[i] = float64(m.MaterialOf[i])
		case color.ByActuator:
			springs[i] = float64(m.ActuatorOf[i])
		}
		if m.MaterialOf[i] == model.Removed {
			continue
		}
		for _, end := range ends {
			masses[end] += springs[i]
			count[end]++
			largest[end] = max(largest[end], springs[i])
		}
	}
	for i := range masses {
		switch c {
		case color.ByEnergy:
			masses[i] /= 2
		case color.BySpeed:
			masses[i] = s.Velocity[i].Len()
		case color.ByMaterial, color.ByActuator:
			masses[i] = largest[i]
		default:
			masses[i] /= max(count[i], 1)
		}
	}
	return springs, masses
}

// paired is a block with two materials, two actuators, removed springs and motion.
func paired(t *testing.T) (*model.Model, model.Params, *model.State) {
	t.Helper()
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 4, Ny: 4, Nz: 4, Spacing: 0.01, Mass: 1e-3, Stiffness: 500, Bottom: 0.02}))(t)
	second := m.Materials[1]
	second.Name, second.Stiffness = "second", 300
	m.Materials = append(m.Materials, second)
	m.ActuatorOf = make([]uint16, m.SpringCount())
	for i := range m.MaterialOf {
		m.MaterialOf[i] = uint16(1 + i%2)
		m.ActuatorOf[i] = uint16(i % 3)
		if i%17 == 0 {
			m.MaterialOf[i] = model.Removed
		}
	}
	p := model.Params{DT: 1e-4, Actuators: []model.Actuator{{Name: "a"}, {Name: "b"}}}
	s := m.Start()
	for i := range s.Position {
		f := float64(i)
		s.Position[i] = s.Position[i].Add(model.Vec3{math.Sin(f), math.Sin(2 * f), math.Sin(3 * f)}.Mul(1e-3))
		s.Velocity[i] = model.Vec3{math.Cos(f), math.Cos(5 * f), math.Cos(7 * f)}
	}
	s.RoundToFloat32()
	return m, p, s
}

// drawn is an engine at the start of a model, and a renderer of it.
func drawn(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params) (*gpu.Engine, *Renderer) {
	t.Helper()
	e := must.Open(gpu.New(ctx, m, p, gpu.Options{Drawing: true}))(t)
	r := must.Open(New(ctx, e, Subject{Model: m, Params: p}))(t)
	return e, r
}

// small makes a picture of few pixels, for tests of the values computed for it.
func small(t *testing.T, ctx *glx.Context) *glx.Framebuffer {
	t.Helper()
	target := must.Get(ctx.NewFramebuffer("test", 8, 8, 1))(t)
	t.Cleanup(target.Release)
	return target
}

// The passes spring-value and surface-value agree with their formulas in every coloring, in either order of
// the masses. They do not if a factor is off by 1 %, a removed spring counts, or nothing ran.
func TestValuesAgreeWithTheirFormulas(t *testing.T) {
	ctx := gltest.New(t)
	m, p, s := paired(t)
	for _, pipeline := range []string{gpu.TwoPass, gpu.Fused} {
		e := must.Get(gpu.New(ctx, m, p, gpu.Options{Pipeline: pipeline, Drawing: true}))(t)
		must.Do(t, e.Reset(s))
		r := must.Get(New(ctx, e, Subject{Model: m, Params: p}))(t)
		target := must.Get(ctx.NewFramebuffer("test", 8, 8, 1))(t)
		for _, c := range []color.Coloring{color.ByStrain, color.ByForce, color.ByEnergy, color.BySpeed, color.ByMaterial, color.ByActuator} {
			must.Do(t, r.Draw(target, Frame{Camera: LookAt(Subject{Model: m}.Bounds(), 1), Look: Look{Color: c, Show: Surface, NoText: true}}))
			springs, masses := make([]float32, m.SpringCount()), make([]float32, m.MassCount())
			ctx.Barrier(glx.ByTransfer)
			glx.Download(r.values.ofSprings(c, e), 0, springs)
			ordered := make([]float32, len(masses))
			glx.Download(r.values.ofMass, 0, ordered)
			for k, v := range ordered {
				if order := e.MassOrder(); order != nil {
					masses[order[k]] = v
				} else {
					masses[k] = v
				}
			}
			onSkin := make([]bool, m.MassCount())
			ids := make([]uint32, 3*r.structure.triangles)
			glx.Download(r.structure.skin, 0, ids)
			for _, i := range ids {
				if order := e.MassOrder(); order != nil {
					i = order[i]
				}
				onSkin[i] = true
			}
			fault := func(m *model.Model, scale float64) string {
				wantSprings, wantMasses := twins(c, m, s)
				if f := differ(springs, wantSprings, scale, nil); f != "" {
					return "springs: " + f
				}
				if f := differ(masses, wantMasses, scale, onSkin); f != "" {
					return "masses: " + f
				}
				return ""
			}
			must.Be(t, fault(m, 1), "", "%s, %v", pipeline, c)
			if fault(m, 1.01) == "" {
				t.Errorf("%s, %v: values that are 1 %% larger pass, too", pipeline, c)
			}
			all := *m
			all.MaterialOf = make([]uint16, m.SpringCount())
			for i := range all.MaterialOf {
				all.MaterialOf[i] = max(m.MaterialOf[i], 1)
			}
			if (c == color.ByStrain || c == color.ByForce) && fault(&all, 1) == "" { // a mean
				t.Errorf("%s, %v: it passes when removed springs count", pipeline, c)
			}
		}
		target.Release()
		r.Close()
		e.Close()
	}
}

// A mass keeps the color of its group when another coloring was shown between.
func TestGroupsComeBack(t *testing.T) {
	ctx := gltest.New(t)
	m, p, s := paired(t)
	m.Groups = []model.Group{{Name: "first"}, {Name: "second", Masses: []uint32{0, 1, 2, 17}}}
	e, r := drawn(t, ctx, m, p)
	must.Do(t, e.Reset(s))
	target := small(t, ctx)
	want := make([]float32, m.MassCount())
	for _, i := range m.Groups[1].Masses {
		want[i] = 2
	}
	for _, between := range color.Colorings() {
		for _, c := range []color.Coloring{color.ByGroup, between, color.ByGroup} {
			must.Do(t, r.Draw(target, Frame{Camera: LookAt(Subject{Model: m}.Bounds(), 1), Look: Look{Color: c, Show: Surface, NoText: true}}))
		}
		got := make([]float32, len(want))
		ctx.Barrier(glx.ByTransfer)
		glx.Download(r.values.ofMass, 0, got)
		for k, v := range got {
			i := k
			if order := e.MassOrder(); order != nil {
				i = int(order[k])
			}
			if v != want[i] {
				t.Errorf("after %v mass %d has group %g, want %g", between, i, v, want[i])
				break
			}
		}
	}
}

// differ says where values are not those wanted; of those in only, when that is given.
func differ(got []float32, want []float64, scale float64, only []bool) string {
	largest := 0.0
	for _, w := range want {
		largest = max(largest, math.Abs(w))
	}
	for i, w := range want {
		if only != nil && !only[i] {
			continue
		}
		if d := math.Abs(float64(got[i]) - scale*w); !(d <= valueTolerance*largest) {
			return fmt.Sprintf("number %d is %g, want %g", i, got[i], scale*w)
		}
	}
	if largest == 0 {
		return "all are zero"
	}
	return ""
}

// The normals on the surface are the sums of those of the triangles, weighted by
// area, in float64 as on the device.
func TestNormalsAgreeWithTheirFormula(t *testing.T) {
	ctx := gltest.New(t)
	m, p, s := paired(t)
	e, r := drawn(t, ctx, m, p)
	must.Do(t, e.Reset(s))
	target := small(t, ctx)
	must.Do(t, r.Draw(target, Frame{Camera: LookAt(Subject{Model: m}.Bounds(), 1), Look: Look{NoText: true}}))
	normals := make([]shaders.Normal, m.MassCount())
	skin := make([][3]uint32, r.structure.triangles)
	ctx.Barrier(glx.ByTransfer)
	glx.Download(r.structure.normal, 0, normals)
	glx.Download(r.structure.skin, 0, skin)
	want := make([]model.Vec3, m.MassCount())
	for _, tri := range skin {
		a, b, c := s.Position[tri[0]], s.Position[tri[1]], s.Position[tri[2]]
		for _, i := range tri {
			want[i] = want[i].Add(b.Sub(a).Cross(c.Sub(a)))
		}
	}
	farthest, seen := 0.0, 0
	for i, n := range want {
		if n.Len() == 0 {
			continue
		}
		got := model.Vec3{float64(normals[i].Xyz[0]), float64(normals[i].Xyz[1]), float64(normals[i].Xyz[2])}
		farthest = max(farthest, got.Sub(n.Normalize()).Len())
		seen++
	}
	// Float32 coordinates of 0.05 m, of triangles with sides of 0.01 m.
	const tolerance = 2e-5
	must.Hold(t, farthest <= tolerance && seen >= 40, "%d normals are up to %g off, at most %g", seen, farthest, tolerance)
	// Seen to fail: with one triangle left out.
	for _, i := range skin[0] {
		a, b, c := s.Position[skin[0][0]], s.Position[skin[0][1]], s.Position[skin[0][2]]
		less := want[i].Sub(b.Sub(a).Cross(c.Sub(a)))
		got := model.Vec3{float64(normals[i].Xyz[0]), float64(normals[i].Xyz[1]), float64(normals[i].Xyz[2])}
		if less.Len() > 0 && got.Sub(less.Normalize()).Len() < 1e-3 {
			t.Errorf("mass %d: without a triangle its normal is the same", i)
		}
	}
}
