package kernels

import (
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/must"
)

var update = flag.Bool("update", false, "write testdata/functions.txt anew")

// recordedFunctions has a line for each function of the assembly that was there before masses
// collided: the sum of its text, without comments. Commit 8c9ec86, the last one without
// collisions, has the same sums.
const recordedFunctions = "testdata/functions.txt"

// functionsOf are the lines of an assembly.
func functionsOf(text string) (lines []string) {
	name := regexp.MustCompile(`^·(\w+)\(`)
	later := regexp.MustCompile("^(press|moved|rub|nudge|add|dampers|works|drag|slide|pull|lose|plainPushed|fullPushed)") // those of collisions and of the ledger
	for _, part := range strings.Split(text, "\nTEXT ")[1:] {
		var code strings.Builder
		for line := range strings.Lines(part) {
			line, _, _ = strings.Cut(line, "//")
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "DATA") && !strings.HasPrefix(line, "GLOBL") {
				code.WriteString(line + "\n")
			}
		}
		lines = append(lines, fmt.Sprintf("%s %08x", name.FindStringSubmatch(part)[1], crc32.ChecksumIEEE([]byte(code.String()))))
	}
	return slices.DeleteFunc(lines, func(line string) bool { return later.MatchString(line) })
}

// The functions that every run takes are those of before masses collided, to the byte. Who
// changes them on purpose renews the record by
//
//	go test ./cpu/kernels -run TestFunctionsAreThoseOfBefore -update
//
// and says why in the commit.
func TestFunctionsAreThoseOfBefore(t *testing.T) {
	text := must.Get(os.ReadFile("kernels_amd64.s"))(t)
	lines := functionsOf(string(text))
	if *update {
		must.Do(t, os.WriteFile(recordedFunctions, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	}
	record := must.Get(os.ReadFile(recordedFunctions))(t)
	recorded := strings.Split(strings.TrimSpace(string(record)), "\n")
	for _, line := range lines {
		if !slices.Contains(recorded, line) {
			t.Errorf("the record has no %s; was that on purpose? See the comment of this test", line)
		}
	}
	if len(lines) != len(recorded) || len(lines) < 30 {
		t.Errorf("%d functions, and the record has %d", len(lines), len(recorded))
	}
	// The record sees one instruction, and no comment.
	for old, same := range map[string]bool{"\tVZEROUPPER\n": false, "// func verletAVX2(c *byte)": true} {
		if got := functionsOf(strings.Replace(string(text), old, "", 1)); slices.Equal(got, lines) != same {
			t.Errorf("without %q the sums are the same: %v", old, !same)
		}
	}
}
