package draw

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/fill"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/must"
	"hooke/viewer/draw/color"
)

// irregularCloth is a flat cloth on the ground, of triangles with corners off the places
// of a grid and diagonals that turn at random.
func irregularCloth(t *testing.T, side int) *model.Model {
	t.Helper()
	const apart = 0.02 // [m]
	at := rand.New(rand.NewPCG(3, 4))
	s := &mesh.Surface{Name: "irregular", FaceStart: []uint32{0}}
	for k := range side * side {
		off := func() float64 { return 0.6 * apart * (at.Float64() - 0.5) }
		s.Vertices = append(s.Vertices, model.Vec3{float64(k%side)*apart + off(), float64(k/side)*apart + off(), 0})
	}
	face := func(corners ...int) {
		for _, c := range corners {
			s.Corners = append(s.Corners, uint32(c))
		}
		s.FaceStart = append(s.FaceStart, uint32(len(s.Corners)))
	}
	for y := range side - 1 {
		for x := range side - 1 {
			a := y*side + x
			b, c, d := a+1, a+side+1, a+side
			if at.IntN(2) == 0 {
				face(a, b, c)
				face(a, c, d)
			} else {
				face(a, b, d)
				face(b, c, d)
			}
		}
	}
	m, _, err := fill.Cloth(s, fill.ClothSpec{ArealDensity: 0.2, Stiffness: build.ClothStiffness{Structural: 100, Shear: 30, Bend: 5}})
	must.Do(t, err)
	return m
}

// clothScene is a cloth in an engine, of a pipeline that orders masses anew or not.
func clothScene(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, pipeline string) DrawnEngine {
	t.Helper()
	e := must.Open(gpu.New(ctx, m, p, gpu.Options{Pipeline: pipeline, Drawing: true}))(t)
	must.Do(t, e.Reset(m.Start()))
	return e
}

// A flat cloth of irregular triangles has no holes, on the ground and on a box, from any
// side, in fine and in coarse pictures: each of its triangles is seen.
func TestFlatClothHasNoHoles(t *testing.T) {
	const width, height = 640, 480
	ctx := gltest.New(t)
	m := irregularCloth(t, 28)
	target := must.Get(ctx.NewFramebuffer("test", width, height, 1))(t)
	defer target.Release()
	half := must.Get(ctx.NewFramebuffer("test", width/2, height/2, 1))(t)
	defer half.Release()
	for _, on := range []struct {
		name    string
		contact model.Contact
	}{
		{"the ground", model.Ground(0, 100, 0)},
		{"a box", model.Contact{Shape: model.Box{Center: model.Vec3{0.3, 0.3, -0.2}, Half: model.Vec3{0.6, 0.6, 0.2}}, Stiffness: 100}},
	} {
		for _, pipeline := range []string{gpu.TwoPass, gpu.Fused} {
			p := model.Params{DT: 1e-4, Contacts: []model.Contact{on.contact}}
			e := clothScene(t, ctx, m, p, pipeline)
			r := must.Get(New(ctx, e, Subject{Model: m, Params: p}))(t)
			for k, view := range Views() {
				if k < 2 {
					continue // from the side it is a line
				}
				for _, coarse := range []*glx.Framebuffer{nil, half} {
					frame := Frame{Look: Look{Color: color.Plain, NoText: true, NoWires: true, Show: Surface}, Params: p, Coarse: coarse}
					if h, ok := p.GroundHeight(); ok {
						frame.Ground = &h
					}
					frame.Camera = LookAt(Subject{Model: m}.Bounds(), float64(width)/height)
					frame.Camera.From(view)
					must.Do(t, r.Draw(target, frame))
					const slivers = 2 // at the rim, thinner than a pixel of a coarse picture
					if holes := clothHoles(target.ReadPixels(), frame.Camera, m); holes > slivers {
						t.Errorf("on %s, %s, view %d, coarse %v: %d of %d triangles are not seen", on.name, pipeline, k, coarse != nil, holes, len(m.Triangles))
					}
				}
			}
			r.Close()
		}
	}
}

