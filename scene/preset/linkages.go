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

// jointTolerance is the greatest distance of masses that are joined into one [m].
const jointTolerance = 1e-6

// hinge returns a pair of boards, 0.2 m wide: one is held, the other hangs from its
// edge by a hinge, starts 40° out and swings. The hinge runs along y.
func hinge(o scene.Options) (*scene.Scene, error) {
	const spacing, tilt = 0.05, 40 * math.Pi / 180
	part := share(2, 5, 7)
	density := part * cmp.Or(o.Density, 600)
	spec := build.LatticeSpec{Nx: 2, Ny: 5, Nz: 7, Spacing: spacing, Mass: density * spacing * spacing * spacing,
		Stiffness: cmp.Or(o.Stiffness, part*2e4), DampingRatio: o.Damping(tune.DampingRatio)}
	board, err := build.Lattice(spec)
	if err != nil {
		return nil, err
	}
	// These edges meet: x = −spacing/2 of the upper board's lowest layer, and of the lower
	// board's highest.
	for _, layer := range []string{"bottom", "top"} {
		g, _ := board.Group(layer)
		edge := model.Group{Name: layer + " edge"}
		for _, i := range g.Masses {
			if board.RestPosition[i][0] < 0 {
				edge.Masses = append(edge.Masses, i)
			}
		}
		board.Groups = append(board.Groups, edge)
	}
	const height = 0.4
	down := model.Vec3{spacing / 2, 0, -6 * spacing}
	turn := mgl64.QuatRotate(-tilt, model.Vec3{0, 1, 0})
	m, err := join.Merge("hinge",
		join.Part{Name: "held", Model: board, Move: model.Vec3{spacing / 2, 0, height}},
		join.Part{Name: "swinging", Model: board, Turn: turn, Move: turn.Rotate(down).Add(model.Vec3{0, 0, height})})
	if err != nil {
		return nil, err
	}
	if m, err = join.Hinge(m, "held/bottom edge", "swinging/top edge", jointTolerance); err != nil {
		return nil, err
	}
	pinGroup(m, "held/top")
	return &scene.Scene{Model: m, Params: model.Params{Gravity: model.EarthGravity()}, Duration: 5}, nil
}

// chain hangs between two points of the same height, 1 m apart, and moves from a circular
// arc into the catenary. It is stiff and stretches by less than 0.1 %.
func chain(o scene.Options) (*scene.Scene, error) {
	const length, span = 1.5, 1.0
	masses, err := tune.RopeSize(o, 60, 3)
	if err != nil {
		return nil, err
	}
	segment := length / float64(masses-1)
	density := cmp.Or(o.Density, 1) // of a light steel chain
	weight := density * length * model.StandardGravity
	rope, err := build.Rope(build.RopeSpec{Masses: masses, Length: length, Span: span, Mass: build.RopeMass(masses, length, density),
		Stiffness: cmp.Or(o.Stiffness, weight/(0.001*segment)), DampingRatio: o.Damping(tune.DampingRatio)})
	if err != nil {
		return nil, err
	}
	// The arc lies toward +y; after a turn of −90° about x it hangs.
	m, err := join.Merge("chain", join.Part{Model: rope, Turn: mgl64.QuatRotate(-math.Pi/2, model.Vec3{1, 0, 0}), Move: model.Vec3{0, 0, 1}})
	if err != nil {
		return nil, err
	}
	pinGroup(m, "ends")
	return &scene.Scene{Model: m, Params: model.Params{Gravity: model.EarthGravity(), DragHalfLife: 0.15}, Duration: 5}, nil
}
