package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene/preset"
)

// fakeHooke is a program that answers as the real one does, and logs its
// arguments. Rows are 2·10¹⁰ spring-updates/s, of a copy of 100 GB/s.
const fakeHooke = `echo "$*" >>log
case "$*" in
"info --json") echo '{"gl": {"software": false}}';;
info) echo "renderer a GPU";;
check*) echo '{"case":"x","ok":true}'; CHECK ;;
*--read*) echo "the table"; for f; do case $f in *.svg) echo "<svg/>" >$f;; esac; done;;
bench*) FAULT
	while [ $# -gt 0 ]; do case $1 in --record) file=$2;; --springs) springs=$2;; esac; shift; done
	case $springs in 1M) n=984438;; 10M) n=9896068;; *) n=1000;; esac
	echo '{"engine":"gpu","pipeline":"fused","precision":"single","scene":"canon","renderer":"a GPU (with, a comma)","software":SOFTWARE,"springs":'$n',"spring_updates_per_s":2e10,"copy_bytes_per_s":1e11,"workgroup":256,"host_us_per_step":1.5,"setup_seconds":0.25}' >>$file;;
esac`

func reportMachine(t *testing.T, fault, check string) *machine {
	m := newMachine(t)
	m.fake("ldd", "exit 0")
	m.fake("nproc", "echo 2")
	m.write("scripts/hooke-headless", "#!/bin/sh\n"+strings.NewReplacer("FAULT", fault, "CHECK", check, "SOFTWARE", "false").Replace(fakeHooke)+"\n")
	return m
}

func (m *machine) read(file string) string {
	m.t.Helper()
	data := must.Get(os.ReadFile(filepath.Join(m.root, file)))(m.t)
	return string(data)
}

// Everything is asked for, the promised sizes first, and the report has it all.
func TestGPUReport(t *testing.T) {
	t.Parallel()
	m := reportMachine(t, "", "")
	m.write("scripts/gpu-ensemble.test", "#!/bin/sh\necho \"$HOOKE_GPU $*\"\n")
	status, said, log := m.run(nil, "scripts/gpu-report.sh", "out")
	report := m.read("out/report.txt")
	must.Hold(t, status == 0, "exit %d, want 0; it said\n%s\nthe report is\n%s", status, said, report)
	for _, want := range []string{"renderer a GPU", fmt.Sprintf("%d of %d checks agree, of %d presets\n", len(preset.All()), len(preset.All()), len(preset.All())), "the table", "nothing was left out", "== ensembles: walkers with values of their own\nrequire -test.run ^$ -test.bench Walkers",
		"canon             984438 springs, fused, single, 256 wg: host 1.5 us a step, made in 0.25 s, copy 100 GB/s",
		"984438 springs: 2e+10 spring-updates/s, at least 2e+10: kept", "9896068 springs: 2e+10 spring-updates/s, at least 3.85e+09 (half of 100 GB/s at 13 B): kept"} {
		must.Hold(t, strings.Contains(report, want), "no %q in the report:\n%s", want, report)
	}
	for _, preset := range preset.All() {
		must.Hold(t, strings.Contains(log, "check "+preset.Name+" --steps"), "preset %s is not checked", preset.Name)
	}
	million, hundred := strings.Index(log, "--springs 1M --engines gpu"), strings.Index(log, "--springs 100M")
	if small := strings.Index(log, "--springs 10k"); million < 0 || hundred < million || small < hundred || !strings.Contains(log, "--springs 1000M") {
		t.Errorf("sizes are measured in the order\n%s", log)
	}
	for _, want := range []string{"--pipelines fused,fused+storage,fused+laws,", "--workgroup 64 --pipelines fused,", "--workgroup 1024", "--pipelines two-pass,two-pass+blocks --solver impulses", "--springs 10k,1M,10M --engines cpu"} {
		must.Hold(t, strings.Contains(log, want), "nothing is asked with %s:\n%s", want, log)
	}
	if gpu, cpu := strings.LastIndex(log, "--engines gpu"), strings.Index(log, "--engines cpu"); cpu < gpu {
		t.Errorf("the processor is measured before the device:\n%s", log)
	}
	for k, preset := range []string{"cloth", "breathing", "drape", "spot", "cube"} { // two at a time, and one may be slow to begin
		if at := slices.IndexFunc(slices.Collect(strings.Lines(checksOf(log))), func(line string) bool { return strings.HasPrefix(line, "check "+preset+" ") }); at < 0 || at > k+5 {
			t.Errorf("%s is check %d, want %d:\n%s", preset, at, k, log)
		}
	}
	files := must.Get(os.ReadDir(filepath.Join(m.root, "out")))(t)
	var names []string
	for _, file := range files {
		names = append(names, file.Name())
	}
	must.BeAll(t, names, []string{"bench.jsonl", "bench.svg", "check.jsonl", "info.json", "log.txt", "report.txt"}, "the folder")
}