// clothHoles counts the triangles of a flat cloth whose middles do not have the color of plain, lit cloth:
// brighter than any ground or shape.
func clothHoles(picture *image.RGBA, c Camera, m *model.Model) (holes int) {
	x, size := m.RestPosition, picture.Rect.Size()
	for _, tri := range m.Triangles {
		middle := x[tri[0]].Add(x[tri[1]]).Add(x[tri[2]]).Mul(1.0 / 3)
		u, v, ok := c.Seen(middle)
		if !ok {
			continue
		}
		at := picture.RGBAAt(int(math.Round(u*float64(size.Y)+float64(size.X)/2-0.5)), int(math.Round((v+0.5)*float64(size.Y)-0.5)))
		const dim = 128 // of 255
		if at.G < dim {
			holes++
		}
	}
	return holes
}

// A triangle of cloth goes with the last spring along one of its sides, and stays where
// there never was one.
func TestCutClothOpens(t *testing.T) {
	ctx := gltest.New(t)
	whole := must.Get(build.Cloth(build.ClothSpec{Nx: 6, Ny: 6, Spacing: 0.1, Mass: 1e-3, Stiffness: build.ClothStiffness{Structural: 10, Shear: 3, Bend: 1}}))(t)
	m := *whole
	m.MaterialOf = append([]uint16(nil), whole.MaterialOf...)
	pair := func(a, b uint32) [2]uint32 { return [2]uint32{min(a, b), max(a, b)} }
	cut := map[[2]uint32]bool{}
	for s, ends := range m.Ends { // springs across the line between two rows
		if (ends[0] < 18) != (ends[1] < 18) {
			m.MaterialOf[s] = model.Removed
			cut[pair(ends[0], ends[1])] = true
		}
	}
	want := 0
	for _, tri := range m.Triangles {
		if !cut[pair(tri[0], tri[1])] && !cut[pair(tri[1], tri[2])] && !cut[pair(tri[2], tri[0])] {
			want++
		}
	}
	for _, c := range []struct {
		name string
		m    *model.Model
		want int
	}{{"whole", whole, 50}, {"cut", &m, want}} {
		e := clothScene(t, ctx, c.m, model.Params{DT: 1e-4}, gpu.TwoPass)
		r := must.Get(New(ctx, e, Subject{Model: c.m}))(t)
		if got := int(r.structure.triangles); got != c.want || c.want == 0 {
			t.Errorf("%s: %d triangles, want %d", c.name, got, c.want)
		}
		r.Close()
	}
	if want != 40 { // five cells of two are gone
		t.Errorf("%d triangles are left of 50, want 40", want)
	}
}

// On an embedded surface that is picked on which the nearest corner of the triangle in
// front hangs most, wherever the masses themselves are.
func TestPickOnAnEmbeddedSurface(t *testing.T) {
	const side = 300
	ctx := gltest.New(t)
	m, s := embedding(t)
	for _, pipeline := range []string{gpu.TwoPass, gpu.Fused} {
		e := must.Get(gpu.New(ctx, m, model.Params{DT: 1e-4}, gpu.Options{Pipeline: pipeline, Drawing: true}))(t)
		must.Do(t, e.Reset(s))
		r := must.Get(New(ctx, e, Subject{Model: m}))(t)
		target := must.Get(ctx.NewFramebuffer("test", side, side, 1))(t)
		camera := LookAt(Subject{Model: m}.Bounds(), 1)
		must.Do(t, r.Draw(target, Frame{Camera: camera, Look: Look{NoText: true}}))
		place := m.Skin.Positions(nil, s.Position)
		found := 0
		for y := 10.5; y < side; y += 11 {
			for x := 10.5; x < side; x += 11 {
				want := skinUnder(m.Skin, place, camera, x/side-0.5, y/side-0.5)
				mass, ok, err := r.PickSurface(x, y)
				must.Do(t, err)
				if ok != (want >= 0) || ok && mass != want {
					t.Errorf("%s: at (%g, %g) mass %d, %v; want %d", pipeline, x, y, mass, ok, want)
				}
				if ok {
					found++
				}
			}
		}
		must.Hold(t, found >= 30, "%s: only %d places of the surface were under the cursor", pipeline, found)
		must.Do(t, r.Draw(target, Frame{Camera: camera, Look: Look{NoText: true, Show: Springs}}))
		if mass, ok, err := r.PickSurface(side/2, side/2); ok || err != nil {
			t.Errorf("%s: mass %d is picked on a surface that is not shown, error %v", pipeline, mass, err)
		}
		target.Release()
		r.Close()
		e.Close()
	}
}

