package cli

import (
	"context"
	"strings"
	"testing"
)

// check sees each term of contacts that move, that catch masses and whose stiffness follows from
// each mass, when a shader has it wrong, by a percent where it has a size.
func TestCheckSeesEachTermOfContacts(t *testing.T) {
	needsGL(t)
	const contact, course, catch = "contact.glsl", "course.glsl", "catch_mass.glsl"
	for k, c := range []struct {
		term, part, file string
		pairs            []string
		row              string // that must fail; its end
	}{
		{"nothing", "passes,steps,catches,integrators", contact, nil, ""}, // it agrees without a fault
		{"surfaces that move, of dampers", "passes", contact, []string{"v -= c.surface;", "v -= 0.99 * c.surface;"}, "pass integrate, moving contacts"},
		{"surfaces that move, of friction", "passes", course, []string{"return surfaceAt(c, x, n, real(0.5) * DT) /", "return 0.99 * surfaceAt(c, x, n, real(0.5) * DT) /"}, "pass integrate, moving contacts"},
		{"turn of a surface", "passes", course, []string{"return c.velocity + cross(c.spin, r) +", "return c.velocity + 0.99 * cross(c.spin, r) +"}, "pass integrate, moving contacts"},
		{"belt along the surface", "passes", course, []string{"+ c.belt - dot(c.belt, n) * n;", "+ c.belt;"}, "pass integrate, moving contacts"},
		{"surfaces that move, in kick", "integrators", course, []string{"return c.surface;", "return 0.99 * c.surface;"}, "pass kick, moving contacts"},
		{"surfaces that move, in stage 4", "integrators", course, []string{"return c.surface;", "return 0.99 * c.surface;"}, "pass stage-4, moving contacts"},
		{"surfaces that move, in prime and stages", "integrators", contact, []string{"v -= c.surface;", "v -= 0.99 * c.surface;"}, "pass stage-1, moving contacts"},
		{"velocity into what catches", "catches", catch, []string{"w + into * n", "w + 0.99 * into * n"}, "parity, catches"},
		{"friction of what catches", "catches", catch, []string{"across * (real(1.0) - taken / speed)", "across"}, "parity, catches"},
		{"surfaces that catch and move", "catches", catch, []string{"halted(v - surface,", "halted(v,"}, "parity, catches"},
		{"way of shapes that catch and move", "catches", "carried.glsl", []string{"return c.p + turned(turned(x - p, -coursesBefore(at + 6u), courseBefore(at + 9u)), c.q, c.qw)", "return x"}, "parity, catches"},
		{"place of a catch", "catches", catch, []string{"(first.at - real(1.0)) * way", "0.99 * (first.at - real(1.0)) * way"}, "parity, catches"},
		{"number of what is caught", "catches", catch, []string{"i << CONTACT_BITS |", "(i + 1u) << CONTACT_BITS |"}, "parity, catches"},
		{"share of contacts per mass", "steps", contact, []string{"c.stiffness *= share / real(sharers)", "c.stiffness *= share"}, "step parity, contacts per mass"},
		{"Cs of contacts per mass", "steps", contact, []string{"c.stiffness *= share / real(sharers)", "c.stiffness *= 1.01 * share / real(sharers)"}, "step parity, contacts per mass"},
		{"Cd of contacts per mass", "steps", contact, []string{"c.damping *= share / real(sharers)", "c.damping *= 2.0 * share / real(sharers)"}, "step parity, contacts per mass"},
	} {
		wrong := mutated(t, c.file, c.pairs...) // of those that are spared, too, so that none gets old
		if spared(k) {
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
