package draw

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw/color"
)

// Tolerances of the passes embedded-place and embedded-normal against their formulas in
// float64, for coordinates and unit normals of size 1: eight products and sums in
// float32, and of normals the cross products of differences of those.
const (
	placeTolerance  = 1e-6
	facingTolerance = 2e-6
)

// embedding is a lattice with an octahedron that hangs on its masses, each vertex on
// eight: between some, and beyond others.
func embedding(t *testing.T) (*model.Model, *model.State) {
	t.Helper()
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 5, Ny: 5, Nz: 5, Spacing: 0.2, Mass: 1e-3, Stiffness: 500, Bottom: 0.02}))(t)
	shuffle(m)
	m.Materials = append(m.Materials, m.Materials[1])
	for s, ends := range m.Ends {
		if m.RestPosition[ends[0]][0] > 0.1 { // names differ within the reach of a vertex
			m.MaterialOf[s] = 2
		}
	}
	m.Skin = &model.Skin{Triangles: [][3]uint32{{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}}
	for v := range 6 {
		out := model.Vec3{}
		out[v/2] = 0.45 * float64(1-2*(v%2))
		masses, weights := hangAt(m, out.Add(model.Vec3{0, 0, 0.42}), v)
		m.Skin.Masses, m.Skin.Weights = append(m.Skin.Masses, masses), append(m.Skin.Weights, weights)
	}
	s := m.Start()
	for i := range s.Position {
		f := float64(i)
		s.Position[i] = s.Position[i].Add(model.Vec3{math.Sin(f), math.Sin(2 * f), math.Sin(3 * f)}.Mul(0.02))
		s.Velocity[i] = model.Vec3{math.Cos(f), math.Cos(5 * f), math.Cos(7 * f)}
	}
	s.RoundToFloat32()
	return m, s
}

// shuffle numbers the masses anew, so that the pipeline fused takes an order of its
// own. It is for models whose masses are all alike.
func shuffle(m *model.Model) {
	place := append([]model.Vec3(nil), m.RestPosition...)
	number := rand.New(rand.NewPCG(1, 2)).Perm(len(place))
	for i, x := range place {
		m.RestPosition[number[i]] = x
	}
	for s, ends := range m.Ends {
		m.Ends[s] = model.Ends{uint32(number[ends[0]]), uint32(number[ends[1]])}
	}
}

// hangAt takes the mass nearest to a place and seven others, with weights of sum 1 of
// both signs; of one mass the weight is 0, and it names any.
func hangAt(m *model.Model, x model.Vec3, v int) (masses [8]uint32, weights [8]float32) {
	for i, p := range m.RestPosition {
		if p.Sub(x).Len() < m.RestPosition[masses[0]].Sub(x).Len() {
			masses[0] = uint32(i)
		}
	}
	weights = [8]float32{0.7, 0.25, -0.125, 0.125, -0.05, 0.05, 0.05, 0}
	for j := 1; j < 8; j++ {
		masses[j] = (masses[0] + uint32(13*j+v)) % uint32(m.MassCount())
	}
	return masses, weights
}

// embeddedTwin are the places, values and normals of a skin by their formulas.
func embeddedTwin(s *model.Skin, position []model.Vec3, value []float64, named bool) (place, normal []model.Vec3, color []float64) {
	place = s.Positions(nil, position)
	normal, color = make([]model.Vec3, len(place)), make([]float64, len(place))
	for _, t := range s.Triangles {
		cross := place[t[1]].Sub(place[t[0]]).Cross(place[t[2]].Sub(place[t[0]]))
		for _, v := range t {
			normal[v] = normal[v].Add(cross)
		}
	}
	for v, weights := range s.Weights {
		normal[v] = normal[v].Mul(1 / normal[v].Len())
		sum, largest := 0.0, float32(0)
		for j, w := range weights {
			of := value[s.Masses[v][j]]
			sum += math.Max(float64(w), 0)
			switch {
			case named && w > largest:
				color[v], largest = of, w
			case !named:
				color[v] += math.Max(float64(w), 0) * of
			}
		}
		if !named {
			color[v] /= sum
		}
	}
	return place, normal, color
}

