package cli

import (
	"testing"

	"hooke/cpu"
	"hooke/cpuref"
	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// touchingScene is a cloth and a block that fall on each other and on a rod that moves and turns,
// which pushes springs and triangles, and a fast mass that a slab catches: all that touches.
const touchingScene = `
[run]
dt = 5e-4
[[mesh]]
name = "cloth"
make = "cloth"
masses = [6, 6]
spacing = 0.05
mass = 0.005
stiffness = 100
move = [0, 0, 0.03]
velocity = [0, 0, -0.5]
[[mesh]]
name = "block"
make = "lattice"
masses = 3
spacing = 0.04
mass = 0.01
stiffness = 400
damping_ratio = 0.1
move = [0, 0, 0.09]
velocity = [0.3, 0, -1.5]
[[mesh]]
name = "shot"
make = "rope"
masses = 2
length = 0.04
mass = 0.01
stiffness = 100
move = [1, 0, 0.2]
velocity = [0, 0, -8]
[[contact]]
shape = "capsule"
a = [-0.2, 0.01, 0]
b = [0.2, 0.02, 0]
radius = 0.02
touches = "triangles"
stiffness = 200
damping = 0.1
static_friction = 0.4
kinetic_friction = 0.3
velocity = [0, 0.1, 0.2]
spin = [0, 0, 3]
[[contact]]
shape = "box"
center = [1, 0, 0]
half = [0.5, 0.5, 0.0005]
stiffness = 100
[collision]
static_friction = 0.4
kinetic_friction = 0.3
friction_iterations = 2
skin = 0.01
`

// A run of bodies that collide, are pushed by shapes that move, and are caught continues from a
// checkpoint with the same bits, whatever lists of pairs the engine had.
func TestResumedTouchingRunsAreBitIdentical(t *testing.T) {
	needsGL(t)
	d := must.Open(engine.OpenDevice(engine.Listener{}))(t)
	path := t.TempDir() + "/checkpoint.hooke"
	file := write(t, "touching.toml", touchingScene)
	for _, c := range []struct {
		name       string
		integrator model.Integrator
		engine     func(s *scene.Scene) (model.Engine, error)
	}{
		{"cpu", model.SymplecticEuler, func(s *scene.Scene) (model.Engine, error) { return cpu.New(s.Model, s.Params, cpu.Options{Threads: 2}) }},
		{"cpu", model.VelocityVerlet, func(s *scene.Scene) (model.Engine, error) { return cpu.New(s.Model, s.Params, cpu.Options{Threads: 2}) }},
		{"cpuref with ledger", model.VelocityVerlet, func(s *scene.Scene) (model.Engine, error) {
			of := withLedger(s)
			return cpuref.New(of.Model, of.Params)
		}},
		{"gpu", model.VelocityVerlet, func(s *scene.Scene) (model.Engine, error) {
			return gpu.New(d.GL, s.Model, s.Params, gpu.Options{Pipeline: gpu.Fused})
		}},
	}[:must.Sized(3, 4)] {
		s := must.Get(open.Scene(file, scene.Options{Integrator: c.integrator}))(t)
		started := map[string]model.Engine{}
		resumesBitIdentically(t, c.name, func() (model.Engine, error) {
			e, err := c.engine(s)
			if started["whole"] == nil {
				started["whole"] = e
			}
			return e, err
		}, s.Start, path, 50, true)
		touching, err := started["whole"].(model.ContactSource).Touching()
		if err != nil || touching.Most < 2 || touching.Rebuilds < 3 && c.name == "gpu" {
			t.Errorf("%s: %+v, %v: too little to prove anything", c.name, touching, err)
		}
		if caught, err := started["whole"].(model.Catcher).Caught(); err != nil || caught.Count < 2 {
			t.Errorf("%s: %+v, %v: too little is caught", c.name, caught, err)
		}
	}
}
