package main_test

import (
	"os"
	"strings"
	"testing"

	"hooke/must"
)

// ratesHooke is a program that answers as the real one does, and logs its arguments. Rates depend on the pipeline alone:
// 10 G/s two-pass, 350 G/s fused+constants, others 100 G/s; the lattice's steps take 3 µs where it is small.
const ratesHooke = `echo "$*" >>log
case "$*" in
"info --json") echo '{"gl": {"software": SOFTWARE}}';;
info) echo "renderer a GPU";;
version) echo "hooke 1a2b3c4";;
*--viewer*) case "$*" in *"10M "*) n=9896068;; *) n=99856148;; esac
	echo '{"scene":"canon","springs":'$n',"engine_seconds":0.25,"setup_seconds":0.5,"orbit_per_s":9}';;
bench*) FAULT
	scenes=canon solver=symplectic-euler
	while [ $# -gt 0 ]; do case $1 in --record) file=$2;; --springs) springs=$2;; --scenes) scenes=$2;; --solver) solver=$2;; --pipelines) pipelines=$2;; --workgroup) groups=$2;; esac; shift; done
	case $springs in 7k) n=7448;; 56k) n=56368;; 1M) n=984438;; 10M) n=9896068;; 100M) n=99856148;; esac
	case $scenes in canon) ;; walker) n=1296;; cloth-128) n=97026;; *) n=1000678;; esac
	[ "$pipelines" = variants ] && pipelines=two-pass,fused,fused+constants
	[ -z "$groups" ] && groups=128
	for scene in $(echo $scenes | sed 's/,/ /g'); do for pipeline in $(echo $pipelines | sed 's/,/ /g'); do for group in $(echo $groups | sed 's/,/ /g'); do
		rate=100e9 seconds=3e-5
		case $pipeline in two-pass) rate=10e9;; two-pass+blocks) seconds=1e-3;; fused+constants) rate=350e9;; esac
		[ $solver$pipeline = impulsestwo-pass ] && seconds=4e-3
		echo '{"engine":"gpu","pipeline":"'$pipeline'","precision":"single","integrator":"'$solver'","scene":"'$scene'","renderer":"a GPU (with, a comma)","software":SOFTWARE,"springs":'$n',"steps":10,"seconds":'$seconds',"device_seconds":1,"spring_updates_per_s":'$rate',"spread":0.05,"max_error":0.001,"workgroup":'$group',"setup_seconds":0.25}' >>$file
	done; done; done;;
esac`

// probeOf is a probe that steps 400 G spring-updates/s at its best.
const probeOf = `#!/bin/sh
echo "probe $*" >>log
case $2 in 9) n=7448;; 17) n=56368;; 43) n=984438;; 92) n=9896068;; 198) n=99856148;; esac
echo '{"engine":"cuda","pipeline":"mass+128","scene":"canon","springs":'$n',"spring_updates_per_s":3e11}'
echo '{"engine":"cuda","pipeline":"tile+16x4x4+graph","scene":"canon","springs":'$n',"spring_updates_per_s":4e11}'
`

func ratesMachine(t *testing.T, fault, software string) *machine {
	m := newMachine(t)
	m.fake("ldd", "exit 0")
	m.write("scripts/hooke-headless", "#!/bin/sh\n"+strings.NewReplacer("FAULT", fault, "SOFTWARE", software).Replace(ratesHooke)+"\n")
	return m
}

