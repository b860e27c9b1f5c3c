package cli

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/format"
	"hooke/must"
)

// With --float64 files have the numbers of the reference, which round to the numbers without the flag; frames
// of a resumed run, too. Single precision is widened as it is.
func TestFloat64Outputs(t *testing.T) {
	run := func(engine string, more ...string) string {
		out := t.TempDir()
		hooke(t, append([]string{"run", "cube", "--engine", engine, "--steps", "40", "--save", "npz,vtu,csv,lammps", "--every", "20", "--out", out, "--checkpoint", "20steps"}, more...)...).worked(t)
		return out
	}
	narrow, wide := run("cpuref"), run("cpuref", "--float64")
	for _, array := range []string{"positions", "velocities"} {
		final, ok := arrays(t, filepath.Join(wide, "final.npz"))[array].Data.([]float64)
		tape := arrays(t, filepath.Join(wide, "trajectory.npz"))[array].Data.([]float64)
		rounded := arrays(t, filepath.Join(narrow, "final.npz"))[array].Data.([]float32)
		if !ok || len(tape) != 3*len(final) || !slices.Equal(tape[2*len(final):], final) {
			t.Fatalf("%s: the last frame is not the final state", array)
		}
		exact := 0
		for i, x := range final {
			if float32(x) != rounded[i] {
				t.Errorf("%s: %v, which is %v without --float64", array, x, rounded[i])
			}
			if x == float64(rounded[i]) {
				exact++
			}
		}
		must.Hold(t, exact <= len(final)/2, "%s: %d of %d numbers are those of float32", array, exact, len(final))
		if array == "positions" {
			file := must.Get(format.Read(filepath.Join(wide, "vtu", "frame-000000040.vtu")))(t)
			for i, v := range file.Surface.Vertices {
				if !slices.Equal(v[:], final[3*i:3*i+3]) {
					t.Errorf("vtu: mass %d is at %v, want %v", i, v, final[3*i:3*i+3])
				}
			}
		}
	}
	if a, b := bytesOf(t, narrow, "probes.csv"), bytesOf(t, wide, "probes.csv"); bytes.Equal(a, b) {
		t.Error("csv: the centers of mass are those of float32")
	}
	if a, b := bytesOf(t, narrow, "trajectory.dump"), bytesOf(t, wide, "trajectory.dump"); len(b) < len(a)*5/4 {
		t.Error("lammps: numbers have the digits of float32")
	}
	from := run("cpuref", "--start", filepath.Join(wide, "final.npz"), "--float64")
	if begin := arrays(t, filepath.Join(from, "trajectory.npz"))["positions"].Data.([]float64); !slices.Equal(begin[:24], arrays(t, filepath.Join(wide, "final.npz"))["positions"].Data.([]float64)) {
		t.Error("--start does not begin where the other run ended")
	}
	again := filepath.Join(wide, "checkpoint.hooke")
	hooke(t, "resume", again, "--steps", "60").worked(t)
	if positions, ok := arrays(t, filepath.Join(wide, "trajectory.npz"))["positions"].Data.([]float64); !ok || len(positions) != 4*24 {
		t.Errorf("after resume there are %d numbers of float64", len(positions))
	}
	if _, ok := arrays(t, filepath.Join(wide, "final.npz"))["positions"].Data.([]float64); !ok {
		t.Error("after resume final.npz is float32")
	}
	single, widened := run("cpu"), run("cpu", "--float64")
	for i, x := range arrays(t, filepath.Join(widened, "trajectory.npz"))["positions"].Data.([]float64) {
		if y := arrays(t, filepath.Join(single, "trajectory.npz"))["positions"].Data.([]float32)[i]; x != float64(y) {
			t.Fatalf("cpu: %v is not the float32 %v", x, y)
		}
	}
}

// Flags choose the arrays of frames. Arrays that no format of --save has are refused before the run.
func TestFieldsAndCompression(t *testing.T) {
	out := t.TempDir()
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "4", "--every", "2", "--save", "npz,vtu,csv", "--fields", "velocity,strain", "--compress", "--out", out).worked(t)
	if all := arrays(t, filepath.Join(out, "trajectory.npz")); all["positions"].Data != nil || all["velocities"].Data == nil {
		t.Error("npz has positions, or no velocities")
	}
	text := string(bytesOf(t, out, "vtu", "frame-000000002.vtu"))
	for want, there := range map[string]bool{`Name="strain"`: true, `Name="force"`: false, `Name="velocity"`: true, "vtkZLibDataCompressor": true} {
		must.Hold(t, strings.Contains(text, want) == there, "vtu: %s: %v, want %v", want, !there, there)
	}
	if head, _, _ := strings.Cut(string(bytesOf(t, out, "probes.csv")), "\n"); strings.Contains(head, "_x_m") || !strings.Contains(head, "all_vx_m_s") {
		t.Errorf("csv has the columns %s", head)
	}
	for flags, want := range map[string]string{
		"--fields strain":                      "--fields: no frames are saved",
		"--fields strain --save npz":           "--fields: npz has none of strain; it has positions, velocity",
		"--fields strain,energy --save vtu":    "--fields: energy is in none of the formats of --save (vtu)",
		"--fields reaction --save csv":         "with of in [[output]]",
		"--fields velocities --save vtu":       "velocities",
		"--compress --save npz":                "--compress: vtu and vtkhdf alone are compressed",
		"--fields reaction,positions --save q": "--save",
	} {
		r := hooke(t, append([]string{"run", "cube", "--steps", "2", "--out", out}, strings.Fields(flags)...)...)
		r.failed(t, flags, exitUsage, want)
	}
	const body = "[[mesh]]\nname = \"c\"\nmake = \"cube\"\n[[output]]\nevery = 1\n"
	for text, want := range map[string]string{
		"what = \"ply\"\nfloat64 = true\n":  ":7:11: ply is not written in float64; vtu, vtkhdf, npz, lammps, csv can be",
		"what = \"npz\"\ncompress = true\n": ":7:12: npz is not compressed by compress; vtu, vtkhdf can be",
	} {
		r := hooke(t, "run", write(t, "scene.toml", body+text), "--engine", "cpuref", "--steps", "3", "--out", out)
		r.failed(t, text, exitFailed, want)
	}
}
