package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/run"
)

// Wrong command lines end with exit code 2, a message that names the mistake and the right form, and a hint.
// Nothing goes to standard output.
func TestWrongUsage(t *testing.T) {
	for _, c := range []struct {
		args string
		want string // part of the message
		hint string
	}{
		{"frob", `unknown command "frob"`, "hooke --help"},
		{"veiw", "Did you mean this?\n\tview", "hooke --help"},
		{"--frob", "unknown flag: --frob", "hooke --help"},
		{"bench --frob", "unknown flag: --frob", "hooke bench --help"},
		{"bench extra", `unknown command "extra"`, "hooke bench --help"},
		{"bench --engines foo", `"foo" is unknown; known are gpu, cpu, cpuref, and all`, "hooke bench --help"},
		{"bench --pipelines foo", `"foo" is unknown; known are two-pass, fused, resident, all and variants`, "hooke bench --help"},
		{"bench --workgroup 64,100", `"100": choose 32 or 64 or 128 or 256 or 512 or 1024`, "hooke bench --help"},
		{"bench --pipelines fused,fused+foo", `"fused+foo": fused has no variant foo; it has storage, laws, constants, tile, persistent, unroll2, unroll4, unroll8, each behind a +`, "hooke bench --help"},
		{"run cube --pipeline two-pass+laws", "two-pass has no variant laws", "hooke run --help"},
		{"bench --springs 5x", `"--springs" flag: count "5x" is not a number; write a whole number such as 984438, 56k`, "hooke bench --help"},
		{"bench --repeats 2", `"--repeats" flag: give a whole number of at least 3`, "hooke bench --help"},
		{"relax --residual 0", `"--residual" flag: give a positive number`, "hooke relax --help"},
		{"relax cube rope", `too many arguments: 2 given, at most 1 taken: remove "rope"`, "hooke relax --help"},
		{"run --steps 0", `"--steps" flag: give a whole number of at least 1`, "hooke run --help"},
		{"run --steps", "flag needs an argument: --steps", "hooke run --help"},
		{"run --steps 5 --time 1", "--steps and --time cannot be given together: leave one out", "hooke run --help"},
		{"run --time nan", `"--time" flag: give a positive number`, "hooke run --help"},
		{"run cube --time 1e300", "--time: 1e+300 s are 1e+304 steps", "hooke run --help"},
		{"run --engine cuda", `"--engine" flag: choose auto or gpu or cpu or cpuref`, "hooke run --help"},
		{"run cube --steps 1 --engine cpu --pipeline fused", "--pipeline is of the engine gpu, and --engine cpu has none; leave one out", "hooke run --help"},
		{"run cube --steps 1 --engine cpuref --workgroup 64", "--workgroup is of the engine gpu, and --engine cpuref has none", "hooke run --help"},
		{"run cube --steps 1 --engine gpu --threads 2", "--threads is of the engine cpu, and --engine gpu has none; leave one out", "hooke run --help"},
		{"relax cube --steps 1 --engine cpuref --threads 2", "--threads is of the engine cpu, and --engine cpuref has none", "hooke relax --help"},
		{"check cube --threads 2", "--threads is of the engine cpu, and --engine gpu has none", "hooke check --help"},
		{"view cube --threads 2 --pipeline fused", "--threads is of the engine cpu, and --pipeline, --workgroup and --retune are of gpu", "hooke view --help"},
		{"run cube --threads 0", `"--threads" flag: give a whole number from 1 to 4096, or all, or auto`, "hooke run --help"},
		{"run cube --steps 1 --engine cpu --retune", "--retune is of the engine gpu, and --engine cpu has none", "hooke run --help"},
		{"run cube --steps 1 --engine cpuref --precision compensated", "--engine cpuref computes in double", "hooke run --help"},
		{"run cube --steps 1 --retune --pipeline fused", "--retune measures which pipeline is the fastest, and --pipeline says which", "hooke run --help"},
		{"view --engine cpu --pipeline fused", "--pipeline is of the engine gpu", "hooke view --help"},
		{"relax cube --steps 1 --engine cpuref --workgroup 64", "--workgroup is of the engine gpu", "hooke relax --help"},
		{"check cube --steps 1 --engine cpu --pipeline fused", "--pipeline is of the engine gpu", "hooke check --help"},
		{"run cube rope", `too many arguments: 2 given, at most 1 taken: remove "rope"`, "hooke run --help"},
		{"run cube --springs 5k", "--springs: cube has no use for it", "hooke run --help"},
		{"run cube --density 2 --per-mass 3", "--per-mass: cube has no use for it; leave it out (cube takes dt, drag, solver, substeps, iterations, tolerance, forward, warm, collide, inputs)\n--density: cube", "hooke run --help"},
		{"info --per-mass 4", `"--per-mass" flag: choose 3 or 9 or 13`, "hooke info --help"},
		{"info --as jelly", `"--as" flag: choose cloth or lines`, "hooke info --help"},
		{"info --fill foam", `"--fill" flag: choose lattice`, "hooke info --help"},
		{"info --up w", `"--up" flag: choose x or y or z`, "hooke info --help"},
		{"info --damping-ratio 0", "--undamped switches damping off", "hooke info --help"},
		{"info --drag 0", "inf switches drag off", "hooke info --help"},
		{"info --dt -1", `"--dt" flag: give a positive number`, "hooke info --help"},
		{"info --density inf", `"--density" flag: give a positive number`, "hooke info --help"},
		{"info --masses 3x0", `"--masses" flag: give masses along each axis`, "hooke info --help"},
		{"info --masses 3x3x3x3", `"--masses" flag: give masses along each axis`, "hooke info --help"},
		{"info --springs 5k --masses 9", "--masses: springs is given too; give one of the two", "hooke info --help"},
		{"info --undamped --damping-ratio 1", "--undamped: damping-ratio is given too", "hooke info --help"},
		{"check cube --pitch 1", "--pitch: cube has no use for it", "hooke check --help"},
		{"view --size 10", `"--size" flag: give width x height in pixels`, "hooke view --help"},
		{"view --size 0x10", `"--size" flag: give width x height in pixels`, "hooke view --help"},
		{"view --frames 0", `"--frames" flag: give a whole number of at least 1`, "hooke view --help"},
		{"view --offscreen a.png --screenshot b.png", "--offscreen and --screenshot cannot be given together", "hooke view --help"},
		{"view --offscreen v.jpg", "--offscreen: v.jpg: pictures are PNG files: give a name that ends in .png", "hooke view --help"},
		{"view --screenshot v", "--screenshot: v: pictures are PNG files", "hooke view --help"},
		{"version now", `unknown command "now"`, "hooke version --help"},
	} {
		r := hooke(t, strings.Fields(c.args)...)
		must.Be(t, r.code, exitUsage, "%s: exit code", c.args)
		if !strings.HasPrefix(r.stderr, "hooke: ") || !strings.Contains(r.stderr, c.want) {
			t.Errorf("%s: message is\n%swant %q in it", c.args, r.stderr, c.want)
		}
		if want := "\nrun '" + c.hint + "'\n"; !strings.HasSuffix(r.stderr, want) {
			t.Errorf("%s: message is\n%swant the hint %q at its end", c.args, r.stderr, want)
		}
		must.Hold(t, r.stdout == "", "%s: standard output has %q, want nothing", c.args, r.stdout)
	}
}

