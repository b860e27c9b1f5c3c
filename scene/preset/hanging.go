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

// The curtain is 2 m high and wide, of stiff cloth, and hangs in folds from rings.
const (
	curtainSide      = 31    // masses
	curtainLength    = 2.0   // of cloth along either side [m]
	curtainDensity   = 0.3   // [kg/m²]
	curtainStiffness = 2e4   // [N/m]: it stretches by less than its attachments let it
	curtainBend      = 0.001 // of the stiffness: thin cloth
	curtainRings     = 6     // masses from ring to ring
	curtainSlope     = 1.0   // of a fold, where it is steepest [rad]
	curtainTop       = 2.2   // [m]
)

// curtain hangs from rings along its top, with a fold between each two, and moves in a gusty
// draft. Attachments to the rings keep its length.
func curtain(o scene.Options) (*scene.Scene, error) {
	wide, high, err := tune.ClothSize(o, curtainSide)
	if err != nil {
		return nil, err
	}
	spacing := curtainLength / float64(max(wide, high, 2)-1)
	k := cmp.Or(o.Stiffness, curtainStiffness)
	cloth, err := build.Cloth(build.ClothSpec{Nx: wide, Ny: high, Spacing: spacing, Mass: build.ClothMass(wide, high, spacing, cmp.Or(o.Density, curtainDensity)),
		Stiffness: build.ClothStiffness{Structural: k, Shear: 0.1 * k, Bend: curtainBend * k}, DampingRatio: o.Damping(tune.DampingRatio)})
	if err != nil {
		return nil, err
	}
	// y of the cloth becomes height.
	m, err := join.Merge("curtain", join.Part{Model: cloth, Turn: mgl64.QuatRotate(math.Pi/2, model.Vec3{1, 0, 0}),
		Move: model.Vec3{0, 0, curtainTop - spacing*float64(high-1)/2}})
	if err != nil {
		return nil, err
	}
	fold := foldOf(wide, spacing)
	for i := range m.RestPosition {
		m.RestPosition[i][0], m.RestPosition[i][1] = fold[i%wide][0], fold[i%wide][1]
	}
	var rings []uint32
	for x := 0; x < wide; x++ {
		if x%curtainRings == 0 || x == wide-1 {
			rings = append(rings, uint32(wide*(high-1)+x))
		}
	}
	m.Groups = append(m.Groups, model.Group{Name: "rings", Masses: rings})
	pinGroup(m, "rings")
	if _, err := join.Attach(m, join.AttachOptions{Slack: join.DefaultSlack}); err != nil {
		return nil, err
	}
	draft := model.Wind{Velocity: model.Vec3{0.5, 2, 0}, Gust: 0.8, GustTime: 1, Seed: 2, Drag: 1, Lift: 1}
	return &scene.Scene{Model: m, Params: model.Params{Gravity: model.EarthGravity(), Integrator: model.Impulses, Wind: draft}, Duration: 6}, nil
}

// foldOf returns count positions along a curve in folds, a distance apart along it, around the origin:
// its direction is curtainSlope sin φ, where φ grows by half a turn from ring to ring.
func foldOf(count int, spacing float64) (places [][2]float64) {
	x, y := 0.0, 0.0
	for i := range count {
		places = append(places, [2]float64{x, y})
		angle := curtainSlope * math.Cos(math.Pi*(float64(i)+0.5)/curtainRings)
		x, y = x+spacing*math.Cos(angle), y+spacing*math.Sin(angle)
	}
	middle := places[count-1][0] / 2
	for i := range places {
		places[i][0] -= middle
	}
	return places
}

// The net is of rigid links, and hangs by its corners over a ball that comes up.
const (
	netSide     = 21   // masses
	netWidth    = 1.6  // of links along either side [m]
	netMass     = 0.02 // of a knot [kg]
	netSteep    = 0.6  // angle of the links at its edges, to the horizontal [rad]
	netTop      = 2.0  // height of its corners [m]
	netBall     = 0.3  // radius of the ball [m]
	netLow      = 1.3  // its middle height [m]
	netLift     = 0.45 // up and down from there [m]
	netPeriod   = 4.0  // [s]
	netHalfLife = 0.7  // of drag [s]
	netPress    = 2000 // kc of the ball [N/m]
	netSink     = 3    // bc of the ball [N·s/m]
)

// net hangs by its corners, each link as long as it is, and a ball lifts it and lets it fall. It
// starts as two families of arcs across each other, in which every link has its length.
func net(o scene.Options) (*scene.Scene, error) {
	nx, ny, err := tune.ClothSize(o, netSide)
	if err != nil {
		return nil, err
	}
	link := netWidth / float64(max(nx, ny, 2)-1)
	m := &model.Model{Name: "net", Materials: []model.Material{{Name: "removed"}, {Name: "link", Rigid: true}}}
	along, across := arcOf(nx, link), arcOf(ny, link)
	mass := netMass * link * link / (netWidth * netWidth) * (netSide - 1) * (netSide - 1)
	for y := range ny {
		for x := range nx {
			m.RestPosition = append(m.RestPosition, model.Vec3{along[x][0], across[y][0], netTop + along[x][1] + across[y][1]})
			m.Mass = append(m.Mass, mass)
		}
	}
	for i := range uint32(nx * ny) {
		if int(i)%nx < nx-1 {
			m.AddSpring(model.Ends{i, i + 1}, link, 1)
		}
		if int(i)/nx < ny-1 {
			m.AddSpring(model.Ends{i, i + uint32(nx)}, link, 1)
		}
	}
	last := uint32(nx * (ny - 1))
	m.Groups = []model.Group{{Name: "corners", Masses: []uint32{0, uint32(nx - 1), last, last + uint32(nx-1)}}}
	pinGroup(m, "corners")
	if _, err := join.Attach(m, join.AttachOptions{Anchors: model.MaxAnchors, Slack: join.DefaultSlack}); err != nil {
		return nil, err
	}
	ball := model.Contact{Shape: model.Sphere{Center: model.Vec3{0, 0, netLow}, Radius: netBall}, Stiffness: netPress, Damping: netSink,
		Trajectory: &model.Trajectory{Path: model.Path{Amplitude: model.Vec3{0, 0, netLift}, Frequency: 1 / netPeriod, Phase: -math.Pi / 2}}}
	return &scene.Scene{Model: m, Duration: 8, Params: model.Params{Gravity: model.EarthGravity(), Integrator: model.Impulses, DragHalfLife: netHalfLife,
		Contacts: []model.Contact{ball.WithFriction(0.3, 0.2)}}}, nil
}

// arcOf returns count positions on an arc that sags between its ends, at height 0, a distance apart.
func arcOf(count int, link float64) (places [][2]float64) {
	x, z := 0.0, 0.0
	for i := range count {
		places = append(places, [2]float64{x, z})
		angle := netSteep * (2*(float64(i)+0.5)/float64(max(count-1, 1)) - 1)
		x, z = x+link*math.Cos(angle), z+link*math.Sin(angle)
	}
	middle := places[count-1][0] / 2
	for i := range places {
		places[i][0] -= middle
	}
	return places
}
