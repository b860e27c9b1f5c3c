package cli

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"hooke/check"
	"hooke/engine"
	"hooke/model"
	"hooke/must"
)

// check --engine cpu proves the cpu engine without OpenGL, with its ledger; all proves both.
func TestCheckOfTheCPUEngine(t *testing.T) {
	r := hooke(t, "check", "cube", "--steps", "50", "--engine", "cpu", "--thorough").worked(t)
	for _, want := range []string{"\ncube                   cpu       ledger, 4 steps ",
		"\ncube                   cpu       step parity, 4 steps ", "\ncpu fused, single precision, on ", " checks agree\n"} {
		if !strings.Contains(r.stdout, want) {
			t.Errorf("the output lacks %q:\n%s", want, r.stdout)
		}
	}
	if strings.Contains(r.stdout, "gpu two-pass") || strings.Contains(r.stdout, "SOFTWARE") || strings.Contains(r.stdout, "refused by the engine") || strings.Contains(r.stdout, "FAILED") {
		t.Errorf("check --engine cpu prints\n%s", r.stdout)
	}
	// It steps with every integrator, and springs of more kinds than entries can name.
	r = hooke(t, "check", "walker", "--integrator", "rk4", "--steps", "20", "--engine", "cpu").worked(t)
	if !strings.Contains(r.stdout, "\nwalker                 cpu       rk4 parity, 4 ") || !strings.Contains(r.stdout, "\nwalker                 cpu       pinned unchanged ") {
		t.Errorf("check of springs of many kinds in RK4 prints\n%s", r.stdout)
	}
	if r := hooke(t, "check", "--energy", "--engine", "cpu"); r.code != exitUsage {
		t.Errorf("--energy of cpu: exit code %d\n%s", r.code, r.stderr)
	}
	needsGL(t)
	r = hooke(t, "check", "cube", "--steps", "50", "--engine", "all").worked(t)
	if !strings.Contains(r.stdout, "\ncpu fused, single precision, on ") || !strings.Contains(r.stdout, "\ngpu fused and two-pass, work groups of 256, single precision, on ") {
		t.Errorf("check --engine all prints\n%s", r.stdout)
	}
}

// Negative control: a cpu engine that moves every mass too far by a thousandth of a
// step is seen.
func TestCheckSeesAWrongCPUEngine(t *testing.T) {
	var stdout, stderr strings.Builder
	a := App{Stdout: &stdout, Stderr: &stderr}
	o := &checkOptions{steps: 20}
	sc, _, err := a.checkCase(context.Background(), o, "cube")
	must.Do(t, err)
	for _, wrong := range []bool{false, true} {
		printer := &checkPrinter{app: a}
		proven := prove(context.Background(), sc, model.Description{Engine: engine.CPU}, check.WholeProof(false), func(m *model.Model, p model.Params) (check.Subject, error) {
			if wrong {
				p.Gravity[2] *= 1.001
			}
			return onCPU(model.Single, 0)(m, p)
		})
		must.Do(t, errors.Join(proven.fault, proven.err, printer.print(proven)))
		if failed := len(printer.failed) > 0; failed != wrong {
			t.Errorf("wrong: %v, rows failed: %v\n%s", wrong, failed, stdout.String())
		}
	}
}

// --parts proves what it names and nothing else; a part that no engine has proves nothing,
// which is an error.
func TestCheckOfParts(t *testing.T) {
	r := hooke(t, "check", "cube", "--engine", "cpu", "--steps", "20", "--parts", "steps,momentum").worked(t)
	for _, line := range strings.Split(r.stdout, "\n") {
		if strings.HasPrefix(line, "cube ") && !strings.Contains(line, " step parity") && !strings.Contains(line, " residual, ") && !strings.Contains(line, " momentum ") && !strings.Contains(line, " refused ") {
			t.Errorf("parts steps and momentum have the row %q", line)
		}
	}
	if strings.Count(r.stdout, " step parity") < 3 || strings.Count(r.stdout, " momentum ") != 1 {
		t.Errorf("want rows of steps and one of momentum:\n%s", r.stdout)
	}
	if r := hooke(t, "check", "cube", "--engine", "cpu", "--parts", "passes"); r.code != exitFailed || !strings.Contains(r.stderr, "nothing was checked") {
		t.Errorf("a part that the cpu engine has not: exit code %d\n%s", r.code, r.stderr)
	}
	if r := hooke(t, "check", "cube", "--parts", "colors"); r.code != exitUsage || !strings.Contains(r.stderr, "integrator-ledgers") {
		t.Errorf("an unknown part: exit code %d\n%s", r.code, r.stderr)
	}
}

// The ledger of a chain of links far shorter than it is from the origin agrees as far as
// its velocities can be known.
func TestCheckLedgersOfAFineChain(t *testing.T) {
	needsGL(t)
	parts := "ledger,integrator-ledgers"
	if os.Getenv("HOOKE_LONG") == "" {
		parts = "ledger"
	}
	r := hooke(t, "check", "chain", "--springs", "6000", "--engine", "cpu", "--parts", parts).worked(t)
	if n := strings.Count(r.stdout, " ledger, 4 steps "); n != 1 {
		t.Errorf("%d rows of ledgers over 4 steps, want one:\n%s", n, r.stdout)
	}
}

// A scene with rods is proved, too: with springs in their place where springs alone are stepped, and
// by itself over its whole run.
func TestCheckOfRods(t *testing.T) {
	r := hooke(t, "check", "helix", "--engine", "cpu", "--steps", "20", "--parts", "steps,momentum,invariants").worked(t)
	for _, row := range []string{"step parity, impulses", "step parity, rods", "momentum", "energy", "repeatable"} {
		if !strings.Contains(r.stdout, row) {
			t.Errorf("no row %q:\n%s", row, r.stdout)
		}
	}
}
