package cli

import (
	"context"
	"encoding/json"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/must"
)

// check sees each term of the equation of motion when the shader has it wrong: it exits with 1 and names the
// parts that disagree. The errors are small ones, of a percent, where a term has a size. Only that part of
// the proof runs which must see the error. The short form has the first error of each part.
func TestCheckSeesEachTerm(t *testing.T) {
	needsGL(t)
	const law, integrate, contact, pushes, solid, mass = "spring_laws.glsl", "euler_step.glsl", "contact.glsl", "contact_laws.glsl", "solid.glsl", "mass_force.glsl"
	const acceleration, stage = "acceleration.glsl", "stage.comp"
	const passes, materials, integrators = "passes", "materials", "integrators"
	const load, laws, loads, wind, triangles, guide = "load_law.glsl", "load_laws.glsl", "load_sum.glsl", "wind_laws.glsl", "wind_sum.glsl", "guide_mass.glsl"
	for _, c := range []struct {
		term, part, file string
		pairs            []string
	}{
		// Without a fault the same command agrees, so that the failures below come from the faults.
		{"nothing", must.Sized(passes, "passes,materials,integrators"), law, nil},
		{"spring", passes, law, []string{"real f = law.stiffness", "real f = 1.01 * law.stiffness"}},
		{"damper", passes, law, []string{"law.damping * rate", "1.01 * law.damping * rate"}},
		{"tension only", materials, law, []string{"#if TENSION", "#if 0"}},
		{"dampers of cables never push", materials, law, []string{"f = max(real(0.0), f);", ""}},
		{"k and c per spring", materials, "springs.glsl", []string{"#if COEFFICIENTS", "#if 0"}},
		{"gravity", passes, integrate, []string{"+ GRAVITY)", "+ 1.01 * GRAVITY)"}},
		{"drag", passes, integrate, []string{" * DRAG_FACTOR", ""}},
		{"contact", passes, pushes, []string{"stiffness * depth", "1.01 * stiffness * depth"}},
		{"contact damper", passes, pushes, []string{"damping * leaving", "1.01 * damping * leaving"}},
		{"contact never adhesive", passes, pushes, []string{"max(real(0.0), stiffness", "max(real(-1e9), stiffness"}},
		{"plane", passes, solid, []string{"Touch(c.size - dot(x, n), n)", "Touch(c.size - 1.001 * dot(x, n), n)"}},
		{"sphere", passes, solid, []string{"touchBall(x - c.p, c.size,", "touchBall(x - c.p, 1.001 * c.size,"}},
		{"capsule", passes, solid, []string{"touchBall(fromA - along * axis, c.size,", "touchBall(fromA - along * axis, 1.001 * c.size,"}},
		{"axis of a capsule", passes, solid, []string{", real(0.0), real(1.0));", ", real(0.0), real(0.9));"}},
		{"box", passes, solid, []string{"real3 inner = c.a -", "real3 inner = 1.001 * c.a -"}},
		{"turn of a box", passes, solid, []string{"turned(x - c.p, -q, c.qw)", "turned(x - c.p, q, c.qw)"}},
		{"container", passes, solid, []string{"c.inside == 0u ?", "true ?"}},
		{"second contact", passes, contact, []string{"sum += push(c, t, v) * t.normal;", "sum += k < 1u ? push(c, t, v) * t.normal : real3(0.0);"}},
		{"static friction", passes, pushes, []string{"speed <= staticFriction * pressed", "speed <= 0.5 * staticFriction * pressed"}},
		{"stick", passes, pushes, []string{"return along;", "return along + 0.01 * slip;"}},
		{"kinetic friction", passes, pushes, []string{"kineticFriction * pressed /", "1.01 * kineticFriction * pressed /"}},
		{"friction against the new velocity", passes, contact, []string{"w = afterFriction(w, t.normal,", "w += afterFriction(v, t.normal,"}},
		{"actuator", materials, "springs.glsl", []string{"actuate(SPRING_OF(s).kind >> 16, law);", "actuate(0u, law);"}},
		{"external forces", passes, mass, []string{"#if LOADS", "#if 0"}},
		{"force", passes, load, []string{"return signalOf(l.signal) * p;", "return 1.01 * signalOf(l.signal) * p;"}},
		{"table of a force", passes, load, []string{"return signalOf(l.signal) * p;", "return p;"}},
		{"motor", passes, laws, []string{"real size = damping", "real size = 1.01 * damping"}},
		{"limit of a motor", passes, laws, []string{"limit > real(0.0)", "limit < real(0.0)"}},
		{"handle", passes, laws, []string{"stiffness * way", "1.01 * stiffness * way"}},
		{"damper of a handle", passes, laws, []string{"damping * rate", "1.01 * damping * rate"}},
		{"quadratic drag", passes, laws, []string{"return drag *", "return 1.01 * drag *"}},
		{"loads of all masses", passes, loads, []string{"k < params.commonLoads", "k < 1u"}},
		{"loads of some masses", passes, loads, []string{"k < end; k++", "k + 1u < end; k++"}},
		{"wind before the loads", passes, "load.comp", []string{"#if WIND", "#if 0"}},
		{"drag of the wind", passes, wind, []string{"(drag -", "(1.01 * drag -"}},
		{"lift", passes, wind, []string{"+ lift *", "+ 1.01 * lift *"}},
		{"both sides of a triangle", passes, wind, []string{"(abs(across) * (", "(across * ("}},
		{"air against the triangle", passes, "air.glsl", []string{"((air - velocityOf(t.a))", "((air - 0.97 * velocityOf(t.a))"}},
		{"second triangle", passes, triangles, []string{"k < end; k++", "k < min(end, incidence[i].entry + 1u); k++"}},
		{"line", passes, guide, []string{"-across(w, d)", "-0.99 * across(w, d)"}},
		{"velocity along a line", passes, guide, []string{"v -= across(v, d);", ""}},
		{"plane", passes, guide, []string{"-dot(w, d) * d", "-0.99 * dot(w, d) * d"}},
		{"velocity along a plane", passes, guide, []string{"v -= dot(v, d) * d;", ""}},
		{"path", passes, guide, []string{"Place(p, vec3(0.0)), signalsFrom(g.signal)", "Place(p, vec3(0.0)), 0.99 * signalsFrom(g.signal)"}},
		{"velocity of a path", passes, guide, []string{"v = signalsFrom(g.signal + 3u);", "v = 0.99 * signalsFrom(g.signal + 3u);"}},
		{"end B", passes, mass, []string{"-onA", "onA"}},
		// The early return and the mask both hold a mass that is pinned on all
		// axes; either alone is enough.
		{"pin of some axes", passes, "pins.glsl", []string{"notEqual(uvec3(pin)", "equal(uvec3(pin)"}},
		{"pin of one axis", passes, "pins.glsl", []string{"uvec3(1u, 2u, 4u)", "uvec3(1u, 2u, 0u)"}},
		{"pin", passes, integrate, []string{"if (!isFree(i)) {", "if (false) {", "unpinned(w * DRAG_FACTOR, pin)", "w * DRAG_FACTOR"}},
		{"explicit Euler", integrators, integrate, []string{"#if EXPLICIT", "#if 0"}},
		{"acceleration of Verlet", integrators, "drift.comp", []string{"0.5 * DT * stageOf", "0.51 * DT * stageOf"}},
		{"predicted velocity", integrators, "drift.comp", []string{"setVelocity(i, halfway + change)", "setVelocity(i, halfway)"}},
		{"kick", integrators, "kick.comp", []string{"v += 0.5 * DT * (a", "v += 0.51 * DT * (a"}},
		{"kept acceleration", integrators, "kick.comp", []string{"setStage(0u, i, a);", ""}},
		{"prime", integrators, "prime.comp", []string{"setStage(0u, i, acc", "setStage(0u, i, 1.01 * acc"}},
		{"prime belongs to no step", integrators, "prime.comp", []string{"springForcePasses -= 1u", "springForcePasses -= 0u"}},
		{"drag force", integrators, acceleration, []string{"DRAG_RATE * v", "1.01 * DRAG_RATE * v"}},
		{"gravity in Verlet and RK4", integrators, acceleration, []string{"+ GRAVITY", "+ 1.01 * GRAVITY"}},
		{"pin in Verlet and RK4", integrators, acceleration, []string{"return unpinned(a, pinOf(i))", "return a"}},
		{"friction as an impulse", integrators, acceleration, []string{"FRICTION_REACH * (v - w)", "real(0.0) * (v - w)"}},
		{"pin after friction", integrators, acceleration, []string{"unpinned(afterFriction(w, from.x + d, w, inverseMassOf(i)), pinOf(i))", "afterFriction(w, from.x + d, w, inverseMassOf(i))"}},
		{"shares of the first stage", integrators, stage, []string{"a / 6.0", "a / 5.9"}},
		{"shares of the stages", integrators, stage, []string{"STAGE == 4 ? real(6.0) : real(3.0)", "real(4.0)"}},
		{"places of the stages", integrators, stage, []string{"STAGE == 3 ? DT", "STAGE == 3 ? 0.5 * DT"}},
		{"end of the stages", integrators, stage, []string{"from, DT * velocities", "from, DT * v"}},
	} {
		wrong := gltest.Mutated(t, c.file, c.pairs...) // of those that are spared, too, so that none gets old
		if !must.Long() && c.term != "nothing" && c.term != "spring" {
			continue
		}
		r := hookeWith(t, context.Background(), wrong,
			"check", "--springs", "5k", "--steps", "50", "--pipeline", "two-pass", "--parts", c.part)
		if len(c.pairs) == 0 {
			if r.code != exitOK || strings.Contains(r.stdout, "FAILED") {
				t.Fatalf("%s: exit code %d with the right shader, want 0; stderr:\n%s\nstdout:\n%s", c.term, r.code, r.stderr, r.stdout)
			}
			continue
		}
		if r.code != exitFailed {
			t.Errorf("%s: exit code %d with a wrong shader, want 1; stderr:\n%s\nstdout:\n%s", c.term, r.code, r.stderr, r.stdout)
		}
		if !strings.Contains(r.stdout, "\ndisagreement: lattice 8×8×8, ") || !strings.Contains(r.stdout, "FAILED\n") {
			t.Errorf("%s: want the disagreements named in\n%s", c.term, r.stdout)
		}
	}
}

