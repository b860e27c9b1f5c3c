package preset

import (
	"cmp"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh/build"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/tune"
)

// colliding returns a scene of parts whose masses collide, above a ground.
func colliding(name string, duration float64, choice scene.Collisions, parts ...join.Part) (*scene.Scene, error) {
	for i := range parts {
		whole := *parts[i].Model
		whole.Body = make([]uint16, whole.MassCount())
		parts[i].Model = &whole
	}
	m, err := join.Merge(name, parts...)
	if err != nil {
		return nil, err
	}
	if len(parts) == 1 {
		m.Body = nil // one body needs none
	}
	s := &scene.Scene{Model: m, Params: model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{tune.GroundFor(m, 0)}}, Duration: duration}
	return s, tune.Collide(s, choice)
}

// blockSpec describes a block with a number of masses per side; its stiffness is that of a cube of jelly of
// that modulus.
type blockSpec struct {
	size             [3]int
	spacing          float64 // [m]
	density, modulus float64 // [kg/m³], [Pa]
	ratio            float64 // ζ
}

func (b blockSpec) build(o scene.Options) (*model.Model, error) {
	part := share(b.size[0], b.size[1], b.size[2])
	density, k := part*cmp.Or(o.Density, b.density), cmp.Or(o.Stiffness, part*b.modulus*b.spacing/2.7)
	return build.Lattice(build.LatticeSpec{Nx: b.size[0], Ny: b.size[1], Nz: b.size[2], Spacing: b.spacing,
		Mass: density * b.spacing * b.spacing * b.spacing, Stiffness: k, DampingRatio: o.Damping(b.ratio)})
}

// The stack is ten boxes of 25 cm and half as high. A column of the size a and the height L
// stands under its own weight W while W < 7.84 E a⁴/12 L² (Greenhill 1881): here a third of it.
const (
	stackBoxes   = 10
	stackWide    = 5    // masses of a box along x and y
	stackHigh    = 3    // and along z
	stackSpacing = 0.05 // [m]
	stackLayer   = 0.71 // distance of the layers of two boxes, in spacings: their masses lie in each other's hollows, √½ apart
)

// boxes are stacked in turn half a spacing to one side and to the other, so that the masses
// of each lie in the hollows of the one below.
func boxes(o scene.Options) (*scene.Scene, error) {
	box, err := blockSpec{[3]int{stackWide, stackWide, stackHigh}, stackSpacing, 150, 3e5, 0.2}.build(o)
	if err != nil {
		return nil, err
	}
	var parts []join.Part
	for i := range stackBoxes {
		aside := stackSpacing / 4 * float64(2*(i%2)-1)
		up := float64(i) * stackSpacing * (stackHigh - 1 + stackLayer)
		parts = append(parts, join.Part{Model: box, Name: fmt.Sprintf("box%d", i+1), Move: model.Vec3{aside, aside, up}})
	}
	return colliding("boxes", 5, scene.Collisions{CollisionOptions: physics.CollisionOptions{
		StaticFriction: 0.6, KineticFriction: 0.5, DampingRatio: 0.3, Others: true}}, parts...)
}

// The pile is fifty small jellies in a box without a lid.
const (
	pileCount   = 50
	pileSide    = 3    // masses of a jelly
	pileSpacing = 0.05 // [m]
	pileRow     = 3    // jellies along a side of the box
	pileApart   = 0.2  // from the middle of one to that of the next [m]
	pileTurn    = 2.4  // from one to the next, about an axis that turns likewise [rad]
	pileRatio   = 0.15 // ζ
	pilePasses  = 4    // of friction: with one, jellies that lie creep ten times as fast, 1 mm/s
)

// pile drops jellies, layer by layer, each turned another way, into a box.
func pile(o scene.Options) (*scene.Scene, error) {
	jelly, err := blockSpec{[3]int{pileSide, pileSide, pileSide}, pileSpacing, 500, 1.5e5, pileRatio}.build(o)
	if err != nil {
		return nil, err
	}
	var parts []join.Part
	for i := range pileCount {
		layer, at := i/(pileRow*pileRow), i%(pileRow*pileRow)
		angle := pileTurn * float64(i)
		turn := mgl64.QuatRotate(angle, model.Vec3{math.Cos(angle / 3), math.Sin(angle / 3), 0})
		middle := model.Vec3{0, 0, pileSpacing * (pileSide - 1) / 2}
		place := model.Vec3{float64(at%pileRow - 1), float64(at/pileRow - 1), float64(layer) + 0.6}.Mul(pileApart)
		parts = append(parts, join.Part{Model: jelly, Name: fmt.Sprintf("jelly%d", i+1), Turn: turn, Move: place.Sub(turn.Rotate(middle))})
	}
	s, err := colliding("pile", 4, scene.Collisions{CollisionOptions: physics.CollisionOptions{
		StaticFriction: 0.3, KineticFriction: 0.2, FrictionIterations: pilePasses, DampingRatio: 0.3, Others: true}}, parts...)
	if err != nil {
		return nil, err
	}
	walls := s.Params.Contacts[0].WithFriction(0.2, 0.1)
	const half, height = 0.3, 2.0
	walls.Inside, walls.Shape = true, model.Box{Center: model.Vec3{0, 0, height / 2}, Half: model.Vec3{half, half, height / 2}}
	s.Params.Contacts = []model.Contact{walls}
	return s, nil
}

