package parse_test

import (
	"strings"
	"testing"

	"hooke/scene/toml/parse"
)

// The canonical text of a scene has one layout, whatever that of the file was, with settings in it.
func TestCanonical(t *testing.T) {
	want := "name = \"x\"\n\n[run]\ndt = 2e-4\ngravity = [0, 0, -1.5]\n\n[[mesh]]\nmake = \"lattice\"\nmasses = 3\nspacing = 1\n\n[wind]\nvelocity = [1, 0, 0]\n"
	for _, text := range []string{
		"# words\nname='x'\n[run]\ndt = 1e-3 # s\ngravity = [ 0,0,\n  -1.5 ]\n\n\n[[ mesh ]]\nmake=\"lattice\"\nmasses=3\nspacing=1",
		"\ufeffname = \"\"\"x\"\"\"\n[run]\ndt=1\ngravity=[0, 0, -1.5]\n[[mesh]]\nmake = 'lattice'\nmasses = 3\nspacing = 1\n",
	} {
		got, err := parse.Canonical([]byte(text), "s.toml", "run.dt=2e-4", "wind.velocity=[1,0,0]")
		if err != nil || got != want {
			t.Errorf("%v\n%s\nwant\n%s", err, got, want)
		}
	}
	for _, setting := range []string{"run.dt", "mesh[3].masses=1"} {
		if _, err := parse.Canonical([]byte(want), "s.toml", setting); err == nil {
			t.Errorf("%s is written in", setting)
		}
	}
}

// A scene without faults has none in its canonical text, which is canonical itself.
func FuzzCanonical(f *testing.F) {
	f.Add(twoMuscles)
	f.Add("name = \"a\\n\\\"b\\u0001\"\n[let]\nx = 1\n" + strings.Replace(lattice27, "spacing = 0.1", "spacing = \"$x\"", 1))
	f.Fuzz(func(t *testing.T, text string) {
		if parse.Read([]byte(text), "s.toml").Err() != nil {
			return
		}
		once, err := parse.Canonical([]byte(text), "s.toml")
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if err := parse.Read([]byte(once), "s.toml").Err(); err != nil {
			t.Fatalf("%q has no faults, and is written as\n%s\n%v", text, once, err)
		}
		if twice, err := parse.Canonical([]byte(once), "s.toml"); err != nil || twice != once {
			t.Fatalf("%q is written as\n%s\nand that as\n%s\n%v", text, once, twice, err)
		}
	})
}
