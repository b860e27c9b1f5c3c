package cli

import (
	"context"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"hooke/engine/check"
	"hooke/gpu/gltest"
	"hooke/must"
)

// linked is how many programs a check says that it compiled.
func linked(t *testing.T, stderr string) int {
	t.Helper()
	found := regexp.MustCompile(`(\d+) programs were compiled`).FindStringSubmatch(stderr)
	if found == nil {
		t.Fatalf("no number of programs in\n%s", stderr)
	}
	return must.Get(strconv.Atoi(found[1]))(t)
}

// On a graphics card compiling takes most of a check. By default check compiles few programs, those of a
// preset. It counts the others, and --thorough proves them; in the short form those of the engine cpu.
func TestCheckCompilesFewPrograms(t *testing.T) {
	needsGL(t)
	for _, c := range []struct {
		preset        string
		most          int
		has, hasNot   string
		checks, whole int // of two pipelines
	}{
		{"cube", 12, " fused-integrate, contacts ", "wind", 15, 114},
		{"flag", 12, " pass wind ", "contacts", 14, 114},
		{"towel", 40, " own collisions ", "ledger", 17, 114},
	} {
		if c.preset != "cube" && !must.Long() {
			continue // each preset compiles programs of its own
		}
		r := hooke(t, "check", c.preset, "--steps", "20").worked(t)
		if n := linked(t, r.stderr); n > c.most {
			t.Errorf("%s: %d programs, want at most %d", c.preset, n, c.most)
		}
		want := strconv.Itoa(c.checks) + " of " + strconv.Itoa(c.checks) + " checks agree\n--thorough adds up to " + strconv.Itoa(c.whole-c.checks) + " checks, of features"
		if !strings.Contains(r.stdout, c.has) || strings.Contains(r.stdout, c.hasNot) || !strings.Contains(r.stdout, want) {
			t.Errorf("want rows with %q, none with %q, and %q:\n%s", c.has, c.hasNot, want, r.stdout)
		}
	}
	r := hooke(t, "check", "cube", "--steps", "20", "--thorough", "--engine", "cpu").worked(t)
	const little = 49 // of a cube of 8 masses, which is too small for groups
	if n, most := strings.Count(r.stdout, " cpu   "), check.WholeProof(false); n > most || n < little-2 {
		t.Errorf("%d rows of cpu in the whole proof, want from %d to %d:\n%s", n, little-2, most, r.stdout)
	}
	if !must.Long() {
		return // the whole proof of the device compiles 288 programs
	}
	r = hooke(t, "check", "cube", "--steps", "20", "--thorough").worked(t)
	for _, pipeline := range []string{" two-pass ", " fused "} {
		if n, want := strings.Count(r.stdout, pipeline+" "), check.WholeProof(true); n > want || n < want-3 {
			t.Errorf("%d rows of%sin the whole proof, want %d, or up to 3 fewer: of own collisions, of rods and of springs alone", n, pipeline, want)
		}
	}
	must.Hold(t, !strings.Contains(r.stdout, "--thorough"), "the whole proof leaves something out:\n%s", r.stdout)
}

// Rows come in the order of the cases, whatever thread is done first, and are the same.
func TestCheckPrintsInOrder(t *testing.T) {
	needsGL(t)
	var first string
	names := []string{"chain", "cube", "rope"}
	if must.Long() { // each context compiles programs of its own, of the snake most
		names = append(names, "snake")
	}
	for _, threads := range []int{1, 3} {
		before := runtime.GOMAXPROCS(threads)
		r := hooke(t, append(append([]string{"check"}, names...), "--steps", "20", "--json")...).worked(t)
		runtime.GOMAXPROCS(before)
		if first == "" {
			first = r.stdout
		}
		must.Hold(t, r.stdout == first, "with %d threads\n%s\nwith 1\n%s", threads, r.stdout, first)
		must.Hold(t, strings.Contains(r.stderr, "on "+strconv.Itoa(threads)+" threads"), "want %d threads:\n%s", threads, r.stderr)
	}
	at := -1
	for _, name := range names {
		next := strings.Index(first, `"case":"`+name)
		must.Hold(t, next > at, "%s is out of order:\n%s", name, first)
		at = next
	}
}

// The default proof sees a wrong shader in the presets that use it. The short form has the first.
func TestCheckSeesFaultsOfOwnFeatures(t *testing.T) {
	needsGL(t)
	for k, c := range []struct {
		preset, file string
		pairs        []string
		row          string // that must fail
	}{
		{"cube", "contact_laws.glsl", []string{"stiffness * depth", "1.01 * stiffness * depth"}, "fused-integrate, contacts"},
		{"walker", "fused_springs.glsl", []string{"(mask & 1u) != 0u ?", "true ?"}, "pass fused-integrate"},
		{"tensegrity", "spring_laws.glsl", []string{"#if TENSION", "#if 0"}, "pass materials"},
		{"flag", "wind_laws.glsl", []string{"(drag -", "(1.01 * drag -"}, "pass wind"},
		{"conveyor", "contact.glsl", []string{"v -= c.surface;", "v -= 0.99 * c.surface;"}, "fused-integrate, moving contacts"},
		{"drape", "catch_mass.glsl", []string{"w + into * n", "w + 0.99 * into * n"}, "parity, catches"},
		{"rope", "euler_step.glsl", []string{"+ GRAVITY)", "+ 1.01 * GRAVITY)"}, "pass integrate"},
		{"walker", "springs.glsl", []string{"actuate(SPRING_OF(s).kind >> 16, law);", "actuate(0u, law);"}, "pass spring-force"},
	} {
		wrong := gltest.Mutated(t, c.file, c.pairs...) // of those that are spared, too, so that none gets old
		if !must.Long() && k > 0 {
			continue
		}
		r := hookeWith(t, context.Background(), wrong, "check", c.preset, "--steps", "20")
		failed := false
		for line := range strings.Lines(r.stdout) {
			failed = failed || strings.Contains(line, c.row+" ") && strings.HasSuffix(line, "FAILED\n")
		}
		if r.code != exitFailed || !failed {
			t.Errorf("%s, %s: exit code %d, want 1 and %q failed:\n%s%s", c.preset, c.file, r.code, c.row, r.stderr, r.stdout)
		}
	}
}
