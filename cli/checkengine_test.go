package cli

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/engine/check"
	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
)

// check --engine cpu proves the cpu engine without OpenGL, with its ledger; all proves both.
func TestCheckOfTheCPUEngine(t *testing.T) {
	r := hooke(t, "check", "cube", "--steps", "50", "--engine", "cpu", "--thorough").worked(t)
	for _, want := range []string{"\ncube                   cpu       ledger, 4 steps ",
		"\ncube                   cpu       step parity, 4 steps ", "\ncpu fused, single precision, on ", " checks agree\n"} {
		must.Hold(t, strings.Contains(r.stdout, want), "the output lacks %q:\n%s", want, r.stdout)
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
	if !strings.Contains(r.stdout, "\ncpu fused, single precision, on ") || !strings.Contains(r.stdout, "\ngpu fused and two-pass, work groups of 64, single precision, on ") {
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

// --parts proves the parts it names and nothing else. A part that no engine has proves nothing, which is an
// error.
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
	hooke(t, "check", "cube", "--parts", "colors").failed(t, "an unknown part", exitUsage, "integrator-ledgers")
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
	r := hooke(t, "check", "helix", "--masses", must.Sized("30", "73"), "--engine", "cpu", "--steps", "20", "--parts", "steps,momentum,invariants").worked(t)
	for _, row := range []string{"step parity, impulses", "step parity, rods", "momentum", "energy", "repeatable"} {
		must.Hold(t, strings.Contains(r.stdout, row), "no row %q:\n%s", row, r.stdout)
	}
}

// check sees faults of the pipeline fused: in its own passes, in those it shares with two-pass, in the next
// state and in its count of steps. (Package gpu mutates the rest.) The short form has one of them.
func TestCheckSeesFaultsOfFused(t *testing.T) {
	needsGL(t)
	const fused, state = "fused_springs.glsl", "state.glsl"
	for _, c := range []struct {
		term, part, file, pipeline string
		pairs                      []string
	}{
		{"mask", "passes", fused, "fused", []string{"(mask & 1u) != 0u ?", "true ?"}},
		{"nothing", "passes,materials,invariants", fused, "fused", nil},
		{"spring", "passes", "spring_laws.glsl", "fused", []string{"real f = law.stiffness", "real f = 1.01 * law.stiffness"}},
		{"tension only", "materials", "spring_laws.glsl", "fused", []string{"#if TENSION", "#if 0"}},
		{"next velocity", "passes", state, "fused", []string{"nextVelocity[nextAt(i)] = vec4(v, VEL", "nextVelocity[nextAt(i)] = vec4(1.01 * v, VEL"}},
		{"masses that wait for all others", "steps", "resident.comp", "resident", []string{"\t\t\t\tadvance(i);\n", "\t\t\t\tadvance(i);\n\t\t\t\tput(i);\n"}},
		{"nothing", "steps", fused, "resident", nil},
		{"steps of a dispatch", "invariants", "resident.comp", "resident", []string{"step < batch.steps;", "step + 1u < batch.steps;"}},
		{"count", "invariants", "evaluations.glsl", "fused", []string{"uint now = evaluations() + 1u;", "uint now = evaluations();"}},
	} {
		wrong := gltest.Mutated(t, c.file, c.pairs...) // of those that are spared, too, so that none gets old
		if !must.Long() && c.term != "mask" {
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

func TestCheckEnergyHasCasesOfItsOwn(t *testing.T) {
	for _, args := range [][]string{{"cube"}, {"--springs", "1k"}, {"--steps", "5"}} {
		r := hooke(t, append([]string{"check", "--energy"}, args...)...)
		if r.code != exitUsage || !strings.Contains(r.stderr, "--energy has cases of its own") {
			t.Errorf("%v: exit code %d, message\n%s", args, r.code, r.stderr)
		}
	}
}

// check sees each term of contacts that move, that catch masses and whose stiffness follows from
// each mass, when a shader has it wrong, by a percent where it has a size. The short form asks
// whether the faults can still be planted; package gpu plants some, too.
func TestCheckSeesEachTermOfContacts(t *testing.T) {
	needsGL(t)
	const contact, trajectory, catch = "contact.glsl", "trajectory.glsl", "catch_mass.glsl"
	for _, c := range []struct {
		term, part, file string
		pairs            []string
		row              string // that must fail; its end
	}{
		{"nothing", "passes,steps", contact, nil, ""}, // it agrees without a fault
		{"nothing", "catches", contact, nil, ""},
		{"nothing", "integrators", contact, nil, ""},
		{"surfaces that move, of dampers", "passes", contact, []string{"v -= c.surface;", "v -= 0.99 * c.surface;"}, "pass integrate, moving contacts"},
		{"surfaces that move, of friction", "passes", trajectory, []string{"return surfaceAt(c, x, n, real(0.5) * DT) /", "return 0.99 * surfaceAt(c, x, n, real(0.5) * DT) /"}, "pass integrate, moving contacts"},
		{"turn of a surface", "passes", trajectory, []string{"return c.velocity + cross(c.spin, r) +", "return c.velocity + 0.99 * cross(c.spin, r) +"}, "pass integrate, moving contacts"},
		{"belt along the surface", "passes", trajectory, []string{"+ c.belt - dot(c.belt, n) * n;", "+ c.belt;"}, "pass integrate, moving contacts"},
		{"surfaces that move, in kick", "integrators", trajectory, []string{"return c.surface;", "return 0.99 * c.surface;"}, "pass kick, moving contacts"},
		{"surfaces that move, in stage 4", "integrators", trajectory, []string{"return c.surface;", "return 0.99 * c.surface;"}, "pass stage-4, moving contacts"},
		{"surfaces that move, in prime and stages", "integrators", contact, []string{"v -= c.surface;", "v -= 0.99 * c.surface;"}, "pass stage-1, moving contacts"},
		{"velocity into what catches", "catches", catch, []string{"w + into * n", "w + 0.99 * into * n"}, "parity, catches"},
		{"friction of what catches", "catches", catch, []string{"across * (real(1.0) - taken / speed)", "across"}, "parity, catches"},
		{"surfaces that catch and move", "catches", catch, []string{"halted(v - surface,", "halted(v,"}, "parity, catches"},
		{"way of shapes that catch and move", "catches", "carried.glsl", []string{"return c.p + turned(turned(x - p, -trajectoriesBefore(at + 6u), trajectoryBefore(at + 9u)), c.q, c.qw)", "return x"}, "parity, catches"},
		{"place of a catch", "catches", catch, []string{"(first.at - real(1.0)) * way", "0.99 * (first.at - real(1.0)) * way"}, "parity, catches"},
		{"number of what is caught", "catches", catch, []string{"i << CONTACT_BITS |", "(i + 1u) << CONTACT_BITS |"}, "parity, catches"},
		{"share of contacts per mass", "steps", contact, []string{"c.stiffness *= share / real(sharers)", "c.stiffness *= share"}, "step parity, contacts per mass"},
		{"Cs of contacts per mass", "steps", contact, []string{"c.stiffness *= share / real(sharers)", "c.stiffness *= 1.01 * share / real(sharers)"}, "step parity, contacts per mass"},
		{"Cd of contacts per mass", "steps", contact, []string{"c.damping *= share / real(sharers)", "c.damping *= 2.0 * share / real(sharers)"}, "step parity, contacts per mass"},
	} {
		wrong := gltest.Mutated(t, c.file, c.pairs...) // of those that are spared, too, so that none gets old
		if !must.Long() {
			continue
		}
		r := hookeWith(t, context.Background(), wrong, "check", "--springs", "1k", "--pipeline", "two-pass", "--steps", "20", "--parts", c.part)
		failed := false
		for line := range strings.Lines(r.stdout) {
			failed = failed || strings.Contains(line, c.row+" ") && strings.HasSuffix(line, "FAILED\n")
		}
		switch {
		case len(c.pairs) == 0:
			if r.code != exitOK {
				t.Fatalf("exit code %d with the right shaders:\n%s%s", r.code, r.stderr, r.stdout)
			}
		case r.code != exitFailed || !failed:
			t.Errorf("%s: exit code %d with a wrong shader, want 1 and %q failed:\n%s%s", c.term, r.code, c.row, r.stderr, r.stdout)
		}
	}
}