func TestCheckAgrees(t *testing.T) {
	needsGL(t)
	// The snake is controlled: its loop is proven by an engine with a device of its own, after which that of the check continues.
	r := hooke(t, "check", must.Sized("rope", "cube"), "snake", "--steps", must.Sized("20", "100")).worked(t)
	if strings.Contains(r.stdout, "FAILED") || !strings.Contains(r.stdout, "controlled run") || !strings.Contains(r.stdout, "precision, on ") || !strings.Contains(r.stdout, " checks agree\n") {
		t.Errorf("check prints\n%s", r.stdout)
	}
	// Only the lattice is checked when only a size is given.
	r = hooke(t, "check", "--springs", "2k", "--steps", "100", "--parts", must.Sized("momentum", "steps,invariants")).worked(t)
	must.Hold(t, strings.Contains(r.stdout, "\nlattice 6×6×6 ") && !strings.Contains(r.stdout, "cube"), "check --springs 2k prints\n%s", r.stdout)
}

// Rows go to standard output as JSON, a line each. Rows that disagree are among them.
func TestCheckJSON(t *testing.T) {
	needsGL(t)
	wrong := gltest.Mutated(t, "euler_step.glsl", "+ GRAVITY)", "+ 1.01 * GRAVITY)")
	parts := must.Sized("invariants", "passes,steps,ledger,invariants")
	for _, c := range []struct {
		shaders fs.FS
		code    int
	}{{nil, exitOK}, {wrong, exitFailed}} {
		r := hookeWith(t, context.Background(), c.shaders, "check", "cube", "--steps", "50", "--parts", parts, "--json")
		if r.code != c.code {
			t.Fatalf("exit code %d, want %d:\n%s", r.code, c.code, r.stderr)
		}
		rows, failed := 0, 0
		for line := range strings.Lines(r.stdout) {
			var row struct {
				Case, Check, Engine, Pipeline, Renderer, Precision, Detail string
				Max, RMS, Tolerance                                        *float64
				WorstMass                                                  *int `json:"worst_mass"`
				OK                                                         *bool
			}
			if err := json.Unmarshal([]byte(line), &row); err != nil {
				t.Fatalf("%v in %s", err, line)
			}
			if row.Case != "cube" || row.Check == "" || row.Engine != "gpu" || row.Pipeline != "two-pass" && row.Pipeline != "fused" || row.Renderer == "" ||
				row.Precision != "single" || row.Tolerance == nil || row.WorstMass == nil || row.OK == nil {
				t.Errorf("a key is missing or wrong in %s", line)
				continue
			}
			rows++
			if !*row.OK {
				failed++
			}
		}
		must.Hold(t, rows >= 5 && (failed > 0) == (c.code == exitFailed), "%d rows, %d failed, exit code %d", rows, failed, c.code)
		must.Hold(t, strings.Contains(r.stderr, "checks agree"), "the summary is missing on standard error:\n%s", r.stderr)
	}
}

