package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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

// With --reactions pictures have arrows of forces, of a structure, of a run while it goes, and
// of what it wrote; without they are those of before.
func TestReactionsInPictures(t *testing.T) {
	needsGL(t)
	folder := t.TempDir()
	in := func(name string) string { return filepath.Join(folder, name) }
	scene := in("hanging.toml")
	write := func(text string) {
		if err := os.WriteFile(scene, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(hanging)
	differ := func(what, plain, with string) {
		t.Helper()
		if differing(pictureOf(t, plain), pictureOf(t, with)) < 1e-4 {
			t.Errorf("%s: %s and %s are the same", what, plain, with)
		}
	}
	for _, verb := range [][]string{{"render", "--panels=false", "--out"}, {"view", "--offscreen"}} {
		args := append([]string{verb[0], scene, "--size", "320x200"}, verb[1:]...)
		hooke(t, append(args, in("plain.png"))...).worked(t)
		hooke(t, append(args, in("with.png"), "--reactions")...).worked(t)
		differ(verb[0], in("plain.png"), in("with.png"))
	}
	run := func(out string, more ...string) {
		hooke(t, append([]string{"run", scene, "--engine", "cpu", "--out", in(out), "--save", "png,npz", "--every", "0.02s"}, more...)...).worked(t)
	}
	run("plain")
	run("flag", "--reactions")
	write(hanging + "[[output]]\nwhat = \"png\"\nevery = 0.02\nfile = \"own\"\nfields = [\"reaction\"]\n")
	hooke(t, "run", scene, "--engine", "cpu", "--out", in("key")).worked(t)
	differ("run", in("plain/png/frame-000000000.png"), in("flag/png/frame-000000000.png"))
	if differing(pictureOf(t, in("flag/png/frame-000000000.png")), pictureOf(t, in("key/own/frame-000000000.png"))) > 0 {
		t.Error("the flag and the key draw different pictures")
	}

	// What cannot be told is told in words, and flags that mean nothing are errors.
	if r := hooke(t, "run", scene, "--reactions", "--save", "npz"); r.code != exitUsage || !strings.Contains(r.stderr, "add --save png") {
		t.Errorf("%d: %s", r.code, r.stderr)
	}
	write(hanging + "[[output]]\nwhat = \"png\"\nevery = 0.02\nfields = [\"reaction\"]\nof = [\"pin[0]\"]\n")
	if r := hooke(t, "info", scene); r.code == exitOK || !strings.Contains(r.stderr, "leave of out") {
		t.Errorf("%d: %s", r.code, r.stderr)
	}
}
