package cli

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/bench"
	"hooke/gpu/gltest"
	"hooke/gpu/tune"
	"hooke/must"
	"hooke/run/flags"
)

// quick are flags that make a row in no time: 158 springs, 10 ms a repeat.
const quick = "--springs 158 --repeats 3 --repeat-time 0.01"

func benchArgs(args string) []string { return strings.Fields("bench " + quick + " " + args) }

// The wiring of bench, on a lattice of 158 springs: a row for each engine, the
// keys that a machine reads, and errors as small as float32 allows.
func TestBench(t *testing.T) {
	needsGL(t)
	r := hooke(t, benchArgs("--json --threads 1,2")...).worked(t)
	lines := strings.Split(strings.TrimSpace(r.stdout), "\n")
	if len(lines) != 6 {
		t.Fatalf("%d rows, want 6:\n%s", len(lines), r.stdout)
	}
	want := []struct {
		engine, pipeline, precision string
		most                        float64 // of max_error
		passes                      int
	}{{"cpuref", "serial", "double", 0, 0}, {"cpu", "fused", "single", 2e-3, 1}, {"cpu", "fused", "single", 2e-3, 1}, {"gpu", "two-pass", "single", 2e-3, 2},
		{"gpu", "fused", "single", 2e-3, 1}, {"gpu", "resident", "single", 2e-3, 1}}
	for i, line := range lines {
		var row map[string]any
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		keys := []string{"engine", "pipeline", "renderer", "driver", "precision", "scene", "masses", "springs", "steps", "seconds",
			"spring_updates_per_s", "max_error", "rms_error", "repeat_seconds", "build_seconds", "setup_seconds", "commit", "host"}
		w := want[i]
		if w.passes > 0 {
			keys = append(keys, "memory_bytes", "step_bytes", "bytes_per_s", "copy_bytes_per_s", "roofline")
			if passes, _ := row["passes"].([]any); len(passes) != w.passes {
				t.Errorf("row %d has passes %v, want %d", i, row["passes"], w.passes)
			}
		}
		if w.engine == "gpu" {
			keys = append(keys, "device_seconds", "host_us_per_step")
		} else if row["threads"] == nil {
			t.Errorf("row %d has no threads: %s", i, line)
		}
		for _, key := range keys {
			if row[key] == nil {
				t.Errorf("row %d has no %s: %s", i, key, line)
			}
		}
		if row["engine"] != w.engine || row["pipeline"] != w.pipeline || row["precision"] != w.precision || row["scene"] != "canon" ||
			row["masses"] != 27.0 || row["springs"] != 158.0 || row["max_error"].(float64) > w.most {
			t.Errorf("row %d is %s, want %+v", i, line, w)
		}
	}
}

// There is a row for each variant that the model and the device have, in each size of work groups; the others are said to be left out.
func TestBenchVariants(t *testing.T) {
	needsGL(t)
	rowsOf := func(pipelines, groups string) (map[string]int, string) {
		r := hooke(t, benchArgs("--engines gpu --json --pipelines "+pipelines+" --workgroup "+groups)...).worked(t)
		rows := map[string]int{}
		for line := range strings.Lines(r.stdout) {
			var row bench.Row
			must.Do(t, json.Unmarshal([]byte(line), &row))
			rows[row.Pipeline]++
			must.Hold(t, row.WorkGroup == 64 || row.WorkGroup == 128, "a row of work groups of %d", row.WorkGroup)
		}
		return rows, r.stderr
	}
	names, all, groups, each := "variants", tune.Pipelines(), "64,128", 2
	if !must.Long() { // each size compiles every variant: a lattice lacks the last one
		var values []string
		must.Do(t, flags.Pipelines(&values).Set(names))
		must.Be(t, len(values), len(all), "pipelines that variants stands for: ")
		rows, _ := rowsOf("fused", groups)
		must.Be(t, rows["fused"], 2, "rows of fused: ")
		all = []string{"fused+storage+constants", "two-pass+blocks"}
		names, groups, each = strings.Join(all, ","), "64", 1
	}
	rows, said := rowsOf(names, groups)
	for _, pipeline := range all {
		want := each
		if strings.Contains(said, "gpu "+pipeline+": left out: ") {
			want = 0
		}
		must.Hold(t, rows[pipeline] == want, "%d rows of %s, want %d: %v", rows[pipeline], pipeline, want, rows)
	}
	for _, pipeline := range []string{"fused+storage+constants", "two-pass", "fused+constants+tile", "resident+laws"}[:must.Sized(1, 4)] {
		must.Hold(t, rows[pipeline] == each, "%d rows of %s, which a lattice has", rows[pipeline], pipeline)
	}
}

