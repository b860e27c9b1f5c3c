package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// Each flag that says how a structure is shown changes pictures of view; a look and a direction those of run, while it goes and at
// its end, and of relax. Without pictures they are refused.
//
// Seen to fail: a look and a direction that are read and not used, by each verb.
func TestFlagsOfWhatIsShown(t *testing.T) {
	needsGL(t)
	folder := t.TempDir()
	in := func(parts ...string) string { return filepath.Join(append([]string{folder}, parts...)...) }
	verbs := map[string]func(out string, more ...string) []string{
		"view": func(out string, more ...string) []string {
			hooke(t, append([]string{"view", "drape", "--masses", "9x9", "--size", "320x200", "--frames", "2", "--engine", "cpu", "--offscreen", in(out, "view.png")}, more...)...).worked(t)
			return []string{in(out, "view.png")}
		},
		"run": func(out string, more ...string) []string {
			hooke(t, append([]string{"run", "drape", "--masses", "9x9", "--engine", "cpu", "--time", "0.1", "--energy-every", "0", "--png", "--save", "png", "--every", "0.1s", "--out", in(out)}, more...)...).worked(t)
			frames, err := filepath.Glob(in(out, "png", "*.png"))
			if err != nil || len(frames) < 2 {
				t.Fatal(frames, err)
			}
			return []string{in(out, "final.png"), frames[len(frames)-1]}
		},
		"relax": func(out string, more ...string) []string {
			hooke(t, append([]string{"relax", "rope", "--masses", "5", "--png", "--out", in(out)}, more...)...).worked(t)
			return []string{in(out, "final.png")}
		},
	}
	for verb, draw := range verbs {
		plain := draw(verb)
		for _, flag := range []string{"--color=force", "--range=1e-3", "--show=springs", "--theme=light", "--view=above"} {
			if verb != "view" && flag != "--view=above" && (verb == "relax" || flag != "--theme=light") {
				continue // a look and a direction go these ways
			}
			for k, with := range draw(verb+flag, flag) {
				if differing(pictureOf(t, plain[k]), pictureOf(t, with)) < 1e-4 {
					t.Errorf("%s %s: %s is as without", verb, flag, with)
				}
			}
		}
	}
	for _, args := range []string{"run cube --steps 1 --theme light", "run cube --steps 1 --save npz --view right", "relax rope --masses 5 --color force"} {
		r := hooke(t, append(strings.Fields(args), "--out", in("none"))...)
		if r.code != exitUsage || !strings.Contains(r.stderr, "picture") || !strings.Contains(r.stderr, "that it could be of; add --png") {
			t.Errorf("%s: %d, %s", args, r.code, r.stderr)
		}
	}
}
