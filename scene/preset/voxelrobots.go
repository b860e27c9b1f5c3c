package preset

import (
	"cmp"
	"math"

	"hooke/control"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/scene"
)

// The robots of voxels are of the foam of the others, in voxels of robotVoxel.
const robotVoxel = 0.04 // [m]

// gait is how the muscles of a robot of voxels swing.
type gait struct {
	amplitude float64 // share of lengths
	frequency float64 // [Hz]
	lead      float64 // phase by which one side of a limb leads the other [rad]
}

// part is the content of a cell of a robot of voxels.
type part struct {
	filled, muscle bool
	phase          float64 // of a muscle [rad]
}

// voxelRobot makes a robot of the voxels that place returns.
func voxelRobot(name string, counts [3]int, g gait, o scene.Options, place func(x, y, z int) part) (*scene.Scene, error) {
	density := cmp.Or(o.Density, robotDensity)
	young := robotModulus * density / robotDensity // k follows a density that was given, and motions stay the same
	if o.Stiffness != 0 {
		young = o.Stiffness * build.LatticeModulus / robotVoxel
	}
	grid := build.VoxelGrid{Size: robotVoxel, Counts: counts, Frequency: g.frequency, DampingRatio: o.Damping(robotDamping), Kinds: []build.VoxelKind{
		{Name: "body", Young: young, Density: density},
		{Name: "muscle", Young: young, Density: density, Swing: g.amplitude},
	}}
	for z := range counts[2] {
		for y := range counts[1] {
			for x := range counts[0] {
				p := place(x, y, z)
				kind := uint8(0)
				if p.filled {
					kind = 1
				}
				if p.muscle {
					kind = 2
				}
				grid.Of, grid.Phase = append(grid.Of, kind), append(grid.Phase, p.phase)
			}
		}
	}
	r, err := grid.Build(name)
	if err != nil {
		return nil, err
	}
	r.Stand()
	p := robotParams(r.Model)
	p.Actuators = r.Actuators
	return &scene.Scene{Model: r.Model, Params: p, Duration: 10}, nil
}

// controlled closes a loop around a robot.
func controlled(s *scene.Scene, err error, spec func(*scene.Scene) *control.Spec) (*scene.Scene, error) {
	if err != nil {
		return nil, err
	}
	s.Control = spec(s)
	return s, nil
}

// addFeet makes a group of the lowest masses in each quarter of the ground.
func addFeet(s *scene.Scene, err error) (*scene.Scene, error) {
	if err != nil {
		return nil, err
	}
	lo, _ := s.Model.Bounds()
	for _, end := range []string{"back", "front"} {
		for _, side := range []string{"right", "left"} {
			foot := model.Group{Name: end + "_" + side}
			for i, x := range s.Model.RestPosition {
				if x[2] < lo[2]+robotVoxel/2 && (x[0] > 0) == (end == "front") && (x[1] > 0) == (side == "left") {
					foot.Masses = append(foot.Masses, uint32(i))
				}
			}
			s.Model.Groups = append(s.Model.Groups, foot)
		}
	}
	return s, nil
}

// quadruped trots along +x on four legs at the corners of a flat body, 0.28 m long. A leg is two voxels long, of
// which the front one leads: half their sum lifts the foot, half their difference swings it (see walker). Legs
// across from each other swing together. The feet are as far apart as the body is long, so that two of them carry
// it; of 1.5 to 3 Hz, amplitudes of 0.15 and 0.2, and leads of 90° and 126° this one goes straight and far.
func quadruped(o scene.Options) (*scene.Scene, error) {
	g := gait{amplitude: 0.15, frequency: 1.5, lead: math.Pi / 2}
	s, err := voxelRobot("quadruped", [3]int{8, 8, 5}, g, o, func(x, y, z int) part {
		leg := (x < 2 || x > 5) && (y < 2 || y > 5)
		switch {
		case z >= 3:
			return part{filled: leg || y > 0 && y < 7}
		case leg:
			pair := math.Pi * float64((x/4+y/4)%2)
			return part{filled: true, muscle: true, phase: pair + g.lead*(0.5-float64(x%2))}
		}
		return part{}
	})
	s, err = addFeet(s, err)
	return controlled(s, err, trot)
}

// snake winds sideways, toward +y, 0.92 m long: waves that bend it to the sides and up run
// along it, a quarter of a cycle apart, so that parts that move over the ground are lifted
// off. Its four columns of muscles follow the sum of the waves.
func snake(o scene.Options) (*scene.Scene, error) {
	const length, waves = 24, 1.5
	g := gait{amplitude: 0.15, frequency: 1.5, lead: math.Pi / 4}
	s, err := voxelRobot("snake", [3]int{length, 2, 2}, g, o, func(x, y, z int) part {
		sin, cos := math.Sincos(g.lead)
		corner := math.Atan2(float64(2*z-1)*sin, float64(2*y-1)*cos)
		return part{filled: true, muscle: true, phase: corner - 2*math.Pi*waves*float64(x)/length}
	})
	return controlled(s, err, wind)
}

// crawler runs along +x on ten short legs, 0.52 m long. Legs of one side follow each other by 2/5 of a cycle, those of the
// other side by half a cycle more, so that some of each side stand at any time.
func crawler(o scene.Options) (*scene.Scene, error) {
	const pairs, waves = 5, 2
	g := gait{amplitude: 0.15, frequency: 2, lead: math.Pi / 2}
	s, err := voxelRobot("crawler", [3]int{3*pairs - 1, 6, 4}, g, o, func(x, y, z int) part {
		side := y < 2 || y > 3
		switch {
		case z >= 2:
			return part{filled: z == 2 || !side}
		case side && x%3 < 2:
			wave := -2 * math.Pi * waves * float64(x/3) / pairs
			return part{filled: true, muscle: true, phase: wave + math.Pi*float64(y/3) + g.lead*(0.5-float64(x%3))}
		}
		return part{}
	})
	return controlled(s, err, pace)
}
