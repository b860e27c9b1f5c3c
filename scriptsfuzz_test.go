package main_test

import (
	"strings"
	"testing"
)

// A target that fails is named, the others run all the same, and what was executed is
// summed up.
func TestFuzzLong(t *testing.T) {
	m := newMachine(t)
	m.write("mesh/a_test.go", "func FuzzOne(f *testing.F) {\nfunc FuzzTwo(f *testing.F) {\n")
	m.write("scene/b_test.go", "func FuzzThree(f *testing.F) {\n")
	m.fake("go", `[ "$1" = env ] && { echo cache; exit; }
		echo "$*" >>log
		echo "fuzz: elapsed: 3s, execs: 5 (2/sec), new interesting: 1 (total: 3)"
		echo "fuzz: elapsed: 6s, execs: 1000 (300/sec), new interesting: 4 (total: 7)"
		case "$*" in *Two*) echo "it is wrong"; exit 1;; esac`)
	status, said, log := m.run(nil, "scripts/fuzz-long.sh", "1")
	if status != 1 || strings.Count(log, "-fuzztime 20s") != 3 || !strings.Contains(log, "-fuzz ^FuzzThree$") || !strings.Contains(log, "./scene\n") {
		t.Errorf("exit %d after\n%s", status, log)
	}
	for _, part := range []string{"3 targets, 20 s each", "it is wrong", "1000 executions,      7 inputs kept, FAILED", "3000 executions of 3 targets, 1 failed", "failed: ./mesh FuzzTwo\n"} {
		if !strings.Contains(said, part) {
			t.Errorf("it said\n%s, want %q in it", said, part)
		}
	}
	if status, said, _ := m.run(nil, "scripts/fuzz-long.sh", "2", "One"); status != 0 || !strings.Contains(said, "1000 executions of 1 targets, 0 failed") {
		t.Errorf("one target: exit %d, %q", status, said)
	}
	for _, wrong := range []string{"", "0", "x", "1.5"} {
		if status, said, _ := m.run(nil, "scripts/fuzz-long.sh", wrong); status != 2 || !strings.Contains(said, "usage") {
			t.Errorf("%q minutes: exit %d, %q", wrong, status, said)
		}
	}
	if status, _, _ := m.run(nil, "scripts/fuzz-long.sh", "1", "Nobody"); status != 2 {
		t.Errorf("no target: exit %d", status)
	}
}