// Every size is measured beside the probe, and each goal is a row with the measured number and the ratio.
func TestGPURates(t *testing.T) {
	t.Parallel()
	m := ratesMachine(t, "", "false")
	m.write("scripts/probe", probeOf)
	status, said, log := m.run(nil, "scripts/gpu-rates.sh", "out")
	table := m.read("out/table.txt")
	must.Hold(t, status == 0, "exit %d, want 0; it said\n%s\nthe table is\n%s", status, said, table)
	flat := strings.Join(strings.Fields(table), " ")
	for _, want := range []string{
		"hooke 1a2b3c4", "renderer a GPU", "nothing was left out",
		"canon 1M, of the best CUDA 0.65 0.875 1.35 of the goal, kept", "canon 10M, of the best CUDA 0.85 0.875 1.03 of the goal, kept",
		"canon 100M, of the best CUDA 0.9 0.875 0.97 of the goal, NOT KEPT", "canon 10M, spread of the best row at most 0.1 0.05 2.00 of the goal, kept",
		"two-pass, canon 10M 60 G/s 10 0.17 of the goal, NOT KEPT", "spot 1M 90 G/s 350 3.89 of the goal, kept", "network 1M 80 G/s 350", "cloth 1M 120 G/s 350",
		"a step of canon 7k 4 us 3 1.33 of the goal, kept", "a step of a lone walker 4 us 3 1.33 of the goal, kept", "walker fused us 3",
		"a step of impulses, cloth-128 0.2 ms 0.1 2.00 of the goal, kept", "set-up of engine and window, 10M 1 s 0.75 1.33 of the goal, kept", "set-up of engine and window, 100M 5 s 0.75",
		"9896068 fused+constants 128 350 3 5.0 0.001 0.25 0.88 of tile+16x4x4+graph, 400 G/s",
	} {
		must.Hold(t, strings.Contains(flat, want), "no %q in the table:\n%s", want, table)
	}
	must.Hold(t, strings.Index(table, "9896068 fused+constants") < strings.Index(table, "9896068 fused  "), "rows are not sorted by rate:\n%s", table)
	must.Hold(t, strings.Index(log, "probe --sizes 92") < strings.Index(log, "--springs 10M"), "the probe does not run beside the size:\n%s", log)
	for _, want := range []string{"--springs 1M --pipelines variants --workgroup 128", "--springs 1M --pipelines fused+constants,fused --workgroup 64,256",
		"--springs 100M --pipelines fused+constants,fused --workgroup 128,256", "--repeats 5 --repeat-time 0.05 --scenes cloth-128 --pipelines two-pass --solver impulses", "--pipelines two-pass+blocks --solver impulses"} {
		must.Hold(t, strings.Contains(log, want), "nothing is asked with %s:\n%s", want, log)
	}
	var names []string
	for _, file := range must.Get(os.ReadDir(m.root + "/out"))(t) {
		names = append(names, file.Name())
	}
	must.BeAll(t, names, []string{"info.json", "log.txt", "probe.jsonl", "rates.jsonl", "table.txt", "viewer.jsonl"}, "the folder")
}

// Without a probe there are no ratios; failed steps are named, the rest is reported, and software is not judged.
func TestGPURatesSayWhatIsMissing(t *testing.T) {
	t.Parallel()
	m := ratesMachine(t, `case "$*" in *walker*) exit 1;; *"springs 10M"*) exec `+realSleep(t)+` 60;; esac`, "true")
	status, said, _ := m.run([]string{"BUDGET=20", "SIZES=10M 1M"}, "scripts/gpu-rates.sh", "out")
	table := m.read("out/table.txt")
	must.Hold(t, status == 1, "exit %d, want 1; it said\n%s", status, said)
	for _, want := range []string{"a GPU: no hardware driver was found", "== goals: not judged, a GPU (with, a comma) is software", "ratios to CUDA: no row of",
		"bench --springs 10M --pipelines variants --workgroup 128: its time was up (exit 124", "bench --scenes walker --pipelines variants --repeat-time 0.02: it failed (exit 1", "984438 fused+constants"} {
		must.Hold(t, strings.Contains(table, want), "no %q in the table:\n%s", want, table)
	}
	must.Hold(t, !strings.Contains(table, "kept") && !strings.Contains(table, "KEPT") && strings.Contains(strings.Join(strings.Fields(table), " "), "two-pass, canon 10M 60 G/s not measured"), "the table is\n%s", table)
}

// On software the real program runs through the whole script.
func TestGPURatesRunDry(t *testing.T) {
	if !must.Long() {
		t.Skip("takes a minute; HOOKE_LONG=1 runs it")
	}
	m := newMachine(t)
	hooke := builtProgram(t)
	status, said, _ := m.run([]string{"DRY=1", "BUDGET=900", "HOOKE=" + hooke, "HOME=" + m.root}, "scripts/gpu-rates.sh", "out")
	table := m.read("out/table.txt")
	for _, want := range []string{"1036 two-pass", "1036 resident+constants", "a step of a lone walker", "set-up of engine and window, other sizes"} {
		must.Hold(t, strings.Contains(table, want), "no %q in the table, exit %d:\n%s\n%s", want, status, table, said)
	}
	must.Hold(t, strings.Count(table, "its time was up")+strings.Count(table, "it failed") == 0, "some failed:\n%s", table)
}
