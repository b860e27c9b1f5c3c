//go:build linux

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// A limit of addresses (ulimit -v) ends no verb with a page of stacks. Each verb works, or names the missing
// memory and ends with exit code 1.
func TestLimitsOfAddresses(t *testing.T) {
	megabytes := []int{500, 1600, 2500}
	verbs := []string{"info cube", "run cube --engine gpu --steps 2", "run lattice --springs " + must.Sized("5M", "10M") + " --engine cpu --steps 1"}
	if os.Getenv("HOOKE_LONG") != "" {
		megabytes = []int{500, 700, 1000, 1200, 1400, 1550, 1600, 1650, 1700, 1750, 1800, 1850, 1900, 1950, 2000, 2100, 2200, 2400, 2700, 3000, 3500, 4000, 4400, 4800, 5000, 5200}
		verbs = append(verbs, "run lattice --springs 3M --engine cpuref --steps 1", "render cube", "check cube", "run lattice --springs 30M --steps 1", "info lattice --springs 100M", "run cloth --masses 1000x1000 --engine cpu --steps 1",
			"run lattice --springs 1M --engine cpu --steps 3 --save vtu,npz --every 1", "sweep walker --vary actuator[*].frequency=1:2:8 --steps 20", "info "+twoCloths(t))
	}
	for _, limit := range megabytes {
		refused := 0
		for _, verb := range verbs {
			args := strings.Fields(verb)
			switch args[0] {
			case "run", "sweep":
				args = append(args, "--out", t.TempDir())
			case "render":
				args = append(args, "--out", filepath.Join(t.TempDir(), "x.png"))
			}
			child := process(t, args...)
			child = &exec.Cmd{Path: "/bin/sh", Args: append([]string{"sh", "-c", fmt.Sprintf("ulimit -v %d && exec \"$0\" \"$@\"", limit*1000)}, child.Args...), Env: child.Env}
			said, _ := child.CombinedOutput()
			code := child.ProcessState.ExitCode()
			if code != exitOK && code != exitFailed || strings.Contains(string(said), "goroutine ") {
				t.Errorf("%d MB, %s: exit code %d\n%.2000s", limit, verb, code, said)
			}
			if code == exitFailed {
				refused++
				if !strings.Contains(string(said), "limit of addresses") {
					t.Errorf("%d MB, %s: the limit is not named:\n%.2000s", limit, verb, said)
				}
			}
		}
		if limit <= 1000 && refused != len(verbs) {
			t.Errorf("%d MB: %d of %d verbs are refused", limit, refused, len(verbs))
		}
	}
}

// twoCloths is a scene of two large meshes, which become one model.
func twoCloths(t *testing.T) string {
	t.Helper()
	const cloth = "[[mesh]]\nmake = \"cloth\"\nmasses = [2000, 2000]\nspacing = 0.1\nmass = 0.1\nstiffness = 10\n"
	path := filepath.Join(t.TempDir(), "two.toml")
	must.Do(t, os.WriteFile(path, []byte(cloth+cloth+"position = [0, 0, 1]\n"), 0o600))
	return path
}