// Steps that fail or take too long are named, and the rest is reported.
func TestGPUReportKeepsWhatItHas(t *testing.T) {
	t.Parallel()
	// A hundred million are too many; a cloth hangs.
	m := reportMachine(t, `case "$*" in *100M*) echo "hooke: too large" >&2; exit 1;; esac`, "")
	status, said, _ := m.run(nil, "scripts/gpu-report.sh", "out")
	report := m.read("out/report.txt")
	if status != 1 || !strings.Contains(report, "--springs 100M --engines gpu --pipelines fused --repeats 3: some of it is too large for the device or the machine (exit 1") ||
		!strings.Contains(report, "984438 springs: 2e+10") || !strings.Contains(report, "the table") {
		t.Errorf("too large: exit %d, it said\n%s\nthe report is\n%s", status, said, report)
	}

	// The second does not end when it is asked to, so that more than all time is used up.
	m = reportMachine(t, `case "$*" in *"10M"*) exec `+realSleep(t)+` 60;; *100M*) trap "" INT; `+realSleep(t)+` 7; exit 1;; esac`, "")
	status, said, _ = m.run([]string{"BUDGET=6"}, "scripts/gpu-report.sh", "out")
	report = m.read("out/report.txt")
	must.Hold(t, regexp.MustCompile(`100M took \d+ s, and \d+ s are left`).MatchString(report), "the time that is left is no time:\n%s", report)
	if status != 1 || !strings.Contains(report, "--springs 10M --engines gpu --repeats 3: its time was up") || !strings.Contains(report, "984438 springs: 2e+10") {
		t.Errorf("hanging: exit %d, it said\n%s\nthe report is\n%s", status, said, report)
	}
}

// checksOf are the lines of checks.
func checksOf(log string) string {
	var out strings.Builder
	for line := range strings.Lines(log) {
		if strings.HasPrefix(line, "check ") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// A preset that is cut off counts as not checked, whatever it printed before; failures are
// repeated, and a success in the second try is reported as such.
func TestGPUReportRepeatsWhatFailed(t *testing.T) {
	t.Parallel()
	m := reportMachine(t, `case "$*" in *network*) [ -e once ] || { >once; exit 1; };; esac`,
		`case "$2" in drape) exec `+realSleep(t)+` 60;; cloth) [ -e seen ] || { >seen; exit 1; };; esac`)
	status, said, log := m.run([]string{"BUDGET=24"}, "scripts/gpu-report.sh", "out")
	report := m.read("out/report.txt")
	for _, want := range []string{fmt.Sprintf("%d of %d checks agree, of %d presets", len(preset.All())-1, len(preset.All())-1, len(preset.All())-1), "check drape: it was cut off, and counts as not checked", "check cloth: exit 1 at first, and it agreed the second time",
		"--repeats 3 --repeat-time 0.25 --springs 1M: it failed (exit 1", "--repeats 3 --repeat-time 0.25 --springs 1M: it went well the second time"} {
		must.Hold(t, strings.Contains(report, want), "no %q in the report:\n%s", want, report)
	}
	if status != 1 || strings.Count(log, "check drape ") != 2 || strings.Count(log, "check cube ") != 1 || strings.Count(log, "--scenes network ") != 2 {
		t.Errorf("exit %d, it said\n%s\nit asked\n%s", status, said, log)
	}
}

// A wrong result is no success, and the report of a machine without a GPU says so.
func TestGPUReportSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	m := reportMachine(t, "", "")
	wrong := strings.NewReplacer("FAULT", "", "CHECK", "", `"ok":true`, `"ok":false`, `"software": false`, `"software": true`, "SOFTWARE", "true").Replace(fakeHooke)
	m.write("scripts/hooke-headless", "#!/bin/sh\n"+wrong+"\n")
	status, said, _ := m.run(nil, "scripts/gpu-report.sh", "out")
	report := m.read("out/report.txt")
	if status != 1 || !strings.Contains(report, fmt.Sprintf("0 of %d checks agree, of %d presets", len(preset.All()), len(preset.All()))) || !strings.Contains(report, `{"case":"x","ok":false}`) || !strings.Contains(report, "a GPU: no hardware driver was found") {
		t.Errorf("exit %d, it said\n%s\nthe report is\n%s", status, said, report)
	}

	// The limits for graphics cards do not judge software.
	if !strings.Contains(report, "984438 springs: 2e+10 spring-updates/s: not judged: a GPU (with, a comma) is software") || strings.Contains(report, "kept") || strings.Contains(report, "KEPT") {
		t.Errorf("software is judged:\n%s", report)
	}

	for _, c := range []struct {
		environment string
		said        string
	}{{"BUDGET=soon", "BUDGET=soon: give whole seconds"}, {"HOOKE=/nowhere/hooke", "no program: put hooke-headless beside"}} {
		if status, said, _ := m.run([]string{c.environment}, "scripts/gpu-report.sh", "out"); status != 2 || !strings.Contains(said, c.said) {
			t.Errorf("%s: exit %d, it said %q", c.environment, status, said)
		}
	}
}

// realSleep is the command, which the machine has only as a fake.
func realSleep(t *testing.T) string {
	for _, path := range []string{"/bin/sleep", "/usr/bin/sleep"} {
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Fatal("no sleep")
	return ""
}
