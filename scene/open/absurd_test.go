package open

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"hooke/machine/memory"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/preset"
	"hooke/scene/scenetest"
	"hooke/scene/toml/spec"
	"hooke/scene/tune"
)

// absurd are scenes of every maker of a size that no machine has, by the words of their keys.
var absurd = map[string][]string{
	"lattice": {
		"[[mesh]]\nmake = \"lattice\"\nmasses = [30000, 30000, 30000]\nspacing = 0.1\nmass = 0.1\nstiffness = 10\n",
		"[[mesh]]\nmake = \"lattice\"\nmasses = [2000000000, 2000000000, 2000000000]\nspacing = 0.1\nmass = 0.1\nstiffness = 10\n",
	},
	"solid": {
		"[[mesh]]\nmake = \"solid\"\ncells = [30000, 30000, 30000]\nspacing = 0.1\nmodulus = 1e4\n",
		"[[mesh]]\nmake = \"solid\"\ncells = [2000000000, 2000000000, 2000000000]\nspacing = 0.1\nmodulus = 1e4\n",
	},
	"cube": nil, // has one size
	"cloth": {
		"[[mesh]]\nmake = \"cloth\"\nmasses = [2000000, 2000000]\nspacing = 0.1\nmass = 0.1\nstiffness = 10\n",
		"[[mesh]]\nmake = \"cloth\"\nmasses = [2000000000, 2000000000]\nspacing = 0.1\nmass = 0.1\nstiffness = 10\n",
	},
	"rope": {
		"[[mesh]]\nmake = \"rope\"\nmasses = 2000000000\nlength = 1\nmass = 0.1\nstiffness = 10\n",
		"[[mesh]]\nmake = \"rope\"\nmasses = 4000000000000\nlength = 1\nmass = 0.1\nstiffness = 10\n",
	},
	"helix": {
		"[run]\nsolver = \"impulses\"\n[[mesh]]\nmake = \"helix\"\nmasses = 2000000000\nradius = 1\nturns = 4\nrise = 0.1\nmaterial = \"wire\"\n[[material]]\nname = \"wire\"\nyoung = 1e9\nradius = 0.001\n",
		"[[mesh]]\nmake = \"helix\"\nmasses = 4000000000000\nradius = 1\nturns = 4\nrise = 0.1\nmass = 0.1\nstiffness = 10\n",
	},
	"ring": {
		"[run]\nsolver = \"impulses\"\n[[mesh]]\nmake = \"ring\"\nmasses = 2000000000\nradius = 1\nmaterial = \"wire\"\n[[material]]\nname = \"wire\"\nyoung = 1e9\nradius = 0.001\n",
		"[[mesh]]\nmake = \"ring\"\nmasses = 4000000000000\nradius = 1\nmass = 0.1\nstiffness = 10\n",
	},
	"truss": {
		"[[mesh]]\nmake = \"truss\"\nsize = [1, 1, 1]\nsprings = 20000000000\nstiffness = 10\n",
		"[[mesh]]\nmake = \"truss\"\nsize = [1000, 1000, 1000]\npitch = 1e-4\nstiffness = 10\n",
	},
	"voxels": {
		"[[mesh]]\nmake = \"voxels\"\nspacing = 0.1\nvoxels = \"a\"\ndepth = 20000000000\n[[voxel]]\nletter = \"a\"\nmodulus = 1e4\n",
		"[[mesh]]\nmake = \"voxels\"\nspacing = 0.1\nvoxels = \"aa.\\naaa\"\ndepth = 9000000000000000000\n[[voxel]]\nletter = \"a\"\nmodulus = 1e4\namplitude = 0.1\n",
	},
}

// absurdJoins are joins of more masses than memory has pairs for, by the words of their key how.
var absurdJoins = map[string]string{"weld": "", "connect": "stiffness = 1\n"}

// Joins ask the judge of memory before they allocate pairs.
func TestAbsurdJoinsAreRefused(t *testing.T) {
	if memory.Free().Limit == "" {
		t.Skip("this system does not tell its memory")
	}
	for _, word := range spec.Of("join").Key("how").Words {
		more, has := absurdJoins[word]
		must.Hold(t, has, "how = %q has no absurd size here", word)
		text := ""
		for _, name := range []string{"c", "d"} {
			text += "[[mesh]]\nmake = \"cloth\"\nname = \"" + name + "\"\nmasses = [100, 100]\nspacing = 0.1\nmass = 0.1\nstiffness = 10\n"
		}
		text += "[[join]]\nhow = \"" + word + "\"\na = \"c\"\nb = \"d\"\ndistance = 1e9\n" + more
		refusedAtOnce(t, "join "+word, func() error {
			_, err := Scene(scenetest.Write(t, "x.toml", text), scene.Options{})
			return err
		})
	}
}

