package preset

import (
	"cmp"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/model/inelastic"
	"hooke/scene"
	"hooke/scene/tune"
)

// The storm blows on the flag of the preset of that name, whose free half is worn and frayed: a slit
// of a fifth of its length begins at the middle of its free end. The half at the mast holds whatever
// comes.
const (
	stormWind   = 13.0 // [m/s]
	stormGust   = 0.4
	stormStrain = 0.05 // at which a structural spring tears
	stormShear  = 0.15 // and the others
	stormSlit   = 0.2
	stormHeld   = 0.5 // of the length
)

// storm is a flag that tears.
func storm(o scene.Options) (*scene.Scene, error) {
	s, err := flag(o)
	if err != nil {
		return nil, err
	}
	m := s.Model
	m.Name = "storm"
	held := len(m.Materials)
	m.Materials = append(m.Materials, m.Materials[1:]...) // of springs near the mast
	low, high := s.Model.Start().Bounds()
	length := high[0] - low[0]
	middle, slit, holds := (low[2]+high[2])/2+1e-6, low[0]+(1-stormSlit)*length, low[0]+stormHeld*length
	for i, ends := range m.Ends {
		a, b := m.RestPosition[ends[0]], m.RestPosition[ends[1]]
		switch across := (a[2] > middle) != (b[2] > middle); {
		case across && min(a[0], b[0]) > slit:
			m.MaterialOf[i] = model.Removed
		case max(a[0], b[0]) < holds:
			m.MaterialOf[i] += uint16(held - 1)
		}
	}
	for i := 1; i < held; i++ {
		m.Materials[i].Inelastic.TearStrain = stormShear
		if i == 1 {
			m.Materials[i].Inelastic.TearStrain = stormStrain
		}
	}
	s.Params.Wind.Velocity[0], s.Params.Wind.Gust, s.Duration = stormWind, stormGust, 1
	return s, nil
}

// The crash is a block of soft metal, 1.44 m by 0.6 m by 0.36 m, that drives against a pole.
const (
	crashSpacing   = 0.06  // [m]
	crashMass      = 0.1   // of every mass [kg]
	crashStiffness = 1.2e4 // [N/m]
	crashYield     = 0.03
	crashHardening = 500 // [N/m]
	crashRatio     = 0.05
	crashSpeed     = 4.5  // [m/s]
	crashPole      = 0.1  // radius [m]
	crashGap       = 0.02 // between the block and the pole at the start [m]
)

// crash is a body that dents.
func crash(o scene.Options) (*scene.Scene, error) {
	m, err := build.Lattice(build.LatticeSpec{Nx: 25, Ny: 11, Nz: 7, Spacing: crashSpacing, Mass: crashMass,
		Stiffness: cmp.Or(o.Stiffness, crashStiffness), DampingRatio: o.Damping(crashRatio)})
	if err != nil {
		return nil, err
	}
	m.Name = "crash"
	for i := range m.Materials[1:] {
		m.Materials[i+1].Inelastic = inelastic.Law{YieldStrain: crashYield, Hardening: crashHardening}
	}
	ground := tune.GroundFor(m, 0)
	pole := ground
	_, high := m.Start().Bounds()
	x := high[0] + crashPole + crashGap
	pole.Shape = model.Capsule{A: model.Vec3{x, 0, -1}, B: model.Vec3{x, 0, 1}, Radius: crashPole}
	start := m.Start()
	for i := range start.Velocity {
		start.Velocity[i] = model.Vec3{crashSpeed}
	}
	return &scene.Scene{Model: m, Start: start, Params: model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{ground, pole}}, Duration: 0.4}, nil
}
