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
	Group   Group  // subject under which help lists the preset
	Summary string // one line

	Accepts []string                                  // names of the options that it takes, without those that every run takes
	Make    func(scene.Options) (*scene.Scene, error) // makes the structure, before the options of the run apply; see Open
}

// Group is a subject of presets. Its text is the heading in help.
type Group string

// The groups of presets.
const (
	Robots     Group = "Robots"
	Cloth      Group = "Cloth and rope"
	Solids     Group = "Solids"
	Collisions Group = "Collisions"
	Teaching   Group = "Teaching"
)

// Groups returns all groups, in the order of help.
func Groups() []Group { return []Group{Robots, Cloth, Solids, Collisions, Teaching} }

// All returns all presets, smallest and simplest first. Help, the README and the reference
// of scene files take names, groups and sentences from here.
func All() []Preset {
	springs := scene.SpringOptions()
	sized := append([]string{"springs", "masses"}, springs...)
	return []Preset{
		{"cube", Teaching, "8 masses and 28 springs without damping bounce", nil, cube},
		{"canon", Teaching, "the benchmark lattice: 1 g masses 1 cm apart, 100 N/m, jittered, bottom pinned", []string{"springs", "masses"}, canon},
		{"lattice", Solids, "an elastic block drops on the ground (a million springs by default)", append([]string{"per-mass"}, sized...), lattice},
		{"cloth", Cloth, "a square cloth swings down from one held edge", sized, cloth},
		{"rope", Cloth, "a rope swings down between its held ends", sized, rope},
		{"chain", Cloth, "a chain hangs in a catenary between its held ends", sized, chain},
		{"helix", Teaching, "a coil of soft wire drops from its held top and bounces (rods, on the CPU)", []string{"masses"}, helix},
		{"hinge", Teaching, "one of two hinged boards is held; the other swings", springs, hinge},
		{"bridge", Cloth, "planks hang from ropes and handrails that only pull", springs, bridge},
		{"tensegrity", Solids, "six rods float between tight cords and stand as an icosahedron", []string{"stiffness", "damping-ratio", "undamped"}, tensegrity},
		{"jelly", Solids, "a cube of jelly drops on the ground and wobbles", sized, jelly},
		{"breathing", Teaching, "a cube that is one muscle swells and shrinks", sized, breathing},
		{"walker", Robots, "walks on six legs of two muscles each", springs, walker},
		{"hiker", Robots, "walks on six legs over rough ground (heights on a grid, on the CPU)", springs, hiker},
		{"worm", Robots, "crawls by waves of swelling that run along its body", springs, worm},
		{"quadruped", Robots, "trots on four legs (built of voxels)", springs, quadruped},
		{"snake", Robots, "winds sideways (built of voxels)", springs, snake},
		{"crawler", Robots, "runs on ten short legs (built of voxels)", springs, crawler},
		{"conveyor", Collisions, "a belt carries jellies to a spinning table, which throws them off", springs, conveyor},
		{"drape", Cloth, "a cloth falls on a ball and folds around it", sized, drape},
		{"curtain", Cloth, "a stiff curtain hangs on rings in a draft (60 steps per second)", sized, curtain},
		{"net", Cloth, "a ball lifts a net of rigid links that hangs by its corners", []string{"springs", "masses"}, net},
		{"flag", Cloth, "a flag flutters in a gusty wind", sized, flag},
		{"storm", Cloth, "a frayed flag tears in a storm (on the CPU)", sized, storm},
		{"crash", Solids, "a block of soft metal drives against a pole and dents (on the CPU)", springs, crash},
		{"boxes", Collisions, "ten boxes stand in a stack", springs, boxes},
		{"pile", Collisions, "fifty small jellies drop into a box", springs, pile},
		{"slingshot", Collisions, "a block flies at a wall of blocks and knocks it over", springs, slingshot},
		{"raft", Solids, "a wooden raft drops on water and rides a swell (on the CPU)", springs, raft},
		{"balloon", Cloth, "a balloon drops and bounces on the air inside (on the CPU)", springs, balloon},
		{"knot", Cloth, "a load pulls a knot tight: springs that collide (on the CPU)", []string{"stiffness", "damping-ratio", "undamped"}, knot},
		{"nails", Collisions, "a cloth falls on a bed of nails: masses against triangles (on the CPU)", sized, nails},
		{"ragdoll", Collisions, "a body whose joints have limits falls down stairs", []string{"stiffness", "damping-ratio", "undamped"}, ragdoll},
		{"towel", Collisions, "a cloth falls on itself in folds", sized, towel},
		{"spot", Solids, "Spot the cow, filled with 50,000 springs, drops on the ground", scene.MeshOptions(), spot},
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

// Open makes the scene of a preset. Zero options keep the recipe's own numbers. Faults of
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

// spot makes a scene of the embedded mesh, whose y axis points up.
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