// The surface that hangs on the masses is where its weights say, faces outward, and
// has the values of its masses, in either order of the masses; and not when the
// weights are 1 % larger, the masses are in another order, the triangles are turned,
// or nothing ran.
func TestEmbeddedSurfaceHangsOnItsMasses(t *testing.T) {
	ctx := gltest.New(t)
	m, s := embedding(t)
	p := model.Params{DT: 1e-4}
	for _, pipeline := range []string{gpu.TwoPass, gpu.Fused} {
		e := must.Get(gpu.New(ctx, m, p, gpu.Options{Pipeline: pipeline, Drawing: true}))(t)
		must.Do(t, e.Reset(s))
		r := must.Get(New(ctx, e, Subject{Model: m, Params: p}))(t)
		target := must.Get(ctx.NewFramebuffer("test", 8, 8, 1))(t)
		for _, c := range []color.Coloring{color.ByStrain, color.BySpeed, color.ByMaterial} {
			must.Do(t, r.Draw(target, Frame{Camera: LookAt(Subject{Model: m}.Bounds(), 1), Look: Look{Color: c, NoText: true}}))
			places, normals := make([]shaders.Place, 6), make([]shaders.Normal, 6)
			ordered := make([]float32, m.MassCount())
			ctx.Barrier(glx.ByTransfer)
			glx.Download(r.embedded.place, 0, places)
			glx.Download(r.embedded.normal, 0, normals)
			glx.Download(r.values.ofMass, 0, ordered)
			value := make([]float64, len(ordered))
			for k, v := range ordered {
				if order := e.MassOrder(); order != nil {
					k = int(order[k])
				}
				value[k] = float64(v)
			}
			fault := func(skin *model.Skin) string {
				place, normal, color := embeddedTwin(skin, s.Position, value, c == color.ByMaterial)
				return embeddedFault(places, normals, place, normal, color)
			}
			must.Be(t, fault(m.Skin), "", "%s, %v", pipeline, c)
			for name, change := range map[string]func(*model.Skin){
				"weights that are 1 % larger": func(s *model.Skin) { s.Weights[3][0] *= 1.01 },
				"the next mass":               func(s *model.Skin) { s.Masses[5][6]++ },
				"turned triangles": func(s *model.Skin) {
					for k, c := range s.Triangles {
						s.Triangles[k] = [3]uint32{c[0], c[2], c[1]}
					}
				},
			} {
				other := &model.Skin{Masses: append([][8]uint32(nil), m.Skin.Masses...), Weights: append([][8]float32(nil), m.Skin.Weights...),
					Triangles: append([][3]uint32(nil), m.Skin.Triangles...)}
				change(other)
				if fault(other) == "" {
					t.Errorf("%s, %v: %s pass, too", pipeline, c, name)
				}
			}
		}
		if order := e.MassOrder(); (order != nil) != (pipeline == gpu.Fused) {
			t.Errorf("%s: masses have an order of their own: %v", pipeline, order != nil)
		}
		target.Release()
		r.Close()
		e.Close()
	}
}

func embeddedFault(places []shaders.Place, normals []shaders.Normal, place, normal []model.Vec3, color []float64) string {
	largest := 0.0
	for _, c := range color {
		largest = max(largest, math.Abs(c))
	}
	for v := range places {
		x, n := places[v].Xyz, normals[v].Xyz
		for axis := range 3 {
			if d := math.Abs(float64(x[axis]) - place[v][axis]); !(d <= placeTolerance) {
				return fmt.Sprintf("vertex %d is at %v, want %v", v, x, place[v])
			}
			if d := math.Abs(float64(n[axis]) - normal[v][axis]); !(d <= facingTolerance) {
				return fmt.Sprintf("vertex %d faces %v, want %v", v, n, normal[v])
			}
		}
		if d := math.Abs(float64(places[v].Value) - color[v]); !(d <= valueTolerance*largest) {
			return fmt.Sprintf("vertex %d has value %g, want %g", v, places[v].Value, color[v])
		}
	}
	return ""
}

// A picture of a model with an embedded surface shows that, and not the springs' own surface: a small
// octahedron in a large lattice leaves the lattice's corners free.
func TestEmbeddedSurfaceIsDrawnInPlaceOfSprings(t *testing.T) {
	ctx := gltest.New(t)
	m, s := embedding(t)
	for v, w := range m.Skin.Weights { // shrink it to a third, toward the middle mass
		for j := range w {
			w[j] /= 3
		}
		w[7] += 1 - 1./3
		m.Skin.Masses[v][7] = uint32(m.MassCount() / 2)
		m.Skin.Weights[v] = w
	}
	e := must.Open(gpu.New(ctx, m, model.Params{DT: 1e-4}, gpu.Options{Drawing: true}))(t)
	must.Do(t, e.Reset(s))
	inked := func(look Look) int {
		r := must.Get(New(ctx, e, Subject{Model: m}))(t)
		defer r.Close()
		target := must.Get(ctx.NewFramebuffer("test", 64, 64, 1))(t)
		defer target.Release()
		look.NoText, look.NoGrid, look.Color = true, true, color.Plain
		must.Do(t, r.Draw(target, Frame{Camera: LookAt(Subject{Model: m}.Bounds(), 1), Look: look}))
		bright := 0
		picture := target.ReadPixels()
		for k := 0; k < len(picture.Pix); k += 4 {
			if picture.Pix[k] > 120 { // the background is dark
				bright++
			}
		}
		return bright
	}
	embedded, springs := inked(Look{}), inked(Look{Show: Springs})
	if embedded == 0 || 2*embedded > springs {
		t.Errorf("%d pixels of the surface, %d of the springs: the surface is smaller, and there", embedded, springs)
	}
}
