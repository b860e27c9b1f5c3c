package open

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/scene"
)

// lattice27 is a [[mesh]] that nothing is wrong with.
const lattice27 = "[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nstiffness = 100\n"

// Every kind of fault, in full: the place, the words, the line and the caret.
func TestEveryFaultOfASceneFile(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"syntax", "[run]\ndt = 0.1.2\n", `s.toml:2:9: expected newline but got U+002E '.'
    dt = 0.1.2
            ^`},
		{"a number that only go-toml judges", lattice27 + "[run]\nseed = 007\n", `s.toml:7:8: integers cannot have leading zeroes
    seed = 007
           ^`},
		{"no mesh", "[run]\ndt = \"auto\"\n", `s.toml:1:1: there is no [[mesh]]; give one, such as preset = "cube" or file = "robot.obj"
    [run]
    ^`},
		{"all at once", "gravty = 1\n" + lattice27 + "[run]\n\tdt = -1e-4 # s\n\tintegrator = \"verlett\"\nduration = \"long\"\ndrag = 0.5\n", `s.toml:1:1: key "gravty" is unknown before the first table; did you mean "gravity", which belongs to run?
    gravty = 1
    ^^^^^^
s.toml:8:7: dt is -1e-4 s; it must be above 0
    	dt = -1e-4 # s
    	     ^^^^^
s.toml:9:15: integrator is "verlett", which is unknown; did you mean "verlet"?; known are symplectic-euler, verlet, rk4, explicit-euler
    	integrator = "verlett"
    	             ^^^^^^^^^
s.toml:10:12: duration is "long"; give a number
    duration = "long"
               ^^^^^^
s.toml:11:1: key "drag" is unknown in run; did you mean "drag_half_life"?
    drag = 0.5
    ^^^^`},
		{"keys of the top of the file", lattice27 + "[run]\ntime = 2\nname = \"x\"\n", `s.toml:7:1: key "time" is unknown in run; did you mean "name", which belongs to the top of the file?
    time = 2
    ^^^^
s.toml:8:1: key "name" is unknown in run; it belongs to the top of the file, mesh, material, group, actuator, force, motor, guide
    name = "x"
    ^^^^`},
		{"tables", lattice27 + "[contact]\nshape = \"plane\"\n[[wind]]\nvelocity = [1, 0, 0]\n[pins]\n[run]\n[run]\n", `s.toml:6:2: there may be several of contact; write [[contact]]
    [contact]
     ^^^^^^^
s.toml:8:3: there is one wind; write [wind]
    [[wind]]
      ^^^^
s.toml:10:2: table "pins" is unknown; did you mean "pin"?; known are run, mesh, material, group, join, pin, contact, actuator, force, motor, handle, guide, wind, output
    [pins]
     ^^^^
s.toml:12:2: table "run" is there already
    [run]
     ^^^`},
		{"twice", lattice27 + "spacing = 0.2\n", `s.toml:6:1: spacing is there already; leave one out
    spacing = 0.2
    ^^^^^^^`},
		{"another variant's key, and missing ones", "[[mesh]]\nmake = \"cloth\"\npitch = 0.1\n", `s.toml:1:3: masses is missing: masses along each axis
    [[mesh]]
      ^^^^
s.toml:1:3: spacing is missing: distance of neighbors [m]
    [[mesh]]
      ^^^^
s.toml:1:3: stiffness is missing: k of springs [N/m]; give it, or a material
    [[mesh]]
      ^^^^
s.toml:3:1: pitch belongs to file or preset, not to cloth; leave it out
    pitch = 0.1
    ^^^^^`},
		{"two sources", "[[mesh]]\npreset = \"cube\"\nfile = \"a.obj\"\n", `s.toml:1:3: file and preset are given; give one of them
    [[mesh]]
      ^^^^`},
		{"paths", "[[mesh]]\nfile = \"../a.obj\"\n[[mesh]]\nfile = \"/etc/passwd\"\n[[mesh]]\nfile = 'a\\b.obj'\n", `s.toml:2:8: file is "../a.obj", which leads out of the folder of the scene file; put the file into it
    file = "../a.obj"
           ^^^^^^^^^^
s.toml:4:8: file is "/etc/passwd", an absolute path; give one that starts at the folder of the scene file
    file = "/etc/passwd"
           ^^^^^^^^^^^^^
s.toml:6:8: file is "a\\b.obj"; write / between folders
    file = 'a\b.obj'
           ^^^^^^^^^`},
		{"a preset's options", "[[mesh]]\npreset = \"cube\"\nspringss = 3\n[[mesh]]\npreset = \"walker\"\nsprings = \"5k\"\n", `s.toml:3:1: key "springss" is unknown in mesh; did you mean "springs"?
    springss = 3
    ^^^^^^^^
s.toml:6:11: springs: walker has no use for it; leave it out (walker takes density, stiffness, damping-ratio, undamped, dt, drag, integrator)
    springs = "5k"
              ^^^^`},
		{"types", lattice27 + "move = [0, 0]\nturn = [0, 0, \"x\"]\nper_mass = 13.0\nname = \"\"\nvelocity = [nan, 0, 0]\n", `s.toml:6:1: move is a list of 2; give three numbers, [x, y, z]
    move = [0, 0]
    ^^^^
s.toml:7:1: turn is "x"; give three numbers, [x, y, z]
    turn = [0, 0, "x"]
    ^^^^
s.toml:8:12: per_mass is 13.0; give a whole number
    per_mass = 13.0
               ^^^^
s.toml:9:8: name is empty; write something, or leave it out
    name = ""
           ^^
s.toml:10:1: velocity is nan; give a finite number
    velocity = [nan, 0, 0]
    ^^^^^^^^`},
		{"materials", lattice27 + "[[material]]\nname = \"rubber\"\nstiffness = 100\nfrequency = 2.0\n[[mesh]]\npreset = \"cube\"\nmaterial = \"ruber\"\n[[material]]\nname = \"wood\"\n", `s.toml:6:3: k = 100 N/m, f = 2 Hz mixes vocabularies; give stiffness and damping, or a frequency, or normalized values
    [[material]]
      ^^^^^^^^
s.toml:12:12: material "ruber" is unknown; did you mean "rubber"?; known are rubber, wood
    material = "ruber"
               ^^^^^^^
s.toml:14:8: material "wood" is used by nothing; name it in a mesh, or give it a group or what it replaces
    name = "wood"
           ^^^^^^`},
		{"what package model knows", lattice27 + "[[contact]]\nshape = \"plane\"\nstatic_friction = 0.2\nkinetic_friction = 0.5\n[[actuator]]\namplitude = 0.5\nwave = \"table\"\n[[force]]\nforce = [0, 0, 1]\ntable = [[1, 0], [0, 1]]\n", `s.toml:6:3: kinetic friction is 0.5; it must not be more than the static friction, 0.2
    [[contact]]
      ^^^^^^^
s.toml:10:3: its wave is a table, which is empty; give points over a cycle from 0 to 1
    [[actuator]]
      ^^^^^^^^
s.toml:13:3: point 1 of its curve is at 0, after one at 1; give them in ascending order
    [[force]]
      ^^^^^`},
		{"what only the model knows", lattice27 + "[[group]]\nname = \"far\"\nshape = \"sphere\"\ncenter = [9, 9, 9]\nradius = 1\n[[pin]]\ngroup = \"botom\"\n[[actuator]]\namplitude = 0.1\nwave = \"table\"\ntable = \"none.csv\"\ngroup = \"top\"\n[[handle]]\nmass = 27\ntarget = [0, 0, 0]\nstiffness = 1\n", `s.toml:6:3: group "far" has no mass; the masses lie from [-0.1, -0.1, 0] to [0.1, 0.1, 0.2] m
    [[group]]
      ^^^^^
s.toml:12:9: group "botom" is unknown; did you mean "bottom"?; known are bottom, top
    group = "botom"
            ^^^^^^^
s.toml:16:9: none.csv: no such file or directory
    table = "none.csv"
            ^^^^^^^^^^
s.toml:19:8: mass 27 is not there; masses are numbered 0 to 26
    mass = 27
           ^^`},
		{"muscles without a place", lattice27 + "[[actuator]]\namplitude = 0.1\n", `s.toml:6:3: 1 actuators have no group, and the meshes have 0 muscles of their own; give each a group, or as many as there are muscles
    [[actuator]]
      ^^^^^^^^`},
		{"wind without cloth", lattice27 + "[wind]\nvelocity = [1, 0, 0]\n", `s.toml:6:2: the model has no triangles that it could blow on; use a cloth, or no wind
    [wind]
     ^^^^`},
		{"a guide and its pins", lattice27 + "[[guide]]\nkind = \"plane\"\ndirection = [0, 0, 2]\ngroup = \"top\"\n[[guide]]\nkind = \"path\"\ngroup = \"bottom\"\n", `s.toml:10:3: mass 0 is not pinned on all axes; pin it, so that only the path moves it
    [[guide]]
      ^^^^^`},
		{"a file that is not there", "[[mesh]]\nfile = \"none.obj\"\n", `s.toml:2:8: none.obj: no such file or directory
    file = "none.obj"
           ^^^^^^^^^^`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.WriteFile("s.toml", []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
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
	if err := os.WriteFile(outside, []byte("0,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "wave.csv")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "s.toml")
	text := lattice27 + "[[actuator]]\namplitude = 0.1\nwave = \"table\"\ntable = \"wave.csv\"\ngroup = \"top\"\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Scene(path, scene.Options{})
	if err == nil || !strings.Contains(err.Error(), "wave.csv is a link that leads out of the folder of the scene file; copy the file into it") {
		t.Errorf("error %v", err)
	}
}

// Options that change a structure belong into the file.
func TestSceneFilesTakeOptionsOfTheRunOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s.toml")
	if err := os.WriteFile(path, []byte(lattice27), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Scene(path, scene.Options{Stiffness: 3}); err == nil || !strings.Contains(err.Error(), "has no use for it; leave it out") {
		t.Errorf("a stiffness: %v", err)
	}
	s, err := Scene(path, scene.Options{DT: 1e-3})
	if err != nil || s.Params.DT != 1e-3 {
		t.Errorf("a step: %v, %v", s, err)
	}
}
