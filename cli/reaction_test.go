package cli

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hooke/must"
)

// resting is a scene of a block of 8 kg on a floor with friction, another of 1.5 kg that hangs
// from pins, gravity that leans, and its reactions.
func resting(t *testing.T, outputs string) string {
	t.Helper()
	return write(t, "resting.toml", `[run]
duration = 4
dt = 7e-4
drag_half_life = 0.05
gravity = [1, 0, -9.81]
[[mesh]]
make = "solid"
cells = [2, 2, 2]
spacing = 0.1
modulus = 1e5
density = 1000
move = [0.3, 0.2, 0.01]
[[mesh]]
make = "solid"
cells = [1, 1, 3]
spacing = 0.1
modulus = 1e5
density = 500
move = [3, 0, 2]
[[group]]
name = "held"
shape = "plane"
normal = [0, 0, 1]
point = [0, 0, 2.29]
[[pin]]
group = "held"
[[contact]]
shape = "plane"
stiffness = 20000
damping = 50
static_friction = 0.5
kinetic_friction = 0.4
`+outputs)
}

const reactions = `[[output]]
what = "csv"
every = 0.1
fields = ["reaction"]
of = ["contact[0]", "pin[0]"]
`

// A body on a contact presses with m g, and a body below a pin pulls at it with m g, in every engine. A
// resumed run has the same table.
func TestReactionsOfWhatRests(t *testing.T) {
	needsGL(t)
	path := resting(t, reactions)
	for _, engine := range []string{"cpuref", "cpu", "gpu"} {
		whole, half := t.TempDir(), t.TempDir()
		hooke(t, "run", path, "--engine", engine, "--steps", "4000", "--out", whole).worked(t)
		table := string(bytesOf(t, whole, "reactions.csv"))
		rows := strings.Split(strings.TrimSpace(table), "\n")
		if !strings.HasPrefix(rows[0], "step,time_s,contact[0]_fx_N,contact[0]_fy_N,contact[0]_fz_N,contact[0]_tx_N_m,") || !strings.HasSuffix(rows[0], "pin[0]_tz_N_m") {
			t.Fatalf("the columns are %s", rows[0])
		}
		values := strings.Split(rows[len(rows)-1], ",")[2:]
		for k, want := range map[int]float64{0: 8, 1: 0, 2: -8 * 9.81, 6: 1.5, 7: 0, 8: -1.5 * 9.81} {
			got, err := strconv.ParseFloat(values[k], 64)
			size := 8 * 9.81
			if k > 5 {
				size = 1.5 * 9.81
			}
			if err != nil || math.Abs(got-want) > 1e-4*size {
				t.Errorf("%s: value %d is %s, want %g", engine, k, values[k], want)
			}
		}
		hooke(t, "run", path, "--engine", engine, "--steps", "1500", "--checkpoint", "100steps", "--out", half).worked(t)
		hooke(t, "resume", filepath.Join(half, "checkpoint.hooke"), "--steps", "4000").worked(t)
		must.Hold(t, bytes.Equal(bytesOf(t, half, "reactions.csv"), []byte(table)), "%s: the table of a resumed run is another", engine)
	}
}

// An output that asks for a reaction which cannot be is refused, with the line and a caret.
func TestWrongReactionsAreRefused(t *testing.T) {
	for output, want := range map[string]string{
		`fields = "reaction"`:                                      "reaction needs of",
		`of = "contact[0]"`:                                        "of does nothing without fields",
		"fields = \"reaction\"\nof = \"contact[1]\"":               "contact[1] does not exist; the run has contact[0]",
		"fields = \"reaction\"\nof = \"guide[0]\"":                 "the run has no guide",
		"fields = \"reaction\"\nof = \"wall[0]\"":                  `"wall[0]" is unknown`,
		"fields = \"reaction\"\nof = \"collision\"":                "masses do not collide",
		"fields = \"reaction\"\nof = [\"pin[0]\", \"pin[0]\"]":     "twice",
		"fields = [\"reaction\", \"energy\"]\nof = \"pin[0]\"":     "a table of its own",
		"fields = \"reaction\"\ngroup = \"held\"\nof = \"pin[0]\"": "a table of its own",
	} {
		r := hooke(t, "run", resting(t, "[[output]]\nwhat = \"csv\"\nevery = 1\n"+output), "--engine", "cpuref", "--steps", "1", "--out", t.TempDir())
		if r.code == 0 || !strings.Contains(r.stderr, want) || !strings.Contains(r.stderr, "^") {
			t.Errorf("%q: code %d, %s\nwant %s", output, r.code, r.stderr, want)
		}
	}
	r := hooke(t, "run", resting(t, strings.Replace(reactions, "csv", "vtu", 1)), "--engine", "cpuref", "--steps", "1", "--out", t.TempDir())
	must.Hold(t, r.code != 0 && strings.Contains(r.stderr, `vtu has no field "reaction"`), "a reaction in vtu: %s", r.stderr)
}

