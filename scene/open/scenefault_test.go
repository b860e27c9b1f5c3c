package open

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/must"
	"hooke/scene"
)

// lattice27 is a [[mesh]] that nothing is wrong with.
const lattice27 = "[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nstiffness = 100\n"

// Every kind of fault in the meaning of a scene file, in full: the position, the words, the line and the
// caret. Faults of its syntax are tests of package parse.
func TestFaultsOfWhatASceneFileMeans(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no mesh", "[run]\ndt = \"auto\"\n", `s.toml:1:1: there is no [[mesh]] and no [[mass]]; give a mesh, such as preset = "cube" or file = "robot.obj"
    [run]
    ^`},
		{"another variant's key, and missing ones", "[[mesh]]\nmake = \"cloth\"\npitch = 0.1\n", `s.toml:1:3: masses is missing: masses along each axis
    [[mesh]]
      ^^^^
s.toml:1:3: spacing is missing: distance of neighbors [m]
    [[mesh]]
      ^^^^
s.toml:1:3: stiffness is missing: k of springs [N/m]; give it, or a material
    [[mesh]]
      ^^^^
s.toml:3:1: pitch belongs to truss or file or preset, not to cloth; leave it out
    pitch = 0.1
    ^^^^^`},
		{"a preset's options", "[[mesh]]\npreset = \"cube\"\nspringss = 3\n[[mesh]]\npreset = \"walker\"\nsprings = \"5k\"\n", `s.toml:3:1: key "springss" is unknown in mesh; did you mean "springs"?
    springss = 3
    ^^^^^^^^
s.toml:6:11: springs: walker has no use for it; leave it out (walker takes density, stiffness, damping-ratio, undamped, dt, drag, solver, substeps, iterations, tolerance, forward, warm, collide, inputs)
    springs = "5k"
              ^^^^`},
		{"materials", lattice27 + "[[material]]\nname = \"rubber\"\nstiffness = 100\nfrequency = 2.0\n[[mesh]]\npreset = \"cube\"\nmaterial = \"ruber\"\n[[material]]\nname = \"wood\"\n", `s.toml:8:13: k = 100 N/m, f = 2 Hz mixes vocabularies; give stiffness and damping, or a frequency, or normalized values
    stiffness = 100
                ^^^
s.toml:12:12: material "ruber" is unknown; did you mean "rubber"?; known are rubber, wood
    material = "ruber"
               ^^^^^^^
s.toml:14:8: material "wood" is unused; name it in a mesh, or give it a group or the material that it replaces
    name = "wood"
           ^^^^^^`},
		{"what package model knows", lattice27 + "[[contact]]\nshape = \"plane\"\nstatic_friction = 0.2\nkinetic_friction = 0.5\n[[actuator]]\namplitude = 0.5\nwave = \"table\"\n[[force]]\nforce = [0, 0, 1]\ntable = [[1, 0], [0, 1]]\n", `s.toml:9:20: kinetic friction is 0.5; it must not be more than the static friction, 0.2
    kinetic_friction = 0.5
                       ^^^
s.toml:12:8: wave is a table, and its table is empty; give points over a cycle from 0 to 1
    wave = "table"
           ^^^^^^^
s.toml:15:1: point 1 of its table is at 0, after one at 1; give them in ascending order
    table = [[1, 0], [0, 1]]
    ^^^^^`},
		{"what only the model knows", lattice27 + "[[group]]\nname = \"far\"\nshape = \"sphere\"\ncenter = [9, 9, 9]\nradius = 1\n[[pin]]\ngroup = \"botom\"\n[[actuator]]\namplitude = 0.1\nwave = \"table\"\ntable = \"none.csv\"\ngroup = \"top\"\n[[handle]]\nmass = 27\ntarget = [0, 0, 0]\nstiffness = 1\n", `s.toml:6:3: group "far" has no mass; the masses lie from [-0.1, -0.1, 0] to [0.1, 0.1, 0.2] m
    [[group]]
      ^^^^^
s.toml:12:9: group "botom" is unknown; did you mean "bottom"?; known are bottom, top, all
    group = "botom"
            ^^^^^^^
s.toml:16:9: none.csv: no such file or directory
    table = "none.csv"
            ^^^^^^^^^^
s.toml:19:8: mass 27 does not exist; masses are numbered 0 to 26
    mass = 27
           ^^`},
		{"muscles without a place", lattice27 + "[[actuator]]\namplitude = 0.1\nfrequency = 1\n", `s.toml:6:3: 1 actuators have no group, and the meshes have 0 muscles of their own; give each a group, or as many as there are muscles
    [[actuator]]
      ^^^^^^^^`},
		{"wind without cloth", lattice27 + "[wind]\nvelocity = [1, 0, 0]\n", `s.toml:6:2: the model has no triangles that it could blow on; use a cloth, or no wind
    [wind]
     ^^^^`},
		{"a pressure in a block, beside wind", lattice27 + "[[pressure]]\ngroup = \"all\"\npressure = 10\n[wind]\nvelocity = [1, 0, 0]\n[[mesh]]\nmake = \"cloth\"\nmasses = [3, 3]\nspacing = 0.1\nmass = 0.01\nstiffness = 10\nmove = [0, 0, 1]\n",
			`s.toml:6:3: its skin is open, or its triangles do not turn one way: 8 edges have not as many triangles on both sides, the first between masses 27 and 28; close the mesh
    [[pressure]]
      ^^^^^^^^`},
		{"a guide and its pins", lattice27 + "[[guide]]\nkind = \"plane\"\ndirection = [0, 0, 2]\ngroup = \"top\"\n[[guide]]\nkind = \"path\"\ngroup = \"bottom\"\n", `s.toml:10:3: mass 0 is not pinned on all axes; pin it, so that only the path moves it
    [[guide]]
      ^^^^^`},
		{"a file that is not there", "[[mesh]]\nfile = \"none.obj\"\n", `s.toml:2:8: none.obj: no such file or directory
    file = "none.obj"
           ^^^^^^^^^^`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			must.Do(t, os.WriteFile("s.toml", []byte(c.text), 0o666))
			_, err := Scene("s.toml", scene.Options{})
			if err == nil {
				t.Fatalf("no error, want:\n%s", c.want)
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Errorf("(- want, + got):\n%s\ngot:\n%s", diff, err)
			}
		})
	}
}

// A link below the folder of the scene that leads out of it is not followed.
func TestLinksDoNotLeadOut(t *testing.T) {
	folder := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret.csv")
	must.Do(t, os.WriteFile(outside, []byte("0,1\n"), 0o666))
	must.Do(t, os.Symlink(outside, filepath.Join(folder, "wave.csv")))
	path := filepath.Join(folder, "s.toml")
	text := lattice27 + "[[actuator]]\namplitude = 0.1\nwave = \"table\"\ntable = \"wave.csv\"\ngroup = \"top\"\n"
	must.Do(t, os.WriteFile(path, []byte(text), 0o666))
	must.Say(t, "", must.Err(Scene(path, scene.Options{})), "wave.csv is a link that leads out of the folder of the scene file; copy the file into it")
}

// Options that change a structure belong into the file.
func TestSceneFilesTakeOptionsOfTheRunOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.toml")
	must.Do(t, os.WriteFile(path, []byte(lattice27), 0o666))
	must.Say(t, "a stiffness", must.Err(Scene(path, scene.Options{Stiffness: 3})), "has no use for it; leave it out")
	s, err := Scene(path, scene.Options{DT: 1e-3})
	must.Hold(t, err == nil && s.Params.DT == 1e-3, "a step: %v, %v", s, err)
}
