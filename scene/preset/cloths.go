package preset

import (
	"cmp"
	"math"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/mesh/build"
	"hooke/mesh/join"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// The drape has a cloth of 1 m, a ball of half its width, and a ground below.
const (
	drapeSide   = 40 // masses
	drapeRadius = 0.25
	drapeFall   = 0.05 // [m]
)

// drape falls on a ball, folds around it and stays, held by friction.
func drape(o scene.Options) (*scene.Scene, error) {
	nx, ny, err := tune.ClothSize(o, drapeSide)
	if err != nil {
		return nil, err
	}
	spacing := 1 / float64(max(nx, ny, 2)-1)
	density := cmp.Or(o.Density, tune.ClothDensity)
	center := model.Vec3{0, 0, 1.4 * drapeRadius}
	top := center[2] + drapeRadius
	m, err := build.Cloth(build.ClothSpec{
		Nx: nx, Ny: ny, Spacing: spacing, Mass: build.ClothMass(nx, ny, spacing, density),
		Stiffness:    tune.ClothRatios(cmp.Or(o.Stiffness, density*model.StandardGravity/hangingStretch)),
		DampingRatio: o.Damping(tune.DampingRatio), Height: top + drapeFall,
	})
	if err != nil {
		return nil, err
	}
	m.Name = "drape"
	ground := tune.GroundFor(m, 0)
	ball := ground
	ball.Shape = model.Sphere{Center: center, Radius: drapeRadius}
	return &scene.Scene{Model: m, Duration: 3,
		Params: model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.5, Contacts: []model.Contact{ground, ball}}}, nil
}

// The flag is 1.2 m by 0.8 m of light cloth in a fresh breeze with gusts.
const (
	flagLong      = 31  // masses along it; two thirds of the spaces between them are its height
	flagLength    = 1.2 // [m]
	flagWind      = 8.0 // [m/s]
	flagGust      = 0.3
	flagGustTime  = 0.5 // [s]
	flagDrag      = 1.0 // CD
	flagLift      = 1.0 // CL
	flagStiffness = 150 // [N/m], structural
	flagHeight    = 1.0 // of its lower edge [m]
)

// flag is held along its mast, the z axis, and flutters in a wind along x.
func flag(o scene.Options) (*scene.Scene, error) {
	if o.Size == [3]int{} && o.Springs == 0 {
		o.Size = [3]int{(flagLong-1)*2/3 + 1, flagLong}
	}
	high, long, err := tune.ClothSize(o, flagLong)
	if err != nil {
		return nil, err
	}
	spacing := flagLength / float64(max(high, long, 2)-1)
	cloth, err := build.Cloth(build.ClothSpec{Nx: high, Ny: long, Spacing: spacing, Mass: build.ClothMass(high, long, spacing, cmp.Or(o.Density, tune.ClothDensity)),
		Stiffness: tune.ClothRatios(cmp.Or(o.Stiffness, flagStiffness)), DampingRatio: o.Damping(tune.DampingRatio)})
	if err != nil {
		return nil, err
	}
	// The held edge, of largest y, becomes the mast: y turns to −x, x to z. A turn of 0.1
	// rad about the mast brings the cloth out of the wind's own plane, in which the wind
	// would not push it.
	turn := mgl64.QuatRotate(0.1, model.Vec3{0, 0, 1}).Mul(mgl64.QuatRotate(math.Pi/2, model.Vec3{1, 0, 0})).Mul(mgl64.QuatRotate(math.Pi/2, model.Vec3{0, 0, 1}))
	m, err := join.Merge("flag", join.Part{Model: cloth, Turn: turn, Move: model.Vec3{0, 0, flagHeight + spacing*float64(high-1)/2}})
	if err != nil {
		return nil, err
	}
	pinGroup(m, "edge")
	wind := model.Wind{Velocity: model.Vec3{flagWind, 0, 0}, Gust: flagGust, GustTime: flagGustTime, Seed: 1, Drag: flagDrag, Lift: flagLift}
	return &scene.Scene{Model: m, Params: model.Params{Gravity: model.EarthGravity(), Wind: wind}, Duration: 5}, nil
}
