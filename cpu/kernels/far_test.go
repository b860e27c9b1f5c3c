package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpu/table"
	"hooke/model"
)

// someContacts are contacts of all shapes, turned and far from the origin, of which one holds masses inside.
func someContacts(r *rand.Rand) []model.Contact {
	at := func() model.Vec3 { return model.Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }
	turn := mgl64.QuatRotate(r.Float64()*6, at().Normalize())
	c := []model.Contact{
		{Shape: model.Plane{Normal: at().Normalize(), Offset: r.NormFloat64()}},
		{Shape: model.Box{Center: at(), Half: model.Vec3{0.05 + r.Float64(), 0.05 + r.Float64(), 0.01}, Orientation: turn}},
		{Shape: model.Box{Center: at(), Half: model.Vec3{0.1, 0.3, 0.05}}},
		{Shape: model.Sphere{Center: at(), Radius: 0.1 + r.Float64()}},
		{Shape: model.Capsule{A: at(), B: at(), Radius: 0.05 + 0.2*r.Float64()}},
		{Shape: model.Sphere{Center: at(), Radius: 3}, Inside: true},
		{Shape: model.Plane{Normal: model.Vec3{0, 0, 1}, Offset: 1}, Inside: true},
	}
	for k := range c {
		c[k].Stiffness, c[k].Damping, c[k].StaticFriction, c[k].KineticFriction = 1000, 2, 0.6, 0.5
	}
	return c
}

// clouds are n slices of masses that lie together, some within a distance and some farther apart, with velocities that let them cross contacts.
func clouds[T table.Real](r *rand.Rand, n int, least float64) Motions[T] {
	m := NewMotion[T](n*table.Width, Arrays, 0)
	for slice := range n {
		center, size := [3]T{T(r.NormFloat64()), T(r.NormFloat64()), T(r.NormFloat64())}, T(least*(1+15*r.Float64()))
		for lane := slice * table.Width; lane < (slice+1)*table.Width; lane++ {
			var x, v [3]T
			for axis := range 3 {
				x[axis], v[axis] = center[axis]+size*T(r.NormFloat64()), T(30*r.NormFloat64())
			}
			m.Set(ArrayX, lane, x)
			m.Set(ArrayVX, lane, v)
		}
	}
	return Motions[T]{m, m}
}

// boxOf is the box that holds the masses of a slice.
func boxOf(m Motion[float32], slice int) box[float32] {
	b := everywhere[float32]()
	for axis := range 3 {
		b.holdAlong(axis, &m, slice)
	}
	return b
}

// A solid that misses a slice, or is far from a mass, pushes none of them; and many do.
func TestFarSolidsPushNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	missed, far := make([]int, 7), make([]int, 7)
	for range 300 {
		solids, m := SolidsOf[float32](someContacts(r)), clouds[float32](r, 4, 0.02)
		for slice := range 4 {
			b := boxOf(m.Position, slice)
			for k := range solids {
				misses := solids[k].misses(&b)
				if misses {
					missed[k]++
				}
				for lane := slice * table.Width; lane < (slice+1)*table.Width; lane++ {
					x := m.Position.Get(ArrayX, lane)
					depth, _ := solids[k].touch(x)
					if solids[k].far(x) {
						far[k]++
					}
					if depth > 0 && (misses || solids[k].far(x)) {
						t.Fatalf("contact %d: a mass at %v is %g m deep; misses %v, far %v", k, x, depth, misses, solids[k].far(x))
					}
				}
			}
		}
	}
	for k := range 7 {
		_, plane := someContacts(r)[k].Shape.(model.Plane)
		if inside := k == 5; (missed[k] == 0) != inside || !plane && (far[k] == 0) != inside {
			t.Errorf("contact %d: %d slices are missed, %d masses are far", k, missed[k], far[k])
		}
	}
}

// Masses that are near are at the edge of being pushed: a solid whose extent is too small would be noticed.
func TestExtentsAreNotTooLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		for k, c := range someContacts(r)[1:5] {
			s := &SolidsOf[float32]([]model.Contact{c})[0]
			for axis := range 3 {
				for _, side := range []float64{s.extent.low[axis], s.extent.high[axis]} {
					nearest := 1e9
					for range 400 { // points of that face; the shape comes near to it
						var x model.Vec3
						for i := range 3 {
							x[i] = s.extent.low[i] + r.Float64()*(s.extent.high[i]-s.extent.low[i])
						}
						x[axis] = side
						depth, _ := c.Shape.Depth(x)
						nearest = min(nearest, -depth)
					}
					if size := s.extent.high[axis] - s.extent.low[axis]; nearest > 0.3*size+0.1 {
						t.Fatalf("contact %d: the shape is %g m from a face of its extent", k, nearest)
					}
				}
			}
		}
	}
}

// moving are contacts of all shapes, of which some move, turn or have a surface that runs.
func moving(r *rand.Rand) []model.Contact {
	c := someContacts(r)
	for k, trajectory := range []*model.Trajectory{{Spin: model.Vec3{1, -2, 3}}, {Path: model.Path{Velocity: model.Vec3{0.5, 2, -1}}}, {Belt: model.Vec3{3, 0, 0}}} {
		c[k+1].Trajectory = trajectory
	}
	return c
}

