package cli

import (
	"path/filepath"
	"strings"
	"testing"

	"hooke/npy"
)

// A step far too large leaves the start, or a state soon after it, of every
// engine and pipeline.
func TestEveryEngineKeepsAGoodState(t *testing.T) {
	needsGL(t)
	for _, args := range []string{
		"--engine cpu", "--engine cpuref", "--engine cpuref --energy --integrator rk4", "--engine gpu", "--engine cpu --energy",
		"--engine gpu --pipeline fused --integrator verlet", "--engine gpu --precision double",
	} {
		out := t.TempDir()
		r := hooke(t, append([]string{"run", "walker", "--dt", "1", "--out", out}, strings.Fields(args)...)...)
		path := filepath.Join(out, "last-good.npz")
		if r.code != exitFailed || !strings.Contains(r.stderr, "\n(wrote "+path+", the last good state: of step 0)\n") {
			t.Errorf("%s: exit code %d, message\n%s", args, r.code, r.stderr)
			continue
		}
		if arrays, err := npy.ReadArchive(path); err != nil || len(arrays) == 0 {
			t.Errorf("%s: %d arrays, %v", args, len(arrays), err)
		}
	}
}
