package parse_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/must"
	"hooke/scene/toml/parse"
)

// lattice27 is a [[mesh]] that nothing is wrong with.
const lattice27 = "[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 0.1\nstiffness = 100\n"

// read reads a scene file, with all that is judged by its text alone.
func read(text string) *parse.File {
	f := parse.Read([]byte(text), "s.toml")
	f.CheckSyntax()
	return f
}

// Every kind of fault in the syntax of a scene file, in full: the position, the words, the line and the
// caret.
func TestFaultsOfWhatIsWritten(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"syntax", "[run]\ndt = 0.1.2\n", `s.toml:2:9: expected newline but got U+002E '.'
    dt = 0.1.2
            ^`},
		{"a number that only go-toml judges", lattice27 + "[run]\nseed = 007\n", `s.toml:7:8: integers cannot have leading zeroes
    seed = 007
           ^`},
		{"all at once", "gravty = 1\n" + lattice27 + "[run]\n\tdt = -1e-4 # s\n\tintegrator = \"verlett\"\nduration = \"long\"\ndrag = 0.5\n", `s.toml:1:1: key "gravty" is unknown before the first table; did you mean "gravity", which belongs to run?
    gravty = 1
    ^^^^^^
s.toml:8:7: dt is -1e-4 s; it must be above 0
    	dt = -1e-4 # s
    	     ^^^^^
s.toml:9:15: integrator is "verlett", which is unknown; did you mean "verlet"?; known are symplectic-euler, verlet, rk4, explicit-euler, impulses, implicit-euler, pbd, energy
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
s.toml:8:1: key "name" is unknown in run; it belongs to the top of the file, mesh, voxel, mass, material, group, actuator, force, motor, spin, pressure, area, orient, track, shape, limit, clamp, guide, input, sensor, controller
    name = "x"
    ^^^^`},
		{"tables", lattice27 + "[contact]\nshape = \"plane\"\n[[wind]]\nvelocity = [1, 0, 0]\n[pins]\n[run]\n[run]\n", `s.toml:6:2: there may be several of contact; write [[contact]]
    [contact]
     ^^^^^^^
s.toml:8:3: there is one wind; write [wind]
    [[wind]]
      ^^^^
s.toml:10:2: table "pins" is unknown; did you mean "pin"?; known are let, run, mesh, voxel, mass, spring, material, group, join, pin, attachment, contact, collision, actuator, force, motor, handle, spin, water, pressure, area, orient, track, shape, limit, clamp, guide, wind, control, input, sensor, controller, output
    [pins]
     ^^^^
s.toml:12:2: table "run" already exists
    [run]
     ^^^`},
		{"words of other programs", lattice27 + "[[motor]]\naxis = [0, 0, 1]\nspeed = 1\ndamping = 1\nangular_speed = 1\n[[joint]]\na = 1\n", `s.toml:10:1: key "angular_speed" is unknown in motor; write [[spin]], which turns a group to an angular speed by a torque
    angular_speed = 1
    ^^^^^^^^^^^^^
s.toml:11:3: table "joint" is unknown; write [[limit]] to bound an angle; bodies that share an edge ([[join]]) turn about it; known are let, run, mesh, voxel, mass, spring, material, group, join, pin, attachment, contact, collision, actuator, force, motor, handle, spin, water, pressure, area, orient, track, shape, limit, clamp, guide, wind, control, input, sensor, controller, output
    [[joint]]
      ^^^^^`},
		{"twice", lattice27 + "spacing = 0.2\n", `s.toml:6:1: spacing is given twice; leave one out
    spacing = 0.2
    ^^^^^^^`},
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
	} {
		t.Run(c.name, func(t *testing.T) {
			f := read(c.text)
			if !f.Faulty() {
				t.Fatalf("no fault, want:\n%s", c.want)
			}
			must.Be(t, cmp.Diff(c.want, f.Err().Error()), "", "(- want, + got)")
		})
	}
}