// Ensembles are rows beside the engines of one: masses, springs and rate are those of all members, and the
// error that of one.
func TestBenchMembers(t *testing.T) {
	needsGL(t)
	r := hooke(t, "bench", "--scenes", "walker", "--members", "3", "--engines", "cpu,gpu", "--pipelines", "fused", "--repeats", "3", "--repeat-time", "0.01", "--json").worked(t)
	var got []string
	for line := range strings.Lines(r.stdout) {
		var row bench.Row
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		got = append(got, row.Scene+" "+row.Engine+" "+row.Pipeline)
		copies := max(1, row.Members)
		if row.Masses != 192*copies || row.Springs != 1296*copies || !(row.MaxError > 0 && row.MaxError < 1e-4) {
			t.Errorf("%d members are %d masses and %d springs, with error %g", row.Members, row.Masses, row.Springs, row.MaxError)
		}
		if rate := float64(row.Springs) * float64(row.Steps) / row.Seconds; math.Abs(rate/row.SpringRate-1) > 1e-9 {
			t.Errorf("%s %s: %g updates per second, and %g by its time", row.Scene, row.Pipeline, row.SpringRate, rate)
		}
	}
	want := []string{"walker cpu fused", "walker gpu fused", "walker*3 cpu ensemble", "walker*3 gpu ensemble", "walker*3 gpu ensemble-resident"}
	must.BeAll(t, got, want, "rows")
}

// The table goes to standard output, progress to standard error.
func TestBenchTable(t *testing.T) {
	r := hooke(t, benchArgs("--engines cpuref,cpu --scenes rope,cloth-128 --passes")...).worked(t)
	if !strings.HasPrefix(r.stdout, "machine  ") || !strings.Contains(r.stdout, "\ncpuref serial         double ") ||
		!strings.Contains(r.stdout, "\nrope: 1 ropes of 158 springs; 159 masses, 158 springs, ") ||
		!strings.Contains(r.stdout, "\ncloth-128: cloth 128×128; 16384 masses, 97026 springs, ") {
		t.Errorf("table is\n%s", r.stdout)
	}
	must.Hold(t, strings.Contains(r.stdout, "\ncloth-128         97026 cpu    fused          step "), "no passes in\n%s", r.stdout)
	must.Hold(t, strings.Contains(r.stderr, "repeat 3 of 3"), "progress is\n%s", r.stderr)
}

// Files are written beside the printed table, and can be read again.
func TestBenchFiles(t *testing.T) {
	folder := t.TempDir()
	record, picture, again := filepath.Join(folder, "r.jsonl"), filepath.Join(folder, "r.svg"), filepath.Join(folder, "again.svg")
	hooke(t, append(benchArgs("--engines cpuref"), "--record", record, "--plot", picture)...).worked(t)
	text := must.Get(os.ReadFile(record))(t)
	if r := hooke(t, "bench", "--read", record, "--json", "--plot", again).worked(t); r.stdout != string(text) {
		t.Errorf("read again it is\n%s, want\n%s", r.stdout, text)
	}
	first := must.Get(os.ReadFile(picture))(t)
	if second, err := os.ReadFile(again); err != nil || string(first) != string(second) {
		t.Errorf("the pictures differ: %v", err)
	}
	var svg struct{ XMLName xml.Name }
	if err := xml.Unmarshal(first, &svg); err != nil || svg.XMLName.Local != "svg" {
		t.Errorf("no picture: %v", err)
	}
	for _, format := range []string{"text", "markdown", "markdown-summary", "benchstat"} {
		if r := hooke(t, "bench", "--read", record, "--format", format).worked(t); !strings.Contains(r.stdout, "cpuref") {
			t.Errorf("%s is\n%s", format, r.stdout)
		}
	}
	document := filepath.Join(folder, "d.md")
	must.Do(t, os.WriteFile(document, []byte("a\n<!-- bench markdown-summary r.jsonl -->\nold\n<!-- end of bench -->\nb\n"), 0o666))
	for range 2 { // the second time nothing changes
		hooke(t, "bench", "--document", document).worked(t)
		made, err := os.ReadFile(document)
		if got := string(made); err != nil || !strings.HasPrefix(got, "a\n<!-- bench markdown-summary r.jsonl -->\n\n| engine, ") || !strings.HasSuffix(got, "scores 1.\n\n<!-- end of bench -->\nb\n") ||
			strings.Contains(got, "old") || strings.Count(got, "`cpuref`, serial") != 1 {
			t.Errorf("%v: the document is\n%s", err, got)
		}
	}
	broken := write(t, "broken.jsonl", "nonsense\n")
	hooke(t, "bench", "--read", broken).failed(t, "a broken record", exitFailed, "broken.jsonl:1: ")
}