// A shader that does not compile is a failure that names it, not a panic and
// not a disagreement.
func TestCheckBrokenShader(t *testing.T) {
	needsGL(t)
	r := hookeWith(t, context.Background(), gltest.Mutated(t, "spring_law.glsl", "return f * n;", "return f * nonsense;"), "check", "cube")
	r.failed(t, "", exitFailed, "spring_law.glsl:", "nonsense")
}

// Without names every preset is checked, so that none is left unproven.
func TestCheckNames(t *testing.T) {
	if names := checkNames(false); len(names) < 5 || names[0] != "cube" {
		t.Errorf("checked by default: %v, want at least five, the cube first", names)
	}
}

// Ctrl-C ends a check between the parts of a case. The rows proven until then are printed, and the exit code
// says that they are not all.
func TestCheckInterrupted(t *testing.T) {
	needsGL(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // with one thread one case comes after the other
	for _, c := range []struct{ on, want string }{
		{"checking cube", "hooke: interrupted at cube: 0 of 2 cases were checked\n"},
		{"checking rope", "hooke: interrupted at rope: 1 of 2 cases were checked\n"},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		var stdout strings.Builder
		stderr := &canceller{on: c.on, cancel: cancel}
		code := App{Stdout: &stdout, Stderr: stderr}.Run(ctx, strings.Fields("check cube rope --steps 20 --parts "+must.Sized("momentum", "steps,invariants")))
		cancel()
		if code != exitFailed || !strings.HasSuffix(stderr.String(), c.want) || strings.Contains(stdout.String(), "checks agree") ||
			strings.Contains(stdout.String(), "cube ") != (c.on == "checking rope") {
			t.Errorf("%s: exit code %d, want 1; output\n%s%s", c.on, code, stdout.String(), stderr)
		}
	}
}

// States of two words pass the same proof.
func TestCheckInEveryPrecision(t *testing.T) {
	needsGL(t)
	for precision, parts := range map[string]string{"compensated": "passes,steps", "double": "passes,steps,integrators"} {
		if !must.Long() {
			parts = "momentum" // package gpu has passes and steps in every precision
		}
		r := hooke(t, "check", "cube", "--steps", "50", "--precision", precision, "--parts", parts).worked(t)
		must.Hold(t, strings.Contains(r.stdout, precision+" precision") && !strings.Contains(r.stdout, "FAILED"), "%s:\n%s", precision, r.stdout)
	}
}
