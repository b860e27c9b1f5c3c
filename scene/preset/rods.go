package preset

import (
	"math"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/rod"
	rods "hooke/model/rod/chain"
	"hooke/scene"
	"hooke/scene/tune"
)

// Of the wire of the preset helix.
const (
	helixRadius = 0.05  // of the coil [m]
	helixWire   = 0.006 // r of its section [m]
	helixTurns  = 6
	helixRise   = 0.016 // in a turn [m]
	helixYoung  = 1.2e7 // of rubber [Pa]
	helixHeavy  = 1100  // [kg/m³]
	helixTop    = 0.8   // height of its top [m]
)

// helix returns a coil of thick rubber wire whose top is clamped. It drops from the shape in which nothing
// bends, which is close, and bounces about that in which it carries itself.
func helix(o scene.Options) (*scene.Scene, error) {
	masses, err := tune.RopeSize(o, 12*helixTurns+1, 2*helixTurns+2)
	if err != nil {
		return nil, err
	}
	way := math.Hypot(2*math.Pi*helixRadius, helixRise) * helixTurns
	m, err := build.Coil(build.CoilSpec{Masses: masses, Radius: helixRadius, Turns: helixTurns, Pitch: helixRise, Stiffness: 1,
		Mass: helixHeavy * math.Pi * helixWire * helixWire * way / float64(masses-1)})
	if err != nil {
		return nil, err
	}
	m.Name = "helix"
	m.Materials[1] = model.Material{Name: "wire", Rod: rod.Solid(helixWire, helixYoung, helixYoung/3)}
	for i := range m.RestPosition {
		m.RestPosition[i][2] += helixTop
	}
	pinGroup(m, "top")
	rods.Frame(m)
	return &scene.Scene{Model: m, Duration: 6, Params: model.Params{Integrator: model.Impulses, Gravity: model.EarthGravity(), DragHalfLife: 1.5,
		Clamps: []model.Clamp{{Name: "top", Masses: []uint32{0}}}}}, nil
}
