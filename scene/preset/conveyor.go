package preset

import (
	"cmp"
	"fmt"

	"hooke/mesh/build"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/tune"
)

// The conveyor has a belt 0.3 m above the ground that ends over a table which spins.
const (
	carriedCount    = 3     // jellies
	carriedSide     = 5     // masses along each
	carriedSize     = 0.2   // [m]
	carriedPitch    = 0.6   // from one to the next [m]
	beltLong        = 2.4   // along x; it ends at x = 0 [m]
	beltTop         = 0.3   // [m]
	beltSpeed       = 0.8   // [m/s]
	tableAt         = 0.45  // x of its middle [m]
	tableHalf       = 0.4   // half of its side [m]
	tableTop        = 0.2   // [m]
	tableSpin       = 5     // [rad/s]; friction holds a jelly up to 3.8 rad/s at the middle of a side
	carriedStiff    = 3     // times as stiff as the preset jelly, since they fall deeper
	slabHalf        = 0.05  // half of the thickness of belt and table [m]
	carriedFriction = 0.3   // between two jellies
	carriedRatio    = 0.3   // ζ where they touch
	carriedGap      = 0.002 // between belt and jellies [m]
)

// conveyor carries jellies on a belt, drops them one by one on a spinning table, and that
// throws them off.
func conveyor(o scene.Options) (*scene.Scene, error) {
	const spacing = carriedSize / (carriedSide - 1)
	density := cmp.Or(o.Density, jellyDensity) * share(carriedSide, carriedSide, carriedSide)
	cube, err := build.Lattice(build.LatticeSpec{Nx: carriedSide, Ny: carriedSide, Nz: carriedSide, Spacing: spacing, Bottom: beltTop + carriedGap,
		Mass: density * spacing * spacing * spacing, Stiffness: cmp.Or(o.Stiffness, carriedStiff*jellyModulus*density/jellyDensity*spacing/2.7), DampingRatio: o.Damping(jellyRatio)})
	if err != nil {
		return nil, err
	}
	var parts []join.Part
	cube.Body = make([]uint16, cube.MassCount())
	for i := range carriedCount {
		parts = append(parts, join.Part{Name: fmt.Sprintf("jelly %d", i), Model: cube, Move: model.Vec3{-0.5 - carriedPitch*float64(i), 0, 0}})
	}
	m, err := join.Merge("conveyor", parts...)
	if err != nil {
		return nil, err
	}
	ground := tune.GroundFor(m, 0)
	belt, table := ground, ground
	belt.Shape = model.Box{Center: model.Vec3{-beltLong / 2, 0, beltTop - slabHalf}, Half: model.Vec3{beltLong / 2, 0.3, slabHalf}}
	belt.Trajectory = &model.Trajectory{Belt: model.Vec3{beltSpeed, 0, 0}}
	table.Shape = model.Box{Center: model.Vec3{tableAt, 0, tableTop - slabHalf}, Half: model.Vec3{tableHalf, tableHalf, slabHalf}}
	table.Trajectory = &model.Trajectory{Spin: model.Vec3{0, 0, tableSpin}}
	s := &scene.Scene{Model: m, Duration: 4,
		Params: model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{ground, belt, table}}}
	return s, tune.Collide(s, scene.Collisions{CollisionOptions: physics.CollisionOptions{
		StaticFriction: carriedFriction, KineticFriction: 0.8 * carriedFriction, DampingRatio: carriedRatio, Others: true}})
}
