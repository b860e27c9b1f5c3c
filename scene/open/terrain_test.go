package open

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
)

// terrainScene returns a scene file with a cube over a terrain with these keys.
func terrainScene(keys string) string {
	return "[[mesh]]\npreset = \"cube\"\nmove = [0, 0, 1]\n[[contact]]\nshape = \"terrain\"\n" + keys
}

// A terrain follows its keys: of a generator, with the seed of the run unless it has its own, or of a file
// beside the scene; exported, it is read again.
func TestTerrains(t *testing.T) {
	of := func(keys string) model.Terrain {
		t.Helper()
		s := must.Get(opened(t, terrainScene(keys)))(t)
		return s.Params.Contacts[0].Shape.(model.Terrain)
	}
	noise := of("make = \"noise\"\n[run]\nseed = 5\n")
	again := of("make = \"noise\"\nseed = 5\nsize = 10\nheight = 0.2\nsamples = 129\n")
	other := of("make = \"noise\"\n")
	must.Hold(t, noise.Heights.Recipe == again.Heights.Recipe && noise.Heights.Height(7, 9) == again.Heights.Height(7, 9) && noise.Heights.Height(7, 9) != other.Heights.Height(7, 9),
		"recipes %+v, %+v, %+v", noise.Heights.Recipe, again.Heights.Recipe, other.Heights.Recipe)
	ends := of("make = \"slope\"\nsize = [2, 4]\ncenter = [1, 2, 0.5]\noutside = \"nothing\"\n")
	must.Hold(t, ends.Ends && ends.Heights.Size() == [2]float64{2, 4} && ends.Center == model.Vec3{1, 2, 0.5}, "%+v", ends)
}

// Broken and missing files, and keys that do not go together, are faults at their lines, with a reason.
func TestFaultsOfTerrains(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "cut.png"), []byte("\x89PNG\r\n\x1a\n\x00\x00"), 0o600))
	for keys, want := range map[string]string{
		"file = \"cut.png\"\n":                      "x.toml:6:8: %/cut.png: the picture cannot be read",
		"file = \"none.npy\"\n":                     "none.npy: no such file",
		"file = \"../a.png\"\n":                     "leads out of the folder",
		"make = \"noise\"\nfile = \"cut.png\"\n":    "make and file are given",
		"height = 1\n":                              "the terrain has no heights",
		"make = \"noise\"\nsamples = 1\n":           "samples are 1; give 2 to 4096",
		"make = \"noise\"\nsize = [1, 2, 3]\n":      "size has 3 numbers",
		"make = \"noise\"\ninside = true\n":         "they hold none inside",
		"make = \"noise\"\nspin = [0, 0, 1]\n":      "a terrain does not turn",
		"make = \"noise\"\ntouches = \"springs\"\n": "touches belongs to",
		"make = \"hills\"\n":                        "make is \"hills\"",
		"make = \"noise\"\n[run]\nsolver = \"energy\"\n[[contact]]\nshape = \"plane\"\nstatic_friction = 1\n": "the solver energy has no contacts with friction",
	} {
		path := filepath.Join(folder, "x.toml")
		must.Do(t, os.WriteFile(path, []byte(terrainScene(keys)), 0o600))
		_, err := Scene(path, scene.Options{})
		for part := range strings.SplitSeq(want, "%") {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%q: %v; want %q", keys, err, want)
			}
		}
	}
	steep := must.Get(opened(t, terrainScene("make = \"steps\"\nheight = 1\n")))(t)
	must.Hold(t, strings.Contains(strings.Join(steep.Report.Notes, "\n"), "is steep up to 8"), "of steps is said %q", steep.Report.Notes)
}