// broken are files that cannot be read, and where their fault is.
func broken(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{} // path -> message
	for _, c := range []struct{ name, text, where string }{
		{"range.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n", ":4: vertex 9"},
		{"nan.obj", "v 0 0 0\nv 1 nan 0\n", ":2: vertex: \"nan\" is not a finite number"},
		{"truncated.obj", "v 0 0 0\nv 1 0 0\nv 0 1", ":3: vertex with 2 numbers"},
		{"empty.obj", "", ":1: no vertices"},
		{"garbage.obj", strings.Repeat("\x00\x9c\xff\x07garbage", 4096), ":1: binary data"},
		{"lines.txt", "hello\nworld\n", ":1: unknown format"},
	} {
		path := write(t, c.name, c.text)
		files[path] = path + c.where
	}
	folder := t.TempDir()
	files[folder] = "is a folder"
	files[filepath.Join(folder, "missing.obj")] = "neither a preset nor a file"
	files["latice"] = `did you mean "lattice"?`
	return files
}

// A broken file ends with exit code 1 and file:line, whatever the verb, and
// nothing is written.
func TestBrokenFiles(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	for path, want := range broken(t) {
		for _, verb := range [][]string{
			{"info"}, {"info", "--json"}, {"run", "--steps", "1", "--out", out}, {"check"},
			{"view", "--offscreen", filepath.Join(out, "x.png")}, {"view"},
		} {
			if len(verb) == 1 && verb[0] == "view" && windowKind == "headless" {
				continue // it reads nothing, since it has no window to show it in
			}
			r := hooke(t, append(verb, path)...)
			if r.code != exitFailed || !strings.Contains(r.stderr, want) {
				t.Errorf("%s %s: exit code %d, want 1; message\n%swant %q in it", verb, path, r.code, r.stderr, want)
			}
			if strings.Contains(r.stderr, "--help") || r.stdout != "" {
				t.Errorf("%s %s: want no hint and no output; got\n%s%s", verb, path, r.stderr, r.stdout)
			}
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a folder was made for results that cannot be")
	}
}

// The first page lists verbs and examples, and pages of verbs name their flags.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"--help"}, {"help"}} {
		r := hooke(t, args...).worked(t)
		for _, verb := range []string{"view", "run", "render", "relax", "bench", "check", "info", "serve", "version", "completion"} {
			if !strings.Contains(r.stdout, "\n  "+verb+" ") {
				t.Errorf("hooke %s does not list %s", args, verb)
			}
		}
		if examples := strings.Count(r.stdout, "\n  hooke ") - strings.Count(r.stdout, "\n  hooke help "); examples != 4 {
			t.Errorf("hooke %s has %d examples, want 4:\n%s", args, examples, r.stdout)
		}
	}
	for verb, words := range map[string][]string{
		"view":    {"--offscreen", "--frames", "--size WxH", "--springs"},
		"run":     {"--engine auto|gpu|cpu|cpuref", "--steps", "--time", "--out", "--energy", "--png", "--as"},
		"render":  {"--out", "--size WxH", "--fps", "--speed", "--from seconds", "--to", "--at", "--turntable", "--of"},
		"relax":   {"--residual", "--steps", "--engine auto|gpu|cpu|cpuref", "--start", "--out", "--png", "kinetic energy"},
		"bench":   {"--springs counts", "(default 56k,1M)", "--engines gpu,cpu,cpuref,all", "--pipelines pipelines", "two-pass, fused, resident", "--json", "--repeats"},
		"check":   {"--json", "--energy", "--steps", "reference"},
		"info":    {"--json", "--up", "--set"},
		"serve":   {"--stdio", "docs/serve.md"},
		"version": {"hooke version"},
	} {
		r := hooke(t, verb, "--help").worked(t)
		for _, word := range words {
			if !strings.Contains(r.stdout, word) {
				t.Errorf("hooke %s --help does not mention %q:\n%s", verb, word, r.stdout)
			}
		}
	}
	for _, args := range []string{"version", "--version"} {
		if r := hooke(t, args).worked(t); !strings.HasPrefix(r.stdout, "hooke "+run.Commit()+", go1.") || strings.Count(r.stdout, "\n") != 1 {
			t.Errorf("%s prints %q", args, r.stdout)
		}
	}
	if r := hooke(t, "completion", "bash").worked(t); !strings.Contains(r.stdout, "hooke") {
		t.Error("no completion for bash")
	}
}