// Reactions follow the inputs: a block that a pin holds along x pulls at it with the force of its input, in
// all engines, and not at all before the input begins to act.
func TestReactionsKnowInputs(t *testing.T) {
	needsGL(t)
	path := write(t, "pushed.toml", `
[run]
gravity = [0, 0, 0]
[[mesh]]
make = "solid"
cells = [1, 1, 1]
spacing = 0.1
modulus = 1e5
density = 1000
[[group]]
name = "all"
shape = "sphere"
radius = 1
center = [0, 0, 0]
[[pin]]
group = "all"
axes = "x"
[[force]]
name = "push"
group = "all"
force = [0, 0, 0]
[control]
period = 0.01
latency = 1
[[input]]
name = "u"
of = "force[push].x"
[[controller]]
kind = "sine"
inputs = ["u"]
bias = [3]
frequency = 1
amplitude = 0
[[output]]
what = "csv"
every = 0.005
fields = ["reaction"]
of = ["pin[0]"]
`)
	for _, engine := range []string{"cpuref", "cpu", "gpu"} {
		folder := t.TempDir()
		hooke(t, "run", path, "--engine", engine, "--time", "0.03", "--out", folder).worked(t)
		const begins = 0.0106 // [s]; a row at the boundary is of the inputs until there
		seen := map[bool]int{}
		for _, row := range strings.Split(strings.TrimSpace(string(bytesOf(t, folder, "reactions.csv"))), "\n")[1:] {
			values := strings.Split(row, ",")
			at, _ := strconv.ParseFloat(values[1], 64)
			force, err := strconv.ParseFloat(values[2], 64)
			if want := map[bool]float64{true: 8 * 3}[at > begins]; err != nil || math.Abs(force-want) > 1e-5 {
				t.Errorf("%s: at %g s the pin bears %g N, want %g", engine, at, force, want)
			}
			seen[at > begins]++
		}
		must.Hold(t, seen[true] >= 3 && seen[false] >= 2, "%s: %v rows", engine, seen)
	}
}

// hanging is a rope that is pinned at its ends, over a ground that it does not reach.
const hanging = `[run]
duration = 0.02
[[mesh]]
make = "rope"
masses = 8
length = 0.5
span = 0.4
stiffness = 500
move = [0, 0, 1]
[[pin]]
group = "ends"
[[contact]]
shape = "plane"
`

// With --reactions pictures have arrows of forces: of a structure, of a run while it steps, and of its
// recorded files. Without the flag they are the previous pictures.
func TestReactionsInPictures(t *testing.T) {
	needsGL(t)
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	scene := in("hanging.toml")
	write := func(text string) {
		must.Do(t, os.WriteFile(scene, []byte(text), 0o600))
	}
	write(hanging)
	differ := func(what, plain, with string) {
		t.Helper()
		must.Hold(t, differing(pictureOf(t, plain), pictureOf(t, with)) >= 1e-4, "%s: %s and %s are the same", what, plain, with)
	}
	for _, verb := range [][]string{{"render", "--panels=false", "--out"}, {"view", "--offscreen"}} {
		args := append([]string{verb[0], scene, "--size", "320x200"}, verb[1:]...)
		hooke(t, append(args, in("plain.png"))...).worked(t)
		hooke(t, append(args, in("with.png"), "--reactions")...).worked(t)
		differ(verb[0], in("plain.png"), in("with.png"))
	}
	run := func(out string, more ...string) {
		hooke(t, append([]string{"run", scene, "--engine", "cpu", "--out", in(out), "--save", "png,npz", "--every", "0.02s", "--steps", "1"}, more...)...).worked(t)
	}
	run("plain")
	run("flag", "--reactions")
	write(hanging + "[[output]]\nwhat = \"png\"\nevery = 0.02\nfile = \"own\"\nfields = [\"reaction\"]\n")
	hooke(t, "run", scene, "--engine", "cpu", "--steps", "1", "--out", in("key")).worked(t)
	differ("run", in("plain/png/frame-000000000.png"), in("flag/png/frame-000000000.png"))
	if differing(pictureOf(t, in("flag/png/frame-000000000.png")), pictureOf(t, in("key/own/frame-000000000.png"))) > 0 {
		t.Error("the flag and the key draw different pictures")
	}

	// Reactions that cannot be computed are refused with a reason, and flags that mean nothing are errors.
	hooke(t, "run", scene, "--reactions", "--save", "npz").failed(t, "", exitUsage, "add --save png")
	write(hanging + "[[output]]\nwhat = \"png\"\nevery = 0.02\nfields = [\"reaction\"]\nof = [\"pin[0]\"]\n")
	if r := hooke(t, "info", scene); r.code == exitOK || !strings.Contains(r.stderr, "leave of out") {
		t.Errorf("%d: %s", r.code, r.stderr)
	}
}