// skinUnder is the twin of picking on an embedded surface, for a place in units of the
// view's height from its center; −1: nothing is there.
func skinUnder(s *model.Skin, place []model.Vec3, camera Camera, x, y float64) int {
	mass, nearest := -1, math.Inf(1)
	for _, t := range s.Triangles {
		var at [3][2]float64
		for k, v := range t {
			at[k][0], at[k][1], _ = camera.Seen(place[v])
		}
		turn := func(a, b, c [2]float64) float64 {
			return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
		}
		cursor, all, flat, inside := [2]float64{x, y}, turn(at[0], at[1], at[2]), 0.0, true
		for k, v := range t {
			share := turn(at[(k+1)%3], at[(k+2)%3], cursor) / all
			inside = inside && share >= 0
			flat += share / camera.Depth(place[v]) // 1/depth is linear in the picture
		}
		if !inside || 1/flat >= nearest {
			continue
		}
		nearest = 1 / flat
		off := math.Inf(1)
		for k, v := range t {
			if d := math.Hypot(at[k][0]-x, at[k][1]-y); d < off {
				off, mass = d, int(s.Masses[v][0]) // hangAt gives the first the most
			}
		}
	}
	return mass
}

// tornScene is a scene whose springs may be torn.
type tornScene struct {
	Drawable
	changes []inelastic.Change
}

func (s *tornScene) Changes() []inelastic.Change { return s.changes }

// A picture leaves out the triangles that a tear has cut since the one before, and shows them again
// when the run goes back.
func TestTornClothOpens(t *testing.T) {
	ctx := gltest.New(t)
	m := must.Get(build.Cloth(build.ClothSpec{Nx: 6, Ny: 6, Spacing: 0.1, Mass: 1e-3, Stiffness: build.ClothStiffness{Structural: 10, Shear: 3, Bend: 1}}))(t)
	e := clothScene(t, ctx, m, model.Params{DT: 1e-4}, gpu.TwoPass)
	for i := range m.Materials[1:] {
		m.Materials[i+1].Inelastic.TearStrain = 0.1
	}
	s := &tornScene{Drawable: e}
	r := must.Get(New(ctx, s, Subject{Model: m}))(t)
	defer r.Close()
	target := must.Get(ctx.NewFramebuffer("test", 64, 64, 1))(t)
	defer target.Release()
	whole, torn := m.Unchanged(), m.Unchanged()
	for i, ends := range m.Ends {
		if (ends[0] < 18) != (ends[1] < 18) {
			torn[i].Damage = 1
		}
	}
	for _, c := range []struct {
		changes []inelastic.Change
		want    int64
	}{{nil, 50}, {whole, 50}, {torn, 40}, {whole, 50}} {
		s.changes = c.changes
		must.Do(t, r.Draw(target, Frame{Camera: LookAt(r.subject.Bounds(), 1)}))
		if r.structure.triangles != c.want {
			t.Errorf("%d springs torn: %d triangles, want %d", inelastic.Torn(c.changes), r.structure.triangles, c.want)
		}
	}
}
