package ensemble_test

import (
	"os"
	"testing"

	"hooke/ensemble"
	"hooke/ensemble/ensembletest"
	gpu "hooke/gpu/ensemble"
	"hooke/gpu/gltest"
	"hooke/must"
)

// Faults in the laws of what acts beside springs and planes move a member elsewhere than the reference.
func TestFaultsOfActsAreSeen(t *testing.T) {
	if os.Getenv("HOOKE_LONG") == "" {
		t.Skip("programs with faults are compiled with HOOKE_LONG alone")
	}
	ctx := gltest.New(t)
	kind := moving()
	members := ensembletest.Designs(t, kind, 2)
	off := func(file, from, to string) (most float64) {
		e := must.Get(gpu.New(ctx, []ensemble.Kind{kind}, members, gpu.Options{Pipeline: gpu.Interleaved, Shaders: mutated(t, file, from, to)}))(t)
		defer e.Close()
		starts := startsOf(t, e, 2)
		stepAll(t, 100, e)
		for i := range members {
			far, _ := ensembletest.ErrorsOf(starts[i], ensembletest.Read(t, e, i), ran(t, kind, members, nil), i)
			most = max(most, far)
		}
		return most
	}
	if most := off("members.glsl", "", ""); !(most <= ensembletest.MostError) {
		t.Fatalf("without a fault members are %.3g of their motion off", most)
	}
	for _, c := range []struct{ fault, file, from, to string }{
		{"the sign of surfaces", "member_contact.glsl", "\tv -= c.surface;\n#endif\n\tprecise", "\tv += c.surface;\n#endif\n\tprecise"},
		{"friction of what moves", "member_contact.glsl", "rubbedBy(against, c, n, impulse) + surface", "rubbedBy(against, c, n, impulse) + 0.9 * surface"},
		{"signals of the next contact", "member_course.glsl", "uint contact = TABLE(at + COURSE_CONTACT)", "uint contact = TABLE(at + COURSE_CONTACT) + 1u"},
		{"masses that share a contact", "member_contact.glsl", "max(sharers, 1.0)", "1.0"},
		{"turns of half a step", "course.glsl", "precise real3 later = r + ahead", "precise real3 later = r + 0.0 * ahead"},
		{"values of the next member", "member_contact.glsl", "c.stiffness = VALUE(row + 4u);", "c.stiffness = memberValue[inRow(row + 4u, member + 1u)].value;"},
		{"a motor a hundredth off", "member_load.glsl", "(SIGNAL_OF(TABLE(at + 1u))", "(1.01 * SIGNAL_OF(TABLE(at + 1u))"},
		{"limits of motors", "member_load.glsl", "limit > 0.0 ?", "false ?"},
		{"velocities of handles", "member_load.glsl", "(vectorAt(at + 6u) - v)", "(-v)"},
		{"quadratic drag", "member_load.glsl", "plusScaled(f, -drag, v)", "plusScaled(f, -1.01 * drag, v)"},
		{"lift", "member_load.glsl", "lift * speed * across * n", "1.01 * lift * speed * across * n"},
		{"gusts", "member_signal.glsl", "z ^ shifted(z, 30u)", "z"},
		{"paths a step late", "member_signal.glsl", "age + 1u, end, member", "age, t, member"},
		{"velocities along lines", "member_hold.glsl", "v -= across(v, d);", ""},
		{"places on planes", "member_hold.glsl", "x = plusScaled(x, -dotOf(w, d), d);", ""},
		{"rates of turns", "member_course.glsl", "0.5 * (since.high / leg)", "(since.high / leg)"},
	} {
		if os.Getenv("HOOKE_LONG") == "" && c.file != "member_hold.glsl" {
			continue // each compiles two programs
		}
		if most := off(c.file, c.from, c.to); most <= ensembletest.MostError {
			t.Errorf("%s: members are %.3g of their motion off", c.fault, most)
		}
	}
}
