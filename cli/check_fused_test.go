package cli

import (
	"context"
	"strings"
	"testing"
)

// check sees what the pipeline fused has wrong: in its passes, in what it shares with
// two-pass, in the next state and in its count of steps. (Package gpu mutates the
// rest.)
func TestCheckSeesFaultsOfFused(t *testing.T) {
	needsGL(t)
	const fused, state = "fused_springs.glsl", "state.glsl"
	for k, c := range []struct {
		term, part, file, pipeline string
		pairs                      []string
	}{
		{"nothing", "passes,materials,invariants", fused, "fused", nil},
		{"spring", "passes", "spring_laws.glsl", "fused", []string{"real f = law.stiffness", "real f = 1.01 * law.stiffness"}},
		{"tension only", "materials", "spring_laws.glsl", "fused", []string{"#if TENSION", "#if 0"}},
		{"mask", "passes", fused, "fused", []string{"(mask & 1u) != 0u ?", "true ?"}},
		{"next velocity", "passes", state, "fused", []string{"nextVelocity[nextAt(i)] = vec4(v, VEL", "nextVelocity[nextAt(i)] = vec4(1.01 * v, VEL"}},
		{"nothing", "steps", fused, "resident", nil},
		{"masses that wait for all others", "steps", "resident.comp", "resident", []string{"\t\t\t\tadvance(i);\n", "\t\t\t\tadvance(i);\n\t\t\t\tput(i);\n"}},
		{"steps of a dispatch", "invariants", "resident.comp", "resident", []string{"step < batch.steps;", "step + 1u < batch.steps;"}},
		{"count", "invariants", "evaluations.glsl", "fused", []string{"uint now = evaluations() + 1u;", "uint now = evaluations();"}},
	} {
		wrong := mutated(t, c.file, c.pairs...) // of those that are spared, too, so that none gets old
		if spared(k) && len(c.pairs) > 0 {
			continue
		}
		r := hookeWith(t, context.Background(), wrong, "check", "--springs", "2k", "--steps", "20",
			"--pipeline", c.pipeline, "--parts", c.part)
		if len(c.pairs) == 0 {
			if r.code != exitOK || strings.Contains(r.stdout, "FAILED") {
				t.Fatalf("%s %s: exit code %d with the right shader, want 0; stderr:\n%s\nstdout:\n%s", c.term, c.pipeline, r.code, r.stderr, r.stdout)
			}
			continue
		}
		if r.code != exitFailed {
			t.Errorf("%s: exit code %d with a wrong shader, want 1; stderr:\n%s\nstdout:\n%s", c.term, r.code, r.stderr, r.stdout)
		}
	}
}
