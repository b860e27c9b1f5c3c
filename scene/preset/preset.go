package preset

import (
	"fmt"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/meshfile"
	"hooke/scene/tune"
)

// Preset is a scene that comes with the program.
type Preset struct {
	Name    string // name for Of
	Summary string // one line

	Accepts []string                                  // names of the options that it takes, without those that every run takes
	Make    func(scene.Options) (*scene.Scene, error) // makes the structure, before the options of the run apply; see Open
}

// All lists all presets, smallest and simplest first. Help, the README and the reference
// of scene files take names and sentences from here.
func All() []Preset {
	sized := append([]string{"springs", "masses"}, scene.SpringOptions()...)
	return []Preset{
		{"cube", "the bouncing cube: 8 masses, 28 springs, no damping", nil, cube},
		{"canon", "the benchmark lattice: 1 g masses 1 cm apart, 100 N/m, jittered, bottom pinned", []string{"springs", "masses"}, canon},
		{"lattice", "an elastic block that drops on the ground; a million springs unless told otherwise", append([]string{"per-mass"}, sized...), lattice},
		{"cloth", "a square cloth, held along one edge, that swings down", sized, cloth},
		{"rope", "a rope held at both ends that swings down", sized, rope},
		{"chain", "a chain held at both ends that hangs in a catenary", sized, chain},
		{"helix", "a spring of soft wire, held at its top, that drops and bounces", []string{"masses"}, helix},
		{"hinge", "two boards joined by a hinge: one is held, the other swings", scene.SpringOptions(), hinge},
		{"bridge", "a rope bridge: planks on ropes that only pull, with handrails", scene.SpringOptions(), bridge},
		{"tensegrity", "six rods that float between tight cords, an icosahedron that stands", []string{"stiffness", "damping-ratio", "undamped"}, tensegrity},
		{"jelly", "a cube of jelly that drops on the ground and wobbles", sized, jelly},
		{"breathing", "a cube that swells and shrinks: all of it is one muscle", sized, breathing},
		{"walker", "a robot that walks on six legs of two muscles each", scene.SpringOptions(), walker},
		{"worm", "a robot that crawls: waves of swelling run along it", scene.SpringOptions(), worm},
		{"quadruped", "a robot of voxels that trots on four legs", scene.SpringOptions(), quadruped},
		{"snake", "a robot of voxels that winds sideways", scene.SpringOptions(), snake},
		{"crawler", "a robot of voxels that runs on ten short legs", scene.SpringOptions(), crawler},
		{"conveyor", "a belt that carries jellies to a spinning table, which throws them off", scene.SpringOptions(), conveyor},
		{"drape", "a cloth that falls on a ball and folds around it", sized, drape},
		{"curtain", "a curtain of stiff cloth on rings, at 60 steps a second, in a draft", sized, curtain},
		{"net", "a net of rigid links, hung by its corners, that a ball lifts", []string{"springs", "masses"}, net},
		{"flag", "a flag that flutters in a gusty wind", sized, flag},
		{"boxes", "a stack of ten boxes that stands", scene.SpringOptions(), boxes},
		{"pile", "fifty small jellies that drop into a box", scene.SpringOptions(), pile},
		{"slingshot", "a block flies at a wall of blocks and knocks it over", scene.SpringOptions(), slingshot},
		{"towel", "a cloth that falls in folds on itself", sized, towel},
		{"spot", "Spot the cow, filled with a lattice of 50,000 springs, drops on the ground", scene.MeshOptions(), spot},
	}
}

// Names returns the names of all presets, in their order.
func Names() []string {
	var names []string
	for _, p := range All() {
		names = append(names, p.Name)
	}
	return names
}

// Of returns the preset of a name, or the zero Preset for an unknown name.
func Of(name string) Preset {
	for _, p := range All() {
		if p.Name == name {
			return p
		}
	}
	return Preset{}
}

// Open makes the scene of a preset. Zero options mean the recipe's own numbers. Faults of
// the options are *OptionError, one or several joined.
func (p Preset) Open(o scene.Options) (*scene.Scene, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if err := o.OnlyFor(p.Name, p.Accepts); err != nil {
		return nil, err
	}
	s, err := p.Make(o)
	if err != nil {
		return nil, fmt.Errorf("scene: %s: %w", p.Name, err)
	}
	if err := tune.CollideAsAsked(s, o); err != nil {
		return nil, err
	}
	return tune.Finish(s, p.Name, o), nil
}

// spot makes a scene of the embedded mesh, as of a file whose y axis points up.
func spot(o scene.Options) (*scene.Scene, error) {
	surface, err := format.Spot()
	if err != nil {
		return nil, err
	}
	if o.Up == "" {
		o.Up = "y"
	}
	s, err := meshfile.FromSurface(&mesh.File{Surface: surface}, o)
	if err != nil {
		return nil, err
	}
	s.Name, s.Model.Name = "spot", "spot"
	return s, nil
}

// cube drops flat from 0.1 m on a hard, springy ground without friction.
func cube(scene.Options) (*scene.Scene, error) {
	m, err := build.Cube(0.1)
	if err != nil {
		return nil, err
	}
	return &scene.Scene{
		Model:    m,
		Params:   model.Params{DT: 1e-4, Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 100_000, 0)}},
		Duration: 3,
	}, nil
}
