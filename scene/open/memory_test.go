package open

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"hooke/memory"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/tune"
)

// Structures that need more than any machine of today has left are refused at once, by
// what is made of them: presets, generators of a scene file, fills, trusses, and unions.
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