// A dispatch that does not run to its end makes no row, whatever its time: every
// pass counts itself where it runs. Here the last work group is lost, as it is
// past a limit of the device.
func TestBenchSeesLostDispatches(t *testing.T) {
	needsGL(t)
	for _, c := range []struct{ pipeline, file, old, lost string }{
		{"two-pass", "integrate.comp", "if (i > END_OF(params.massCount)) {", "if (i >= END_OF(params.massCount)) {"},
		{"two-pass", "spring_force.comp", "if (s > END_OF(params.springCount)) {", "if (s >= END_OF(params.springCount)) {"},
		{"fused", "integrate.comp", "if (i > END_OF(params.massCount)) {", "if (i >= END_OF(params.massCount)) {"},
	} {
		r := hookeWith(t, context.Background(), gltest.Mutated(t, c.file, c.old, c.lost), benchArgs("--engines gpu --json --pipelines "+c.pipeline)...)
		if r.code != exitFailed || r.stdout != "" || !strings.Contains(r.stderr, "gpu "+c.pipeline+": ") ||
			!(strings.Contains(r.stderr, "the engine counted 0") || strings.Contains(r.stderr, "the device evaluated forces")) {
			t.Errorf("%s, %s: exit code %d, output\n%s%s", c.pipeline, c.file, r.code, r.stdout, r.stderr)
		}
	}
	// A device that loses a part of the copy has no roof, and says so.
	r := hookeWith(t, context.Background(), gltest.Mutated(t, "copy.comp", "nextPosition.length()", "nextPosition.length() - 1"), benchArgs("--engines gpu --json --pipelines fused")...)
	if r.code != exitFailed || !strings.Contains(r.stderr, "bandwidth of the device's memory: gpu: bandwidth: ") || strings.Contains(r.stdout, "roofline") {
		t.Errorf("a lossy copy: exit code %d, output\n%s%s", r.code, r.stdout, r.stderr)
	}
}

// Arguments without a meaning are refused, and the error says what to do.
func TestBenchUsage(t *testing.T) {
	for args, want := range map[string]string{
		"--scenes carpet":                             `"carpet" is unknown; known are canon, lattice, cloth,`,
		"--engines cpuref --pipelines fused":          "--pipelines is of the engine gpu, which --engines leaves out",
		"--engines gpu --threads 2":                   "--threads is of the engine cpu, which --engines leaves out",
		"--engines cpuref --precisions double":        "--precisions is of the engines cpu and gpu",
		"--threads 0":                                 "give whole numbers from 1 to 4096",
		"--threads two":                               "give whole numbers from 1 to 4096",
		"--scenes cloth-128,small-steps --springs 1M": "--springs has no meaning for cloth-128, small-steps",
		"--repeats 2":                                 "at least 3",
		"--repeat-time 0":                             "positive number",
		"--json --format markdown":                    "--json and --format markdown cannot be given together",
		"--size 100x100":                              "--size is of the pictures of --viewer, which is not given",
		"--viewer --repeats 5":                        "--viewer measures pictures and no steps, so --repeats has no meaning",
		"--json --passes":                             "--passes belongs to --format text",
		"--plot rates.png":                            "give a name that ends in .svg",
		"--read x.jsonl --springs 5":                  "--read measures nothing, so --springs has no meaning",
		"--document x.md --plot a.svg":                "--document measures nothing, so --plot has no meaning",
		"--document x.md --read a":                    "--read measures nothing, so --document has no meaning",
		"--format xml":                                "choose text or json or benchstat or markdown or",
		"extra":                                       "extra",
		"--accuracy --springs 1k":                     "so --springs has no meaning",
		"--accuracy --solver impulses":                "so --solver has no meaning",
		"--accuracy --scenes cloth":                   "--scenes cloth has no meaning with --accuracy; choose stiff, stiff-128, stiff-12,",
		"--accuracy --quick --scenes stiff":           "--quick has a scene of its own",
		"--accuracy --substeps 0":                     "give numbers from 1 to 100000",
		"--accuracy --warm 0.6":                       "give numbers from 0 to 0.5",
		"--accuracy --solvers newton":                 `"newton" is unknown; known are symplectic-euler, verlet,`,
		"--scenes stiff":                              "--scenes stiff is of whole runs: give --accuracy",
		"--solvers all":                               "--solvers belongs to --accuracy, which is not given",
		"--substeps 3":                                "--substeps belongs to --accuracy, which is not given",
		"--accuracy --read x.jsonl":                   "so --read has no meaning",
		"--accuracy --engines gpu --threads 1":        "--threads is of the engine cpu",
	} {
		r := hooke(t, append([]string{"bench"}, strings.Fields(args)...)...)
		if r.code != exitUsage || !strings.Contains(r.stderr, want) || r.stdout != "" {
			t.Errorf("bench %s: exit code %d, %q; want %q", args, r.code, r.stderr, want)
		}
	}
	if r := hooke(t, append(benchArgs("--engines cpuref"), "--record", "/nowhere/x.jsonl")...); r.code != exitFailed || !strings.Contains(r.stderr, "--record: /nowhere/x.jsonl: cannot write: no such file or directory; create the folder /nowhere") {
		t.Errorf("a record without a folder: exit code %d, %s", r.code, r.stderr)
	}
}

