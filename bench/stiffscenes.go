package bench

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/physics"
)

// frame is the length of a step of solvers that divide steps [s].
const frame = 1. / 60

// StiffScene is a stiff structure that is let go.
type StiffScene struct {
	Name    string
	Summary string // one line
	Ratio   float64
	Frames  int // length of the run [1/60 s]

	shape func(k float64) (*model.Model, *model.State, error) // with springs of k [N/m]
	still bool                                                // nothing pulls or holds it
}

// group is a name for several scenes.
type group struct {
	name   string
	scenes []string
}

const (
	half  = 30 // frames in 0.5 s
	short = 6  // of scenes for tests
)

// StiffScenes returns all stiff scenes; those of the group stiff come first.
func StiffScenes() []StiffScene {
	return []StiffScene{
		hung("stiff-12", 20, 12, half), hung("stiff-122", 20, 122, half), hung("stiff-306", 50, 306, half), hung("stiff-1225", 20, 1225, half),
		{Name: "stiff-beam", Summary: "a beam of 20 × 4 × 4 masses, held at an end, that its weight bends", Ratio: 60, Frames: half, shape: beam(20, 4)},
		{Name: "stiff-rotor", Summary: "two masses 1 m apart that turn about each other, 30 rad/s", Ratio: 37, Frames: half, shape: rotor, still: true},
		hung("stiff-128-306", 128, 306, half), hung("stiff-128-1225", 128, 1225, half),
		hung("stiff-quick", 8, 60, short),
	}
}

func groups() []group {
	return []group{
		{"stiff", []string{"stiff-12", "stiff-122", "stiff-306", "stiff-1225", "stiff-beam", "stiff-rotor"}},
		{"stiff-128", []string{"stiff-128-306", "stiff-128-1225"}},
	}
}

// StiffSceneNames returns the names of the stiff scenes and of groups of them.
func StiffSceneNames() (names []string) {
	for _, g := range groups() {
		names = append(names, g.name)
	}
	for _, s := range StiffScenes() {
		names = append(names, s.Name)
	}
	return names
}

// FindStiffScenes returns the stiff scenes with some names, and those of groups among the names, each once.
func FindStiffScenes(names []string) (out []StiffScene, err error) {
	wanted := map[string]bool{}
	for _, name := range names {
		if !slices.Contains(StiffSceneNames(), name) {
			return nil, fmt.Errorf("bench: scene %q is unknown to --accuracy; known are %s", name, strings.Join(StiffSceneNames(), ", "))
		}
		wanted[name] = true
		for _, g := range groups() {
			for _, member := range g.scenes {
				wanted[member] = wanted[member] || g.name == name
			}
		}
	}
	for _, s := range StiffScenes() {
		if wanted[s.Name] {
			out = append(out, s)
		}
	}
	return out, nil
}

// Make makes the structure, its start, rounded to float32 so that no engine is charged for that, and
// the parameters of all runs. Its springs are so stiff that 1/60 s are Ratio safe steps of
// symplectic Euler.
func (s StiffScene) Make() (*model.Model, *model.State, model.Params, error) {
	p := model.Params{Gravity: model.EarthGravity()}
	if s.still {
		p.Gravity = model.Vec3{}
	}
	soft, _, err := s.shape(1)
	if err != nil {
		return nil, nil, p, err
	}
	root := s.Ratio * physics.SafeStep(soft, p) / frame
	m, start, err := s.shape(root * root)
	if err != nil {
		return nil, nil, p, err
	}
	start.RoundToFloat32()
	m.Name = fmt.Sprintf("%s, k %.3g N/m, 1/60 s = %.4g safe steps", m.Name, root*root, s.Ratio)
	return m, start, p, nil
}

// hung returns a cloth of n × n masses, 1 m × 1 m, 0.2 kg, with springs 1 : 0.3 : 0.05 without dampers, that hangs by
// an edge and is let go at 30° from the vertical.
func hung(name string, n int, ratio float64, frames int) StiffScene {
	shape := func(k float64) (*model.Model, *model.State, error) {
		m, err := build.Cloth(build.ClothSpec{Nx: n, Ny: n, Spacing: 1 / float64(n-1), Mass: 0.2 / float64(n*n),
			Stiffness: build.ClothStiffness{Structural: k, Shear: 0.3 * k, Bend: 0.05 * k}})
		if err != nil {
			return nil, nil, err
		}
		m.Pin = make([]model.Pin, n*n)
		for i := n * (n - 1); i < n*n; i++ {
			m.Pin[i] = model.PinAll
		}
		sin, cos := math.Sincos(math.Pi / 6)
		for i, x := range m.RestPosition {
			down := x[1] - 0.5
			m.RestPosition[i] = model.Vec3{x[0], sin * down, cos * down}
		}
		return m, m.Start(), nil
	}
	return StiffScene{Name: name, Summary: fmt.Sprintf("a cloth of %d × %d masses, hung by an edge and let go at 30°", n, n), Ratio: ratio, Frames: frames, shape: shape}
}

// beam returns a full lattice of springs along x, 13 a mass, with an end held.
func beam(long, wide int) func(float64) (*model.Model, *model.State, error) {
	return func(k float64) (*model.Model, *model.State, error) {
		const spacing, kg = 0.05, 0.1
		m, err := build.Lattice(build.LatticeSpec{Nx: long, Ny: wide, Nz: wide, Spacing: spacing, Mass: kg, Stiffness: k})
		if err != nil {
			return nil, nil, err
		}
		m.Name = fmt.Sprintf("beam %d×%d×%d", long, wide, wide)
		m.Pin = make([]model.Pin, m.MassCount())
		for i := 0; i < m.MassCount(); i += long {
			m.Pin[i] = model.PinAll
		}
		return m, m.Start(), nil
	}
}

// rotor is two masses on a spring that turn about their middle.
func rotor(k float64) (*model.Model, *model.State, error) {
	const turn = 30 // [rad/s]
	m := &model.Model{
		Name: "rotor", RestPosition: []model.Vec3{{-0.5, 0, 0}, {0.5, 0, 0}}, Mass: []float64{0.1, 0.1},
		Ends: []model.Ends{{0, 1}}, RestLength: []float64{1}, MaterialOf: []uint16{1}, Materials: []model.Material{{}, {Name: "rod", Stiffness: k}},
	}
	start := m.Start()
	for i, x := range start.Position {
		start.Velocity[i] = model.Vec3{0, turn * x[0], 0}
	}
	return m, start, nil
}