// Every maker asks the judge of memory before it allocates: a size that no machine has is refused
// at once, and takes little.
func TestAbsurdSizesAreRefused(t *testing.T) {
	if memory.Free().Limit == "" {
		t.Skip("this system does not tell its memory")
	}
	table := spec.Tables()[slices.IndexFunc(spec.Tables(), func(table spec.Table) bool { return table.Name == "mesh" })]
	made := table.Keys[slices.IndexFunc(table.Keys, func(key spec.Key) bool { return key.Name == "make" })].Words
	for _, word := range made {
		if _, has := absurd[word]; !has {
			t.Errorf("make = %q has no absurd size here", word)
		}
	}
	for word, texts := range absurd {
		for i, text := range texts {
			refusedAtOnce(t, word+" "+string(rune('1'+i)), func() error {
				_, err := Scene(scenetest.Write(t, "x.toml", text), scene.Options{})
				return err
			})
		}
	}
	for _, p := range preset.All() {
		for what, o := range map[string]scene.Options{"springs": {Springs: 2e12}, "a line": {Size: [3]int{2000000000}}, "a side": {Size: [3]int{2000000, 2000000}},
			"a block": {Size: [3]int{2000000000, 2000000000, 2000000000}}} {
			refusedAtOnce(t, "preset "+p.Name+", "+what, func() error {
				_, err := Scene(p.Name, o)
				if option := (*scene.OptionError)(nil); errors.As(err, &option) {
					return memory.ErrTooLarge // it has a size or a form of its own
				}
				return err
			})
		}
	}
}

// refusedAtOnce fails unless make ends with an error of memory or of a number that is too
// large, having allocated little.
func refusedAtOnce(t *testing.T, what string, make func() error) {
	t.Helper()
	const most = 64 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := make()
	runtime.ReadMemStats(&after)
	if err == nil || !errors.Is(err, memory.ErrTooLarge) && !strings.Contains(err.Error(), memory.ErrTooLarge.Error()) && !strings.Contains(err.Error(), "at most") {
		t.Errorf("%s: %v", what, err)
	}
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > most {
		t.Errorf("%s: %s were allocated before it was refused (%v)", what, memory.Text(int64(bytes)), err)
	}
}

// Structures that need more than the free memory of any machine of today are refused at once, whatever makes
// them: presets, generators of a scene file, fills, trusses, and unions.
func TestHugeStructuresAreRefusedBeforeTheyAreBuilt(t *testing.T) {
	if free := memory.Free(); free.Limit == "" || free.Bytes > 40<<30 {
		t.Logf("%d bytes are left: the largest structures may fit", free.Bytes)
		return
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	refused := func(what string, err error) {
		t.Helper()
		if !errors.Is(err, tune.ErrMemory) || !strings.Contains(err.Error(), "they need ") || !strings.Contains(err.Error(), " are left by ") {
			t.Errorf("%s: %v, want ErrMemory with numbers", what, err)
		}
	}
	for _, name := range []string{"lattice", "canon", "cloth", "drape", "flag"} {
		_, err := Scene(name, scene.Options{Springs: 2_000_000_000})
		refused(name, err)
	}
	for _, o := range []scene.Options{{Springs: 2_000_000_000, Up: "y"}, {Springs: 2_000_000_000, Up: "y", Fill: "truss"}} {
		_, err := Scene("../../mesh/testdata/spot.obj", o)
		refused("spot.obj, "+o.Fill, err)
	}
	made := filepath.Join(t.TempDir(), "made.toml")
	must.Do(t, os.WriteFile(made, []byte("[[mesh]]\nmake = \"lattice\"\nmasses = [540, 540, 540]\nspacing = 0.01\nmaterial = \"m\"\n[[material]]\nname = \"m\"\nstiffness = 10\n"), 0o666))
	if _, err := Scene(made, scene.Options{}); err == nil || !strings.Contains(err.Error(), tune.ErrMemory.Error()) || !strings.Contains(err.Error(), " are left by ") {
		t.Errorf("a lattice of a scene file: %v, want the memory that is left", err) // a fault among others, in words
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 256<<20 {
		t.Errorf("%d bytes were allocated to refuse them", bytes)
	}
}