// The wall is of blocks in rows. A heavier block flies at it.
const (
	wallRows, wallColumns = 5, 4
	wallSpacing           = 0.05 // [m]
	wallLong, wallThick   = 4, 3 // masses of a block along the wall, and across and up
	shotSpeed             = 6.0  // [m/s]
	shotFrom              = 0.9  // from the wall [m]
	shotDensity           = 4    // times that of the wall
)

// slingshot throws a block at a wall of blocks.
func slingshot(o scene.Options) (*scene.Scene, error) {
	spec := blockSpec{[3]int{wallLong, wallThick, wallThick}, wallSpacing, 200, 3e5, 0.2}
	block, err := spec.build(o)
	if err != nil {
		return nil, err
	}
	var parts []join.Part
	for row := range wallRows {
		for column := range wallColumns {
			// Half a spacing aside, the masses lie in the hollows of the row below.
			along := float64(column*wallLong) + 0.5*float64(row%2) - (wallColumns-1)*wallLong/2
			parts = append(parts, join.Part{Model: block, Name: fmt.Sprintf("block%d", len(parts)+1), Move: model.Vec3{
				along * wallSpacing, 0.5 * wallSpacing * float64(row%2), float64(row) * wallSpacing * (wallThick - 1 + stackLayer)}})
		}
	}
	spec.size, spec.density = [3]int{wallThick, wallThick, wallThick}, shotDensity*spec.density
	shot, err := spec.build(o)
	if err != nil {
		return nil, err
	}
	parts = append(parts, join.Part{Model: shot, Name: "shot", Move: model.Vec3{0, shotFrom, 0.45}})
	s, err := colliding("slingshot", 3, scene.Collisions{CollisionOptions: physics.CollisionOptions{
		StaticFriction: 0.5, KineticFriction: 0.4, DampingRatio: 0.2, Others: true}}, parts...)
	if err != nil {
		return nil, err
	}
	s.Start = s.Model.Start()
	for i := s.Model.MassCount() - shot.MassCount(); i < s.Model.MassCount(); i++ {
		s.Start.Velocity[i] = model.Vec3{0, -shotSpeed, 0.5}
	}
	return s, nil
}

// The towel is a cloth of 1 m that stands on its edge, leaning a little.
const (
	towelSide = 30   // masses
	towelLean = 0.15 // [rad]
)

// towel falls in folds on itself.
func towel(o scene.Options) (*scene.Scene, error) {
	nx, ny, err := tune.ClothSize(o, towelSide)
	if err != nil {
		return nil, err
	}
	spacing := 1 / float64(max(nx, ny, 2)-1)
	density := cmp.Or(o.Density, tune.ClothDensity)
	cloth, err := build.Cloth(build.ClothSpec{Nx: nx, Ny: ny, Spacing: spacing, Mass: build.ClothMass(nx, ny, spacing, density),
		Stiffness: tune.ClothRatios(cmp.Or(o.Stiffness, density*model.StandardGravity/hangingStretch)), DampingRatio: o.Damping(tune.DampingRatio)})
	if err != nil {
		return nil, err
	}
	turn := mgl64.QuatRotate(0.4, model.Vec3{0, 0, 1}).Mul(mgl64.QuatRotate(math.Pi/2-towelLean, model.Vec3{1, 0, 0}))
	s, err := colliding("towel", 4, scene.Collisions{CollisionOptions: physics.CollisionOptions{
		StaticFriction: 0.4, KineticFriction: 0.3, DampingRatio: 0.3, Self: true}},
		join.Part{Model: cloth, Turn: turn, Move: model.Vec3{0, 0, 0.02 + float64(ny-1)*spacing/2}})
	if err != nil {
		return nil, err
	}
	s.Params.DragHalfLife = 0.5
	return s, nil
}
