package bench

import (
	"fmt"
	"slices"
	"strings"

	"hooke/model"
	"hooke/order/random"
	"hooke/physics"
	"hooke/scene"
	"hooke/scene/open"
)

// Case is one structure at one size, ready to be stepped.
type Case struct {
	Scene  string // name of the recipe
	Title  string // name for users, such as canon 43³
	Model  *model.Model
	Start  *model.State
	Params model.Params // parameters; DT is set

	StepsPerFrame int // steps between two pictures; zero where the scene does not say

	own bool // whether the scene is no preset
}

// Recipe makes the cases of one scene of the benchmark, one for each size.
type Recipe struct {
	Name    string
	Summary string // one line
	Fixed   bool   // whether the scene has a size of its own, so that Suite.Springs changes nothing

	make func(springs int64, o scene.Options) (*Case, error)
}

// Recipes lists the scenes of the benchmark, the standard one first.
func Recipes() []Recipe {
	return []Recipe{
		{"canon", "the benchmark lattice: 13 springs per mass, all alike, rows in order", false, preset("canon")},
		{"lattice", "a lattice like canon, with dampers, to compare with cloth, rope and spot", false, preset("lattice")},
		{"cloth", "a square cloth: 6 springs per mass, of three kinds, with dampers", false, preset("cloth")},
		{"rope", "ropes of 1,000 springs side by side: 1 spring per mass, with dampers", false, ropes},
		{"spot", "Spot the cow, filled with a lattice: a regular inside, a ragged rim, with dampers", false, preset("spot")},
		{"network", "masses at random places, each with a random number of springs, numbered at random", false, network},
		{"walker", "a robot of 192 masses with twelve muscles walks on the ground; --members steps many of it", true, preset("walker")},
		{"cloth-128", "a cloth of 128 × 128 masses with 16 steps for each of 60 frames a second, as in examples of Warp and Taichi", true, frameCloth},
		{"small-steps", "the cloth of 150 k masses and 896 k springs of \"Small Steps in Physics Simulation\" (Macklin et al., SCA 2019)", true, smallSteps},
		{"canon-1.5m", "a lattice of 1.5 million masses", true, largeLattice},
	}
}

// SceneNames returns the names of the scenes of the benchmark.
func SceneNames() (names []string) {
	for _, s := range Recipes() {
		names = append(names, s.Name)
	}
	return names
}

// Fixed reports whether a scene has a size of its own.
func Fixed(name string) bool {
	return slices.ContainsFunc(Recipes(), func(s Recipe) bool { return s.Name == name && s.Fixed })
}

// NewCase makes the case of a scene with about that many springs; a fixed scene ignores
// the number. Settings, KEY=VALUE, change keys of a preset, and the name of the case has them.
func NewCase(name string, springs int64, integrator model.Integrator, settings ...string) (*Case, error) {
	for _, s := range Recipes() {
		if s.Name != name {
			continue
		}
		o := scene.Options{Integrator: integrator, Set: strings.Join(settings, "\n")}
		if !s.Fixed {
			o.Springs = springs
		}
		c, err := s.make(springs, o)
		if err != nil {
			return nil, err
		}
		if c.own && len(settings) > 0 {
			return nil, fmt.Errorf("bench: %s is made for the benchmark and has no keys; leave --set out, or measure a preset", name)
		}
		c.Scene = strings.Join(append([]string{name}, settings...), "+")
		return c, nil
	}
	return nil, fmt.Errorf("bench: scene %q is unknown; known are %s", name, strings.Join(SceneNames(), ", "))
}

// Collide lets the masses of the case collide, with the defaults of scenes, and adds this to
// its name. A step beyond the safe one with collisions is reduced.
func (c *Case) Collide() error {
	radius, collision, err := physics.NewCollision(c.Model, physics.CollisionOptions{})
	if err != nil {
		return err
	}
	c.Model.Radius, c.Params.Collision = radius, collision
	if c.Params.DT > physics.SafeStep(c.Model, c.Params) {
		c.Params.DT = physics.AutoStep(c.Model, c.Params)
	}
	c.Scene += "+collide"
	c.Title += ", masses collide"
	return nil
}

// Account returns the case with the energy ledger in every step, named so.
func (c *Case) Account() *Case {
	out := *c
	out.Params.Ledger = true
	out.Scene += "+energy"
	out.Title += ", energy ledger"
	return &out
}

// preset makes cases of a preset, which chooses the size itself.
func preset(name string) func(int64, scene.Options) (*Case, error) {
	return func(_ int64, o scene.Options) (*Case, error) { return openCase(name, o) }
}

// openCase opens a preset and shakes it a little, unless it is canon, whose recipe does
// so.
func openCase(name string, o scene.Options) (*Case, error) {
	sc, err := open.Scene(name, o)
	if err != nil {
		return nil, err
	}
	if name != "canon" {
		shake(sc.Model, sc.Start)
	}
	return &Case{Title: sc.Model.Name, Model: sc.Model, Start: sc.Start, Params: sc.Params}, nil
}

// The examples "cloth" of Warp and "mass_spring_cloth" of Taichi step a cloth of
// this order 16 times and more between two frames at 60 a second.
const (
	frameRate  = 60 // pictures per second [1/s]
	frameSteps = 16
	frameSide  = 128 // masses along each side
	// frameStiffness [N/m] is soft enough for such a long step; a cloth of 1 m with 0.2
	// kg/m² would be stiffer. Rates do not depend on it.
	frameStiffness = 0.4
)

func frameCloth(_ int64, o scene.Options) (*Case, error) {
	o.Size, o.Stiffness, o.DT = [3]int{frameSide, frameSide}, frameStiffness, 1.0/(frameRate*frameSteps)
	c, err := openCase("cloth", o)
	if err == nil {
		c.StepsPerFrame = frameSteps
	}
	return c, err
}

// smallSteps has 150,156 masses and 897,063 springs: the rectangle nearest to
// both numbers of the paper.
func smallSteps(_ int64, o scene.Options) (*Case, error) {
	o.Size = [3]int{388, 387}
	return openCase("cloth", o)
}

// largeLattice has 114³ = 1,481,544 masses.
func largeLattice(_ int64, o scene.Options) (*Case, error) {
	o.Size = [3]int{114, 114, 114}
	return openCase("canon", o)
}

// shaken is the largest displacement of a free mass along each axis, as a share of the
// shortest spring. It is the same as in canon.
const shaken = 0.01

// shake moves every free mass a little from rest, so that springs act from the
// first step and an error in them shows.
func shake(m *model.Model, start *model.State) {
	if m.SpringCount() == 0 {
		return
	}
	reach := shaken * slices.Min(m.RestLength)
	for i := range start.Position {
		for axis := range 3 {
			if m.PinOf(i)>>axis&1 == 0 {
				start.Position[i][axis] += reach * (2*random.Unit(random.Of(uint64(3*i+axis))) - 1)
			}
		}
	}
}
