package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hooke/files/npy"
	"hooke/must"
	"hooke/run"
)

// FuzzResume changes checkpoints and repairs their length and their sum, so that the checks of their content
// are reached. The run is refused with a reason, or continues and ends in finite numbers. Nothing is written
// outside its folder.
func FuzzResume(f *testing.F) {
	for _, args := range []string{
		"run cube --engine cpuref --steps 10 --save csv,vtu --every 5",
		"run cube --engine cpu --steps 10 --save npz,lammps --every 5",
		"run rope --masses 5 --engine cpuref --steps 10 --energy --integrator rk4",
		"run breathing --springs 300 --engine cpuref --steps 3",
		"run ../examples/balance.toml --engine cpuref --steps 30",
	} {
		out := f.TempDir()
		app := App{Stdout: io.Discard, Stderr: io.Discard, Cache: f.TempDir()}
		if code := app.Run(context.Background(), append(strings.Fields(args), "--checkpoint", "1h", "--out", out)); code != exitOK {
			f.Fatalf("%s: exit code %d", args, code)
		}
		data := must.Get(os.ReadFile(filepath.Join(out, run.CheckpointName)))(f)
		f.Add(data, uint16(0), uint64(0))
		f.Add(bytes.Replace(data, []byte(`"steps":10`), []byte(`"steps":14`), 1), uint16(0), uint64(0))
		for _, word := range []uint32{0x7fc00000, 0x7f800000, 0xff7fffff, 1, 0xffffffff} { // NaN, infinity, the least number, ...
			f.Add(data, uint16(3), uint64(word))
		}
	}
	parent := f.TempDir()
	folder := filepath.Join(parent, "run")
	victim := filepath.Join(parent, "victim.txt")
	f.Fuzz(func(t *testing.T, data []byte, place uint16, word uint64) {
		if len(data) > 1<<16 {
			return
		}
		data = mended(data, place, uint32(word))
		for _, err := range []error{os.RemoveAll(folder), os.Mkdir(folder, 0o777), os.WriteFile(victim, []byte("mine"), 0o666),
			os.WriteFile(filepath.Join(folder, run.CheckpointName), data, 0o666)} {
			must.Do(t, err)
		}
		// A run of many steps ends as with Ctrl-C.
		ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
		defer cancel()
		var stderr strings.Builder
		code := App{Stdout: io.Discard, Stderr: &stderr, Cache: parent}.Run(ctx, []string{"resume", filepath.Join(folder, run.CheckpointName)})
		if code != exitOK && strings.TrimSpace(stderr.String()) == "" {
			t.Errorf("exit code %d without a word", code)
		}
		left, _ := os.ReadDir(parent)
		if mine, err := os.ReadFile(victim); err != nil || string(mine) != "mine" || len(left) != 2 {
			t.Fatalf("outside of the folder are %v, the victim has %q", left, mine)
		}
		if code == exitOK {
			finiteFinal(t, filepath.Join(folder, "final.npz"))
		}
	})
}

// mended puts a word over one of the last of a checkpoint's arrays, where place is not
// 0, and makes its lengths and its sum right.
func mended(data []byte, place uint16, word uint32) []byte {
	const fixed, magic = 24, 8
	if len(data) < fixed+sha256.Size {
		return data
	}
	data = bytes.Clone(data)
	body := data[:len(data)-sha256.Size]
	if at := len(body) - 4*int(place); place > 0 && at > fixed {
		binary.LittleEndian.PutUint32(body[at:], word)
	}
	binary.LittleEndian.PutUint64(data[magic+8:], uint64(len(data)))
	sum := sha256.Sum256(body)
	copy(data[len(body):], sum[:])
	return data
}

// finiteFinal fails where a run that ended well left numbers that are not finite.
func finiteFinal(t *testing.T, path string) {
	t.Helper()
	arrays := must.Get(npy.ReadArchive(path))(t)
	for _, a := range arrays {
		numbers, _ := a.Data.([]float32)
		for i, x := range numbers {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				t.Fatalf("%s[%d] is %v after a run that ended well", a.Name, i, x)
			}
		}
	}
}
