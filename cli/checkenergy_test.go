package cli

import (
	"context"
	"strings"
	"testing"
)

// check sees each term of the energy ledger when a shader has it wrong, by a
// percent where it has a size.
func TestCheckSeesEachTermOfTheLedger(t *testing.T) {
	needsGL(t)
	const account, accounts = "ledger", "integrator-ledgers" // parts of the proof
	const springs, masses, sums, center = "spring_ledger.comp", "mass_ledger.comp", "ledger_sum.comp", "euler_step.glsl"
	for k, c := range []struct {
		term, part, file string
		pairs            []string
	}{
		{"nothing", "ledger,integrator-ledgers", springs, nil}, // it agrees without a fault
		{"elastic energy", account, "spring_law.glsl", []string{"real(0.5) * law.stiffness * stretch * stretch", "real(0.505) * law.stiffness * stretch * stretch"}},
		{"energy of a slack cable", account, "spring_law.glsl", []string{"law.tensionOnly && stretch < real(0.0) ? real(0.0) :", "false ? real(0.0) :"}},
		{"loss of dampers", account, springs, []string{"damper = law.damping * dot", "damper = 1.01 * law.damping * dot"}},
		{"loss of the damper of a cable", account, springs, []string{"max(damper, -law.stiffness * r.stretch)", "damper"}},
		{"loss of slack cables", account, springs, []string{"if (slack || r.distance", "if (r.distance"}},
		{"work of springs at paths", account, springs, []string{"(law.stiffness * r.stretch + damper)", "(1.01 * law.stiffness * r.stretch + damper)"}},
		{"work of dampers at paths", account, springs, []string{"r.stretch + damper)", "r.stretch)"}},
		{"end A on a path", account, springs, []string{"parting -= velocityOf(e.x);", ""}},
		{"end B on a path", account, springs, []string{"parting += velocityOf(e.y);", ""}},
		{"work of actuators", account, springs, []string{"-law.stiffness * longer *", "-1.01 * law.stiffness * longer *"}},
		{"sign of the work of actuators", account, springs, []string{"-law.stiffness * longer *", "law.stiffness * longer *"}},
		{"work of the actuators of cables", account, springs, []string{"held - stored(law, r.stretch + longer)", "real(0.0)"}},
		{"kinetic energy", account, masses, []string{"real(0.5) * mass * dot(v, v)", "real(0.505) * mass * dot(v, v)"}},
		{"gravitational energy", account, masses, []string{"-mass * dot(GRAVITY, x)", "-1.001 * mass * dot(GRAVITY, x)"}},
		{"contact energy", account, masses, []string{"real(0.5) * c.stiffness", "real(0.505) * c.stiffness"}},
		{"loss of drag", account, masses, []string{"* DRAG_TAKEN", "* 1.01 * DRAG_TAKEN"}},
		{"work of external forces", account, masses, []string{"dot(externalOn(i), v) + slowing", "1.01 * dot(externalOn(i), v) + slowing"}},
		{"quadratic drag is no work", account, masses, []string{"dot(externalOn(i), v) + slowing", "dot(externalOn(i), v)"}},
		{"loss of quadratic drag", account, masses, []string{"slowed += slowing;", ""}},
		{"loss of contact dampers", account, masses, []string{"min(c.damping * dot", "min(1.01 * c.damping * dot"}},
		{"loss of contact dampers that let go", account, masses, []string{", c.stiffness * t.depth) * leaving", ", 1e9 * c.stiffness) * leaving"}},
		{"loss of friction", accounts, masses, []string{"sum[5] = with(sum[5], min(c.kineticFriction", "sum[5] = with(sum[5], min(1.01 * c.kineticFriction"}},
		{"friction stops in a step", accounts, masses, []string{"pushed * DT, mass * speed) / DT * speed", "pushed * DT, 1e9 * mass * speed) / DT * speed"}},
		{"velocities of springs are centered", account, springs, []string{"centeredOf(e.y) - centeredOf(e.x)", "velocityOf(e.y) - velocityOf(e.x)"}},
		{"velocities that dampers see", account, springs, []string{"seenOf(e.y) - seenOf(e.x)", "centeredOf(e.y) - centeredOf(e.x)"}},
		{"lengths a step before", account, springs, []string{"(longer - way)", "longer"}},
		{"velocities of masses are centered", account, masses, []string{"real3 v = centeredOf(i);", "real3 v = velocityOf(i);"}},
		{"velocities that contacts see", account, masses, []string{"c.damping * dot(seen,", "c.damping * dot(v,"}},
		{"velocities that drag leaves", account, masses, []string{"real(2.0) * v - seen;", "seen;"}},
		{"centered velocities", account, center, []string{"real3 mean = real(0.5) *", "real3 mean = real(0.501) *"}},
		{"centered velocities along guides", account, "guide_mass.glsl", []string{"? dot(u, d) * d : across(u, d)", "? u : u"}},
		{"power of friction", account, center, []string{"power = dot(free", "power = 1.01 * dot(free"}},
		{"power of friction as an impulse", accounts, "acceleration.glsl", []string{"power = real(0.5) *", "power = real(0.505) *"}},
		{"velocities before a step of Verlet", accounts, "kick.comp", []string{"v - DT * before, v +", "v, v +"}},
		{"velocities before a step of RK4", accounts, "stage.comp", []string{"v, v0, end)", "v, end, end)"}},
		{"velocities that the forces of Verlet see", accounts, "centered.glsl", []string{"#if CENTERED == 2", "#if CENTERED == 9"}},
		{"sum over the steps", account, sums, []string{"plus(Two(before.hi, before.lo), entry)", "entry"}},
		{"start of the account", account, sums, []string{"if (ledger[slot + 3u].hi == 0.0)", "if (false)"}},
		{"half of a work group", account, "ledger.glsl", []string{"width = WORKGROUP / 2u", "width = WORKGROUP / 4u"}},
	} {
		if spared(k) {
			continue
		}
		r := hookeWith(t, context.Background(), mutated(t, c.file, c.pairs...),
			"check", "--springs", "1k", "--pipeline", "two-pass", "--parts", c.part)
		switch {
		case len(c.pairs) == 0:
			if r.code != exitOK {
				t.Fatalf("exit code %d with the right shaders:\n%s%s", r.code, r.stderr, r.stdout)
			}
		case r.code != exitFailed || !strings.Contains(r.stdout, "ledger") || !strings.Contains(r.stdout, "\ndisagreement: lattice "):
			t.Errorf("%s: exit code %d with a wrong shader, want 1 and the disagreement:\n%s%s", c.term, r.code, r.stderr, r.stdout)
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
