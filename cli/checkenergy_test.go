package cli

import (
	"strings"
	"testing"
)

func TestCheckEnergyHasCasesOfItsOwn(t *testing.T) {
	for _, args := range [][]string{{"cube"}, {"--springs", "1k"}, {"--steps", "5"}} {
		r := hooke(t, append([]string{"check", "--energy"}, args...)...)
		if r.code != exitUsage || !strings.Contains(r.stderr, "--energy has cases of its own") {
			t.Errorf("%v: exit code %d, message\n%s", args, r.code, r.stderr)
		}
	}
}
