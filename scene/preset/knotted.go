package preset

import (
	"cmp"
	"math"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/tune"
)

// The rope of the preset knot is 6 mm thick, and its masses are farther apart than that: they alone
// would pass between each other.
const (
	knotRadius    = 0.003 // [m]
	knotSpacing   = 0.01  // [m]
	knotWide      = 0.011 // of the open knot, per unit of its curve [m]
	knotHigh      = 0.006 // along the rope, likewise [m]
	knotEnd       = 2.1   // of the curve: from −knotEnd to knotEnd
	knotTop       = 0.3   // where the rope is held [m]
	knotMass      = 0.001 // of a mass [kg]
	knotLoad      = 0.2   // [kg]
	knotStiffness = 4000  // [N/m]
)

// knotAt returns a point of an overhand knot whose ends go up and down. Source: A. R. Shastri,
// Polynomial representations of knots, Tohoku Mathematical Journal 44, 1992.
func knotAt(t float64) model.Vec3 {
	return model.Vec3{knotWide * (t*t*t - 3*t), knotWide * (t*t*t*t - 4*t*t), knotHigh * (t*t*t*t*t - 10*t)}
}

// knot hangs a load on a rope with a loose overhand knot.
func knot(o scene.Options) (*scene.Scene, error) {
	places := []model.Vec3{knotAt(-knotEnd)}
	for t := -knotEnd; t < knotEnd; t += 1e-4 {
		if x := knotAt(t); x.Sub(places[len(places)-1]).Len() >= knotSpacing {
			places = append(places, x)
		}
	}
	m, err := build.Rope(build.RopeSpec{Masses: len(places), Length: knotSpacing * float64(len(places)-1), Mass: knotMass,
		Stiffness: cmp.Or(o.Stiffness, knotStiffness), DampingRatio: o.Damping(0.2)})
	if err != nil {
		return nil, err
	}
	last := len(places) - 1
	top := places[last]
	for i, x := range places {
		m.RestPosition[i] = x.Sub(top).Add(model.Vec3{0, 0, knotTop})
		if i > 0 {
			m.RestLength[i-1] = x.Sub(places[i-1]).Len()
		}
	}
	m.Name, m.Mass[0] = "knot", knotLoad
	var rope []uint32
	for i := range last {
		rope = append(rope, uint32(i+1))
	}
	m.Groups = append(m.Groups, model.Group{Name: "load", Masses: []uint32{0}}, model.Group{Name: "top", Masses: []uint32{uint32(last)}}, model.Group{Name: "rope", Masses: rope})
	pinGroup(m, "top")
	s := &scene.Scene{Model: m, Duration: 3, Params: model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.2}}
	return s, tune.Collide(s, scene.Collisions{Groups: []string{"rope"}, CollisionOptions: physics.CollisionOptions{Touches: model.CollidingSprings,
		Radius: knotRadius, DampingRatio: 0.3, StaticFriction: 0.3, KineticFriction: 0.3}})
}

// The bed of nails is a square of them. The cloth is coarse: its masses alone would fall between them.
const (
	nailRow       = 6     // nails along a side
	nailApart     = 0.07  // [m]
	nailHigh      = 0.08  // [m]
	nailRadius    = 0.006 // of nails and cloth [m]
	nailedSide    = 17    // masses of the cloth
	nailedLength  = 0.56  // of its sides [m]
	nailedDensity = 0.4   // [kg/m²]
	nailedDrop    = 0.06  // above the nails [m]
)

// nails drops a cloth on a bed of nails. Each nail is two masses that are held, and a spring.
func nails(o scene.Options) (*scene.Scene, error) {
	wide, high, err := tune.ClothSize(o, nailedSide)
	if err != nil {
		return nil, err
	}
	spacing := nailedLength / float64(max(wide, high, 2)-1)
	k := cmp.Or(o.Stiffness, 200)
	m, err := build.Cloth(build.ClothSpec{Nx: wide, Ny: high, Spacing: spacing, Mass: build.ClothMass(wide, high, spacing, cmp.Or(o.Density, nailedDensity)),
		Stiffness: build.ClothStiffness{Structural: k, Shear: 0.3 * k, Bend: 0.01 * k}, DampingRatio: o.Damping(tune.DampingRatio), Height: nailHigh + nailedDrop})
	if err != nil {
		return nil, err
	}
	cloth := m.MassCount()
	lo, hi := m.Bounds()
	middle := lo.Add(hi).Mul(0.5).Add(model.Vec3{0.4, 0.2}.Mul(spacing)) // no nail is below a mass
	m.Body, m.Pin = make([]uint16, cloth), make([]model.Pin, cloth)
	var held []uint32
	for i := range nailRow * nailRow {
		at := middle.Add(model.Vec3{float64(i%nailRow) - (nailRow-1)/2., float64(i/nailRow) - (nailRow-1)/2.}.Mul(nailApart))
		for _, z := range []float64{0, nailHigh} {
			held = append(held, uint32(m.MassCount()))
			m.RestPosition = append(m.RestPosition, model.Vec3{at[0], at[1], z})
			m.Mass, m.Pin, m.Body = append(m.Mass, m.Mass[0]), append(m.Pin, model.PinAll), append(m.Body, 1)
		}
		tip := held[len(held)-1]
		m.Ends, m.RestLength, m.MaterialOf = append(m.Ends, model.Ends{tip - 1, tip}), append(m.RestLength, nailHigh), append(m.MaterialOf, m.MaterialOf[0])
	}
	m.Name, m.Groups = "nails", append(m.Groups, model.Group{Name: "nails", Masses: held})
	s := &scene.Scene{Model: m, Duration: 2, Params: model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.3}}
	return s, tune.Collide(s, scene.Collisions{CollisionOptions: physics.CollisionOptions{Touches: model.CollidingSprings | model.CollidingTriangles,
		Radius: math.Min(nailRadius, 0.4*spacing), DampingRatio: 0.3, StaticFriction: 0.4, KineticFriction: 0.3}})
}