// A page of help names every scene.
func TestBenchHelp(t *testing.T) {
	help := hooke(t, "help", "scenes").worked(t).stdout
	for _, s := range bench.Recipes() {
		must.Hold(t, strings.Contains(help, "\n  "+s.Name+" "), "no %s in\n%s", s.Name, help)
	}
}

// bench --accuracy compares solvers on every engine that has them and names the parts it leaves out. Its
// record can be read and drawn again.
func TestBenchAccuracy(t *testing.T) {
	needsGL(t)
	folder := t.TempDir()
	record, picture, again := filepath.Join(folder, "r.jsonl"), filepath.Join(folder, "r.svg"), filepath.Join(folder, "again.svg")
	r := hooke(t, "bench", "--accuracy", "--quick", "--solvers", "symplectic-euler,impulses,pbd", "--substeps", "10,40", "--iterations", "1", "--warm", "0,0.5", "--repeats", "3",
		"--record", record, "--plot", picture).worked(t)
	rows := must.Get(bench.ReadFile(record))(t)
	errors := map[string]float64{}
	for _, row := range rows {
		if row.Accuracy == nil || row.Scene != "stiff-quick" || row.Commit == "" || row.Renderer == "" || row.Precision == "" {
			t.Fatalf("a row is %+v", row)
		}
		if row.Integrator == "impulses" && row.Accuracy.Warm == 0 {
			errors[row.Engine] = max(errors[row.Engine], row.MaxError)
		}
	}
	if e := errors["cpuref"]; !(e > 0.05 && e < 0.1) || !(errors["gpu"] > 0.99*e && errors["gpu"] < 1.01*e) {
		t.Errorf("errors of 10 substeps: %v", errors)
	}
	if !strings.Contains(r.stderr, "gpu fused: pbd: left out: gpu: the solver pbd: unsupported by the engine gpu") || !strings.Contains(r.stdout, "impulses         40 × 1, warm 0.5") || !strings.Contains(r.stdout, "0.9 dt_safe") {
		t.Errorf("output\n%s%s", r.stdout, r.stderr)
	}
	if got := hooke(t, "bench", "--read", record, "--plot", again).worked(t); !strings.Contains(got.stdout, "40 × 1, warm 0.5") {
		t.Errorf("read again it is\n%s", got.stdout)
	}
	first := must.Get(os.ReadFile(picture))(t)
	if second, err := os.ReadFile(again); err != nil || string(first) != string(second) {
		t.Errorf("the pictures differ: %v", err)
	}
	if got := hooke(t, "bench", "--read", record, "--format", "markdown-accuracy").worked(t); !strings.Contains(got.stdout, "| impulses | 40 × 1 | `cpuref`, serial, 1 thread, double |") {
		t.Errorf("as Markdown it is\n%s", got.stdout)
	}
}
