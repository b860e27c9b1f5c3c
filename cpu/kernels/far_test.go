package kernels

import (
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
func clouds(r *rand.Rand, n int, least float64) Motions[float32] {
	m := NewMotion[float32](n*table.Width, Arrays, 0)
	for slice := range n {
		center, size := [3]float32{float32(r.NormFloat64()), float32(r.NormFloat64()), float32(r.NormFloat64())}, float32(least*(1+15*r.Float64()))
		for lane := slice * table.Width; lane < (slice+1)*table.Width; lane++ {
			var x, v [3]float32
			for axis := range 3 {
				x[axis], v[axis] = center[axis]+size*float32(r.NormFloat64()), float32(30*r.NormFloat64())
			}
			m.Set(ArrayX, lane, x)
			m.Set(ArrayVX, lane, v)
		}
	}
	return Motions[float32]{m, m}
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
		solids, m := SolidsOf[float32](someContacts(r)), clouds(r, 4, 0.02)
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

// A step with slices and solids passed over has the bits of one in which every mass asks every solid.
func TestStepsPassOverFarSolids(t *testing.T) {
	const n = 12
	r := rand.New(rand.NewPCG(5, 6))
	touching, passed := 0, 0
	for range 60 {
		contacts := someContacts(r)
		from := clouds(r, n, 0.02)
		p := model.Params{DT: 1e-3, Gravity: model.Vec3{0, 0, -9.81}, Contacts: contacts}
		g := Integration[float32]{Numbers: NumbersOf[float32](p), Solids: SolidsOf[float32](contacts),
			Masses: Masses[float32]{PerMass: AlignedFloats[float32](n * table.Width), Movable: make([]Movable, n)}}
		for i := range g.Masses.PerMass {
			g.Masses.PerMass[i] = 1 + r.Float32()
		}
		for i := range g.Masses.Movable {
			g.Masses.Movable[i] = Movable{1<<16 - 1, 1<<16 - 1, 1<<16 - 1}
			if i%3 == 0 {
				g.Masses.Movable[i][r.IntN(3)] = uint16(r.Uint32())
			}
		}
		force := AlignedFloats[float32](n * 3 * table.Width)
		for i := range force {
			force[i] = float32(r.NormFloat64())
		}
		to := clouds(r, n, 0.02)
		var c IntegrateCall[float32]
		c.Set(&g, from, to, 0, n, force)
		IntegrateGo(&c)
		for lane := range n * table.Width {
			x, v, touches := stepped(&g, from, lane, force)
			if gotX, gotV := to.Position.Get(ArrayX, lane), to.Velocity.Get(ArrayVX, lane); gotX != x || gotV != v {
				t.Fatalf("lane %d: %v, %v; want %v, %v", lane, gotX, gotV, x, v)
			}
			if touches {
				touching++
			}
		}
		for slice := range n {
			if c.findNear(slice); len(c.near) < len(contacts)-1 {
				passed++
			}
		}
	}
	if touching < 100 || passed < 100 {
		t.Errorf("%d masses touch, solids are passed over in %d slices", touching, passed)
	}
}

// stepped is one step of a mass, by the equations.
func stepped(g *Integration[float32], from Motions[float32], lane int, force []float32) (x, w [3]float32, touches bool) {
	x = from.Position.Get(ArrayX, lane)
	v, n := from.Velocity.Get(ArrayVX, lane), &g.Numbers
	at := force[lane/table.Width*3*table.Width+lane%table.Width:]
	f := [3]float32{at[0], at[table.Width], at[2*table.Width]}
	for k := range g.Solids {
		s := &g.Solids[k]
		depth, normal := s.touch(x)
		if pressed := s.pressed(depth, normal, x, v); pressed > 0 {
			touches = true
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
		s.rub(&w, x, v, perMass*n.DT, n.Half, n.Drag)
	}
	for axis := range 3 {
		if g.Masses.Movable[lane/table.Width][axis]>>(lane%table.Width)&1 == 0 {
			w[axis] = 0
			continue
		}
		w[axis] *= n.Drag
		x[axis] += n.DT * w[axis]
	}
	return x, w, touches
}

// Masses are caught alike, whether slices that are far are passed over or not.
func TestCatchingPassesOverFarSlices(t *testing.T) {
	const n = 12
	r := rand.New(rand.NewPCG(7, 8))
	caught, passed := 0, 0
	for range 100 {
		contacts := someContacts(r)
		before, now := clouds(r, n, 0.002), NewMotion[float32](n*table.Width, Arrays, 0)
		reach, ways := float32(0.5*r.Float64()), make([][3]float32, n) // masses of a slice go about the same way
		for i := range ways {
			ways[i] = [3]float32{2*r.Float32() - 1, 2*r.Float32() - 1, 2*r.Float32() - 1}
		}
		for lane := range n * table.Width {
			x := before.Position.Get(ArrayX, lane)
			for axis := range 3 {
				x[axis] += reach * (ways[lane/table.Width][axis] + 0.1*r.Float32())
			}
			now.Set(ArrayX, lane, x)
			now.Set(ArrayVX, lane, before.Velocity.Get(ArrayVX, lane))
		}
		g := Integration[float32]{Solids: SolidsOf[float32](contacts), Masses: Masses[float32]{PerMass: AlignedFloats[float32](n * table.Width), Movable: make([]Movable, n)}}
		for i := range g.Masses.PerMass {
			g.Masses.PerMass[i] = 1
		}
		for i := range g.Masses.Movable {
			g.Masses.Movable[i] = Movable{1<<16 - 1, 1<<16 - 1, 1<<16 - 1}
		}
		run := func(notes bool) (out Motion[float32], all []Caught) {
			out = now
			out.Arena = append([]float32(nil), now.Arena...)
			c := Catching[float32]{Began: contacts, Ended: contacts, Before: before.Position}
			c.Use(&g, contacts, notes)
			if notes {
				call := IntegrateCall[float32]{solids: g.Solids, from: before, boxes: g.boxes}
				for slice := range n {
					call.findNear(slice)
					if c.missAll(slice, float64(reach)) {
						passed++
					}
				}
			}
			var measure MovedCall[float32]
			CatchGo(&g, &c, Motions[float32]{out, out}, 0, n, MovedGo[float32], &measure, func(one Caught) { all = append(all, one) })
			return out, all
		}
		want, wanted := run(false)
		got, all := run(true)
		if len(all) != len(wanted) {
			t.Fatalf("%d masses are caught, want %d", len(all), len(wanted))
		}
		for i := range want.Arena {
			if got.Arena[i] != want.Arena[i] {
				t.Fatalf("number %d is %g, want %g", i, got.Arena[i], want.Arena[i])
			}
		}
		caught += len(all)
	}
	if caught < 50 || passed < 100 {
		t.Errorf("%d masses are caught, %d slices passed over", caught, passed)
	}
}
