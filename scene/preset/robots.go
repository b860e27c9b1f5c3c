package preset

import (
	"cmp"
	"math"

	"hooke/mesh/build"
	"hooke/mesh/join"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/tune"
)

// The robots are made of foam with soft rubber feet.
const (
	robotDensity = 300 // [kg/m³]
	robotModulus = 2e5 // Young's modulus [Pa]
	robotDamping = 0.2 // ζ
	robotStatic  = 0.8 // friction of the ground
	robotKinetic = 0.7

	// robotStep is the step in parts of the safe one. Muscles keep springs above three
	// quarters of their length, so that the half of the step that AutoStep reserves for
	// springs that collapse is not needed.
	robotStep = 0.8
)

// robotBlock returns the lattice that robots are carved from, nx × ny × nz masses
// with its lowest layer on the ground. Each mass spans a part of a spacing cubed (see
// share). A lattice has E = 2.7 k/h (see bulge), so k = E h/2.7; k follows a density that
// was given, and motions stay the same.
func robotBlock(nx, ny, nz int, part, spacing float64, o scene.Options) (*model.Model, error) {
	density := part * cmp.Or(o.Density, robotDensity)
	return build.Lattice(build.LatticeSpec{
		Nx: nx, Ny: ny, Nz: nz, Spacing: spacing,
		Mass:         density * spacing * spacing * spacing,
		Stiffness:    cmp.Or(o.Stiffness, robotModulus*density/robotDensity*spacing/2.7),
		DampingRatio: o.Damping(robotDamping),
	})
}

// robotParams has gravity, a ground under the robot's feet, and the step.
func robotParams(m *model.Model) model.Params {
	ground := tune.GroundFor(m, 0).WithFriction(robotStatic, robotKinetic)
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{ground}}
	p.DT = robotStep * physics.SafeStep(m, p)
	return p
}

// The gait of the walker. Both faces of a leg, across the heading, are muscles
// of one frequency with walkerLead between them. Half their sum lifts the foot,
// as a cos(lead/2), half their difference swings it, as a sin(lead/2), a quarter
// of a cycle apart: the foot goes round an ellipse, back on the ground and
// forward in the air. Two tripods take turns, so that the robot stands on three
// legs at any time and needs no balance; four legs in a trot fell over at every
// third start. Of 1 to 3 Hz, amplitudes 0.1 to 0.2 and leads 1 to 2.2 rad these
// were the fastest that slip little and strain no spring by more than a quarter.
const (
	walkerSpacing   = 0.04 // [m]
	walkerLeg       = 3    // layers of masses
	walkerAmplitude = 0.15
	walkerFrequency = 1.5         // [Hz]
	walkerLead      = math.Pi / 2 // phase by which the front face leads [rad]
)

// walker returns a robot of six legs that walks along +x, 0.36 m long.
func walker(o scene.Options) (*scene.Scene, error) {
	// The robot has 9 × 5 cells of body and 6 legs of a column of cells each.
	const cells, masses = 9*5 + 6*walkerLeg, 10*6*2 + 6*4*walkerLeg
	block, err := robotBlock(10, 6, walkerLeg+2, cells/float64(masses), walkerSpacing, o)
	if err != nil {
		return nil, err
	}
	lo, _ := block.Bounds()
	cell := func(x model.Vec3) model.Vec3 { return x.Sub(lo).Mul(1 / walkerSpacing) }
	m, err := join.Carve(block, func(x model.Vec3) bool {
		c := cell(x) // legs are 2 × 2 masses, 2 cells apart
		return c[2] > walkerLeg-0.5 || math.Mod(c[0]+0.5, 4) < 2 && math.Mod(c[1]+0.5, 4) < 2
	})
	if err != nil {
		return nil, err
	}
	m.Name = "walker"
	p := robotParams(m)
	for leg := range 6 {
		along, across := leg/2, leg%2
		tripod := math.Pi * float64((along+across)%2)
		for face := range 2 { // back, front
			from := model.Vec3{float64(4*along + face), float64(4 * across), 0}
			to := from.Add(model.Vec3{0, 1, walkerLeg})
			slack := model.Vec3{0.5, 0.5, 0.5}
			if _, err := materials.ActuateBox(m, lo.Add(from.Sub(slack).Mul(walkerSpacing)), lo.Add(to.Add(slack).Mul(walkerSpacing)), len(p.Actuators)); err != nil {
				return nil, err
			}
			p.Actuators = append(p.Actuators, model.Actuator{
				Amplitude: walkerAmplitude, Frequency: walkerFrequency, Phase: tripod + walkerLead*(0.5-float64(face))})
		}
	}
	return &scene.Scene{Model: m, Params: p, Duration: 10}, nil
}

// The gait of the worm: two waves of swelling run along it toward the head. Where
// it is fat it stands on the ground, where it is thin it is lifted off and moves
// on: friction depends on the phase, without scales or hooks. The amplitude
// keeps springs within a fifth of their length; the speed grows with the
// frequency, and at 2 Hz inertia still does little.
const (
	wormSpacing   = 0.04 // [m]
	wormCells     = 16
	wormWaves     = 2 // along the worm
	wormAmplitude = 0.1
	wormFrequency = 2 // [Hz]
)

// worm crawls along +x, 0.64 m long, each ring of cells a muscle.
func worm(o scene.Options) (*scene.Scene, error) {
	m, err := robotBlock(wormCells+1, 3, 3, share(wormCells+1, 3, 3), wormSpacing, o)
	if err != nil {
		return nil, err
	}
	m.Name = "worm"
	p := robotParams(m)
	lo, hi := m.Bounds()
	for ring := range wormCells {
		from := lo[0] + (float64(ring)-0.5)*wormSpacing
		if _, err := materials.ActuateBox(m, model.Vec3{from, lo[1], lo[2]}, model.Vec3{from + 2*wormSpacing, hi[1], hi[2]}, ring); err != nil {
			return nil, err
		}
		p.Actuators = append(p.Actuators, model.Actuator{Amplitude: wormAmplitude, Frequency: wormFrequency,
			Phase: -2 * math.Pi * wormWaves * float64(ring) / wormCells})
	}
	return &scene.Scene{Model: m, Params: p, Duration: 20}, nil
}

// The cube breathes slowly, compared with its vibrations. It swells and shrinks to (1 ±
// 0.15)³ of its volume.
const (
	breathingAmplitude = 0.15
	breathingFrequency = 0.5 // [Hz]
	breathingSide      = 8   // masses
)

// breathing returns a cube of 0.35 m on the ground; all of it is one muscle.
func breathing(o scene.Options) (*scene.Scene, error) {
	side, err := tune.CubeSide(o, breathingSide)
	if err != nil {
		return nil, err
	}
	m, err := robotBlock(side, side, side, share(side, side, side), 0.35/float64(side-1), o)
	if err != nil {
		return nil, err
	}
	m.Name = "breathing"
	lo, hi := m.Bounds()
	if _, err := materials.ActuateBox(m, lo, hi, 0); err != nil {
		return nil, err
	}
	p := robotParams(m)
	p.Actuators = []model.Actuator{{Amplitude: breathingAmplitude, Frequency: breathingFrequency}}
	return &scene.Scene{Model: m, Params: p, Duration: 6}, nil
}
