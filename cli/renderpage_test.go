package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hooke/must"
)

// pageText returns the file, with its blocks left out.
func pageText(t *testing.T, path string) string {
	t.Helper()
	text := string(must.Get(os.ReadFile(path))(t))
	return regexp.MustCompile(`(?s)<script type="text/plain".*?</script>`).ReplaceAllString(text, "")
}

// A run becomes a page, from its trajectory or its folder, with energies, scene, command and colors; the page says what it
// left out, and so does the program.
func TestRenderPage(t *testing.T) {
	out := t.TempDir()
	hooke(t, "run", "walker", "--engine", "cpu", "--steps", "300", "--save", "npz", "--every", "10", "--energy", "--energy-every", "30", "--out", out).worked(t)
	path := filepath.Join(out, "pages", "run.html")
	render := func(args ...string) (string, result) {
		r := hooke(t, append([]string{"render", "--out", path}, args...)...).worked(t)
		return pageText(t, path), r
	}
	text, r := render(out)
	for _, want := range []string{"<title>walker</title>", "energy held [J]", "energy since the start [J]", "hooke render --out ", "[[mesh]]", "192 masses, 1,296 springs", ">strain</b>"} {
		must.Hold(t, strings.Contains(text, want), "the page lacks %q", want)
	}
	must.Hold(t, strings.Contains(r.stdout, "31 frames, ") && strings.Contains(r.stdout, "coordinates within 0.00"), "it says %s", r.stdout)

	fewer, r := render(filepath.Join(out, "trajectory.npz"), "--frames", "4", "--from", "0.02", "--color", "speed", "--theme", "light")
	must.Hold(t, strings.Contains(fewer, "4 of 23 states are shown") && strings.Contains(r.stderr, "4 of 23 states are shown") && strings.Contains(fewer, ">speed</b>"), "it says %s %s", r.stdout, r.stderr)
	alone, _ := render("walker", "--color", "material", "--show", "surface")
	must.Hold(t, strings.Contains(alone, ">material</b>") && !strings.Contains(alone, "energy held"), "a structure as it starts has no such page")

	// A table of energies of another run beside a trajectory is not shown.
	hooke(t, "run", "cube", "--engine", "cpu", "--steps", "100", "--out", filepath.Join(out, "other")).worked(t)
	must.Do(t, os.Rename(filepath.Join(out, "other", "final.npz"), filepath.Join(out, "final.npz")))
	text, _ = render(out)
	must.Hold(t, !strings.Contains(text, "energy held"), "the page has energies of another run")
}

// The best runs of a sweep become one page.
func TestRenderPageOfASweep(t *testing.T) {
	out := filepath.Join(t.TempDir(), "sweep")
	hooke(t, "sweep", "walker", "--vary", "actuator[*].frequency=1:2:3", "--steps", "60", "--metric", "speed", "--out", out).worked(t)
	path := filepath.Join(t.TempDir(), "best.html")
	r := hooke(t, "render", out, "--out", path, "--top", "2").worked(t)
	text := pageText(t, path)
	must.Hold(t, strings.Contains(text, "walker, 2 best by speed") && strings.Count(text, `<div class="label"`) == 2, "the page of two runs is %.2000s, and it says %s", text, r.stdout)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{out, "--out", "x.png"}, "is the folder of a sweep: give --out NAME.html"},
		{[]string{out, "--out", path, "--at", "1"}, "leave out flags of structures"},
		{[]string{out, "--out", path, "--top", "13"}, "a page has room for 12 runs"},
		{[]string{"cube", "--out", path, "--top", "3"}, "name one, or leave them out"},
		{[]string{"cube", "--out", "x.png", "--max-size", "1MB"}, "--max-size is of pages"},
		{[]string{"cube", "--out", path, "--max-size", "much"}, "such as 20MB or 500kB"},
		{[]string{"cube", "--out", path, "--fps", "3"}, "--fps is of pictures"},
		{[]string{"cube", "--out", "x.png", "--frames", "3"}, "--frames is of meshes that move and of pages"},
	} {
		hooke(t, append([]string{"render"}, c.args...)...).failed(t, strings.Join(c.args, " "), exitUsage, c.want)
	}
	hooke(t, "render", "cube", "--out", path, "--max-size", "20kB").failed(t, "too small a page", exitFailed, "allow more (--max-size)")
	hooke(t, "render", t.TempDir(), "--out", path).failed(t, "an empty folder", exitFailed, "make a trajectory there with hooke run --save npz")
}
