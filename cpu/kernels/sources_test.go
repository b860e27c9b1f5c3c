package kernels

import (
	"flag"
	"fmt"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hooke/cpu/table"
	"hooke/must"
)

var update = flag.Bool("update", false, "write testdata/functions.txt anew")

// recordedFunctions names the record of the assembly that was there before masses collided. It
// has a line for each function: the sum of its text, labels included, without comments.
const recordedFunctions = "testdata/functions.txt"

// functionsOf are the lines of an assembly.
func functionsOf(text string) (lines []string) {
	name := regexp.MustCompile(`^·(\w+)\(`)
	later := regexp.MustCompile("^(press|moved|pairFriction|nudge|add|dampers|works|drag|slide|pull|dissipation|plainPushed|fullPushed|near|unfused)") // those of collisions and of the ledger
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

// The functions that every run takes are the same, to the byte, as before masses collided. To change them on
// purpose, renew the record by
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
		must.Hold(t, slices.Contains(recorded, line), "the record has no %s; was that on purpose? See the comment of this test", line)
	}
	must.Hold(t, len(lines) == len(recorded) && len(lines) >= 30, "%d functions, and the record has %d", len(lines), len(recorded))
	// The record sees one instruction, and no comment.
	for old, same := range map[string]bool{"\tVZEROUPPER\n": false, "// func verletAVX2(c *byte)": true} {
		if got := functionsOf(strings.Replace(string(text), old, "", 1)); slices.Equal(got, lines) != same {
			t.Errorf("without %q the sums are the same: %v", old, !same)
		}
	}
}

// Every kernel adds loads as plain Go does, within some roundings of the terms: forces, motors with and
// without limit, drag; on any lanes. A load that differs in one number is seen.
func TestLoadKernels(t *testing.T) {
	const slices, tolerance = 7, 16. / (1 << 24)
	random := rand.New(rand.NewPCG(8, 1))
	v := NewMotion[float32](slices*table.Width, Arrays, 0)
	for i := range v.Arena {
		v.Arena[i] = 2*random.Float32() - 1
	}
	lanes := []uint16{0xffff, 0, 0x8001, 0x1234, 0xfffe, 0, 0x0180}
	run := func(add func(*LoadCall[float32]), l Load[float32]) []float32 {
		force := AlignedFloats[float32]((slices - 1) * 3 * table.Width)
		for i := range force {
			force[i] = float32(i%11) / 11
		}
		var c LoadCall[float32]
		c.Set(&l, lanes[1:], v, 1, force)
		add(&c)
		return force
	}
	motor := Load[float32]{Axis: [3]float32{0.6, 0, -0.8}, Speed: 0.5, Damping: 1.5, Limit: float32(math.Inf(1))}
	held := motor
	held.Limit = 0.4
	all := held
	all.Force, all.Drag = [3]float32{1, -2, 0.5}, 0.7
	other := all
	other.Limit *= 1.001
	for _, k := range ForThisMachine[float32]() {
		for _, l := range []Load[float32]{{Force: [3]float32{1, 2, 3}}, motor, held, all, {Drag: 0.7}} {
			want, got, wrong := run(LoadGo[float32], l), run(k.Load, l), run(k.Load, other)
			far, seen := 0.0, 0.0
			for i := range want {
				far, seen = max(far, math.Abs(float64(got[i]-want[i]))), max(seen, math.Abs(float64(wrong[i]-want[i])))
			}
			if !(far <= tolerance) || !(seen > tolerance) {
				t.Errorf("%s, %+v: %g apart, another load %g, allowed are %g", k.Name, l, far, seen, tolerance)
			}
		}
	}
}

// PackSlices writes the same as Set, for positions alone and with velocities, and only in its slices.
func TestPackSlices(t *testing.T) {
	for _, numbers := range []int{0, PackedPosition, packedBoth} {
		const lanes = 5 * table.Width
		want, got := NewMotion[float32](lanes, Arrays, 0), NewMotion[float32](lanes, Arrays, 0)
		if numbers > 0 {
			want.AddPacked(lanes, numbers, 0)
			got.AddPacked(lanes, numbers, 0)
		}
		for lane := table.Width; lane < 4*table.Width; lane++ {
			x := float32(lane)
			want.Set(ArrayX, lane, [3]float32{x, x + 0.25, x + 0.5})
			want.Set(ArrayVX, lane, [3]float32{-x, -x - 0.25, -x - 0.5})
		}
		copy(got.Arena, want.Arena)
		got.PackSlices(1, 3)
		must.BeAll(t, got.Packed, want.Packed, "%d numbers", numbers)
	}
}