// A step with slices and solids passed over has the bits of one in which every mass asks every solid.
func TestStepsPassOverFarSolids(t *testing.T) {
	for _, of := range []func(*rand.Rand) []model.Contact{someContacts, moving} {
		for _, by := range []model.Integrator{model.SymplecticEuler, model.ExplicitEuler} {
			stepsPassOverFar[float32](t, by, of)
			stepsPassOverFar[float64](t, by, of)
		}
	}
}

func stepsPassOverFar[T table.Real](t *testing.T, by model.Integrator, contactsOf func(*rand.Rand) []model.Contact) {
	t.Helper()
	const n = 12
	r := rand.New(rand.NewPCG(5, 6))
	touching, several, passed := 0, 0, 0
	for range 60 {
		contacts := contactsOf(r)
		from := clouds[T](r, n, 0.02)
		p := model.Params{DT: 1e-3, Gravity: model.Vec3{0, 0, -9.81}, DragHalfLife: 0.1, Contacts: contacts, Integrator: by}
		g := Integration[T]{Numbers: NumbersOf[T](p), Solids: SolidsOf[T](contacts),
			Masses: Masses[T]{PerMass: AlignedFloats[T](n * table.Width), Movable: make([]Movable, n)}}
		for i := range g.Masses.PerMass {
			g.Masses.PerMass[i] = T(1 + r.Float32())
		}
		for i := range g.Masses.Movable {
			g.Masses.Movable[i] = Movable{1<<16 - 1, 1<<16 - 1, 1<<16 - 1}
			if i%3 == 0 {
				g.Masses.Movable[i][r.IntN(3)] = uint16(r.Uint32())
			}
		}
		force := AlignedFloats[T](n * 3 * table.Width)
		for i := range force {
			force[i] = T(r.NormFloat64())
		}
		to := clouds[T](r, n, 0.02)
		var c IntegrateCall[T]
		c.Set(&g, from, to, 0, n, force)
		IntegrateGo(&c)
		if c.Bad != 0 {
			t.Fatal("finite numbers are reported as bad")
		}
		for lane := range n * table.Width {
			x, v, touches := stepped(&g, from, lane, force)
			if gotX, gotV := to.Position.Get(ArrayX, lane), to.Velocity.Get(ArrayVX, lane); !sameBits(gotX, x) || !sameBits(gotV, v) {
				t.Fatalf("%v, lane %d: %v, %v; want %v, %v", by, lane, gotX, gotV, x, v)
			}
			if touches > 0 {
				touching++
			}
			if touches > 1 {
				several++
			}
		}
		for slice := range n {
			if c.findNear(slice); len(c.near) < len(contacts)-1 {
				passed++
			}
		}
		bad := []T{T(math.NaN()), T(math.Inf(1))}[r.IntN(2)]
		from.Position.row(ArrayX+r.IntN(3), 1+3*r.IntN(n/3))[r.IntN(table.Width)] = bad // of a mass that moves
		c.Set(&g, from, to, 0, n, force)
		IntegrateGo(&c)
		if c.Bad == 0 {
			t.Fatalf("%v: a position of %g is not reported", by, bad)
		}
	}
	if touching < 100 || several < 20 || passed < 100 {
		t.Errorf("%d masses touch, %d of them several solids; solids are passed over in %d slices", touching, several, passed)
	}
}

// sameBits compares vectors, the signs of zeros included.
func sameBits[T table.Real](a, b [3]T) bool {
	for axis := range 3 {
		if math.Float64bits(float64(a[axis])) != math.Float64bits(float64(b[axis])) {
			return false
		}
	}
	return true
}

// stepped is one step of a mass, by the equations, with how many solids push it.
func stepped[T table.Real](g *Integration[T], from Motions[T], lane int, force []T) (x, w [3]T, touches int) {
	x = from.Position.Get(ArrayX, lane)
	v, n := from.Velocity.Get(ArrayVX, lane), &g.Numbers
	at := force[lane/table.Width*3*table.Width+lane%table.Width:]
	f := [3]T{at[0], at[table.Width], at[2*table.Width]}
	for k := range g.Solids {
		s := &g.Solids[k]
		depth, normal := s.touch(x)
		if pressed := s.pressed(depth, normal, x, v); pressed > 0 {
			touches++
			for axis := range 3 {
				f[axis] += pressed * normal[axis]
			}
		}
	}
	perMass := g.Masses.PerMass[lane]
	for axis := range 3 {
		if g.Masses.Movable[lane/table.Width][axis]>>(lane%table.Width)&1 != 0 {
			w[axis] = n.kick(axis, v[axis], f[axis], perMass)
		}
	}
	for k := range g.Solids {
		s := g.Solids[k]
		s.extent = extentOf(nil, true) // all of space
		s.applyFriction(&w, x, v, perMass*n.DT, n.Half, n.Drag)
	}
	for axis := range 3 {
		if g.Masses.Movable[lane/table.Width][axis]>>(lane%table.Width)&1 == 0 {
			w[axis] = 0
			continue
		}
		w[axis] *= n.Drag
		if n.Old {
			x[axis] += n.DT * v[axis]
		} else {
			x[axis] += n.DT * w[axis]
		}
	}
	return x, w, touches
}
