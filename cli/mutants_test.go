//go:build unix

package cli

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"hooke/files/safefile"
	"hooke/must"
)

// mutable is a kind of file, with verbs that read it.
type mutable struct {
	name  string            // of the file, below the folder "in"
	seeds [][]byte          // which are changed
	verbs []string          // FILE is the file; they are called in the folder that has "in" and "out"
	with  map[string][]byte // files beside it, below "in"
}

// mutables are the kinds of files that the program writes for itself, and grids.
func mutables(t *testing.T) []mutable {
	t.Helper()
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	robot := []byte(hooke(t, "scene", "--export", "quadruped").worked(t).stdout)
	must.Do(t, os.WriteFile(at("robot.toml"), robot, 0o666))
	search := "optimize walker --vary actuator[*].frequency=0.5:4 --maximize speed --steps 3 --population 4 --generations 2 --engine cpuref --out "
	for _, args := range []string{
		"run " + at("robot.toml") + " --engine cpuref --steps 40 --energy-every 0 --out " + at("run"),
		"sweep walker --vary actuator[*].frequency={1,2} --vary contact[0].stiffness=100:1000:2:log --repeat 2 --noise actuator[*].phase=0.5 --steps 3 --engine cpuref --out " + at("sweep"),
		search + at("search"),
		"bench --engines cpuref --springs 100 --repeats 3 --repeat-time 0.001 --record " + at("rows.jsonl"),
		"run cube --engine cpuref --steps 2 --save vtu,vtkhdf --every 1 --energy-every 0 --out " + at("frames"),
	} {
		hooke(t, strings.Fields(args)...).worked(t)
	}
	vtk := filepath.Join("..", "mesh", "testdata", "volumes")
	sweep := map[string][]byte{"sweep/spec.toml": bytesOf(t, at("sweep/spec.toml")), "sweep/runs.jsonl": bytesOf(t, at("sweep/runs.jsonl"))}
	found := map[string][]byte{"search/spec.toml": bytesOf(t, at("search/spec.toml")), "search/runs.jsonl": bytesOf(t, at("search/runs.jsonl"))}
	merged := []string{"sweep --merge --out in/sweep", "sweep --best speed --out in/sweep"}
	return []mutable{
		{"x.toml", [][]byte{robot, bytesOf(t, "../examples/balance.toml")}, []string{"run FILE --engine cpuref --steps 3 --out out", "info FILE"}, nil},
		{"spec.toml", [][]byte{sweep["sweep/spec.toml"]}, []string{"sweep --spec FILE --steps 2 --engine cpuref --out out"}, nil},
		{"sweep/spec.toml", [][]byte{sweep["sweep/spec.toml"]}, merged, sweep},
		{"sweep/runs.jsonl", [][]byte{sweep["sweep/runs.jsonl"]}, merged, sweep},
		{"search/spec.toml", [][]byte{found["search/spec.toml"]}, []string{search + "in/search"}, found},
		{"search/runs.jsonl", [][]byte{found["search/runs.jsonl"]}, []string{search + "in/search"}, found},
		{"x.npz", [][]byte{bytesOf(t, at("run/inputs.npz"))}, []string{"run in/robot.toml --inputs FILE --engine cpuref --steps 3 --out out"}, map[string][]byte{"robot.toml": robot}},
		{"rows.jsonl", [][]byte{bytesOf(t, at("rows.jsonl"))}, []string{"bench --read FILE", "bench --read FILE --format markdown --plot out/p.svg", "bench --read FILE --format benchstat", "bench --read FILE --format markdown-summary"}, nil},
		{"x.csv", [][]byte{[]byte("actuator[0].phase,run.gravity\n0,\"[0,0,-1]\"\n1,\"[0,0,-2]\"\n")}, []string{"sweep walker --from FILE --steps 2 --engine cpuref --out out"}, nil},
		{"x.vtu", [][]byte{bytesOf(t, at("frames/vtu/frame-000000001.vtu")), bytesOf(t, vtk, "cube-base64-zlib-32-little.vtu")}, []string{"convert FILE out/y.npz", "info FILE"}, nil},
		{"x.vtk", [][]byte{bytesOf(t, vtk, "cube-42-ascii.vtk"), bytesOf(t, vtk, "cube-51-binary.vtk")}, []string{"convert FILE out/y.obj", "convert FILE out/y.vtu"}, nil},
		{"x.vtkhdf", [][]byte{bytesOf(t, at("frames/frames.vtkhdf"))}, []string{"convert FILE out/y.npz", "info FILE"}, nil},
	}
}

// mutate changes a file: a number in it, or an array of an archive, whose checksum is right again,
// or a few bytes anywhere.
func mutate(t *testing.T, r *rand.Rand, seed []byte) []byte {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(seed), int64(len(seed)))
	switch {
	case err == nil && r.IntN(4) > 0:
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		chosen := r.IntN(len(archive.File))
		for i, entry := range archive.File {
			in := must.Get(entry.Open())(t)
			data := must.Get(io.ReadAll(in))(t)
			if i == chosen {
				data = mutateBytes(r, data)
			}
			to, err := w.Create(entry.Name)
			if err == nil {
				_, err = to.Write(data)
			}
			must.Do(t, err)
		}
		must.Do(t, w.Close())
		return out.Bytes()
	case r.IntN(2) == 0:
		return mutateNumber(r, seed)
	}
	return mutateBytes(r, seed)
}

// mutateNumber puts another number in the place of one.
func mutateNumber(r *rand.Rand, seed []byte) []byte {
	numbers := []string{"-1", "0", "1", "2", "3", "7", "0.5", "1e-9", "1e9", "-1e30", "1e38", "1e308", "4294967296", "9223372036854775807", "1000000"}
	digit := func(b byte) bool { return b >= '0' && b <= '9' || b == '.' }
	begin := r.IntN(max(len(seed), 1))
	for begin < len(seed) && !digit(seed[begin]) {
		begin++
	}
	end := begin
	for end < len(seed) && digit(seed[end]) {
		end++
	}
	return slices.Concat(seed[:begin], []byte(numbers[r.IntN(len(numbers))]), seed[end:])
}

// mutateBytes changes a few places: bits, bytes, words and lines.
func mutateBytes(r *rand.Rand, seed []byte) []byte {
	words := []string{"-1", "0", "1e308", "nan", "-inf", "9223372036854775807", "1e999", "../../x", "/etc/passwd", "\x00", "\x1b[2J", "\"", "[", "]", "{", "}", "[[", "= ", "\n", "null", "true", ",", ":",
		"1:2:3", "$x", "[*]", "18446744073709551616", "0x7fffffff", "\xff\xfe"}
	isWord := func(b byte) bool {
		return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || strings.IndexByte(".-_", b) >= 0
	}
	out := slices.Clone(seed)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(out) + 1)
		end := min(at+r.IntN(64), len(out))
		switch word := words[r.IntN(len(words))]; r.IntN(20) {
		case 0, 13, 14:
			if at < len(out) {
				out[at] ^= 1 << r.IntN(8)
			}
		case 1, 15, 16:
			if at < len(out) {
				out[at] = byte(r.IntN(256))
			}
		case 2:
			out = slices.Delete(out, at, end)
		case 3:
			out = slices.Insert(out, at, slices.Clone(out[at:end])...)
		case 4, 17, 18:
			out = slices.Insert(out, at, []byte(word)...)
		case 5, 8, 9, 10, 11, 12: // a word or a number becomes another one
			for end = at; end < len(out) && isWord(out[end]); end++ {
			}
			for ; at > 0 && isWord(out[at-1]); at-- {
			}
			out = slices.Replace(out, at, end, []byte(word)...)
		case 6: // lines change places
			lines := strings.SplitAfter(string(out), "\n")
			a, b := r.IntN(len(lines)), r.IntN(len(lines))
			lines[a], lines[b] = lines[b], lines[a]
			out = []byte(strings.Join(lines, ""))
		case 19:
			out = out[:max(at, end)]
		}
	}
	return out
}

// Changed files of every kind end in a message, or in work that can be interrupted: without a
// panic, without a wait for ever, and without a file elsewhere.
func TestMutants(t *testing.T) {
	count := 10
	if os.Getenv("HOOKE_LONG") != "" {
		count = 300
	}
	if text := os.Getenv("HOOKE_MUTANTS"); text != "" {
		var err error
		if count, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	kinds := mutables(t)
	t.Chdir(t.TempDir()) // and back at the end
	sandbox := filepath.Join(t.TempDir(), "sandbox")
	var outside atomic.Pointer[string]
	safefile.Watch(func(op safefile.Operation) {
		path, err := filepath.Abs(op.Path)
		if err != nil || !strings.HasPrefix(path, sandbox+string(filepath.Separator)) {
			text := op.What + " " + op.Path
			outside.Store(&text)
		}
	})
	defer safefile.Watch(nil)
	put := func(name string, data []byte) {
		path := filepath.Join(sandbox, "in", name)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
		must.Do(t, os.WriteFile(path, data, 0o666))
	}
	for number, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			codes := map[int]int{}
			for i := range count {
				r := rand.New(rand.NewPCG(uint64(number), uint64(i)))
				data := mutate(t, r, kind.seeds[r.IntN(len(kind.seeds))])
				verb := kind.verbs[r.IntN(len(kind.verbs))]
				must.Do(t, os.RemoveAll(sandbox))
				for name, data := range kind.with {
					put(name, data)
				}
				put(kind.name, data)
				must.Do(t, os.Mkdir(filepath.Join(sandbox, "out"), 0o777))
				must.Do(t, os.Chdir(sandbox))
				args := strings.Fields(strings.ReplaceAll(verb, "FILE", filepath.Join("in", kind.name)))
				what := fmt.Sprintf("mutant %d of %s, %s", i, kind.name, verb)
				codes[endsOf(t, what, data, args)]++
				if path := outside.Swap(nil); path != nil {
					t.Errorf("%s: %s\n%q", what, *path, data)
				}
			}
			t.Logf("%d mutants: %d work, %d fail, %d are wrong usage", count, codes[exitOK], codes[exitFailed], codes[exitUsage])
		})
	}
	if beside, err := os.ReadDir(filepath.Dir(sandbox)); err != nil || len(beside) != 1 {
		t.Errorf("beside the sandbox there are %v, %v", beside, err)
	}
}

// endsOf calls a verb, which is interrupted after two seconds, and returns its exit code. The test
// ends where it panics or continues for ten seconds after that.
func endsOf(t *testing.T, what string, data []byte, args []string) int {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	ended := make(chan int, 1)
	go func() {
		defer func() {
			if fault := recover(); fault != nil {
				t.Errorf("%s: panic: %v\n%s\n%q", what, fault, debug.Stack(), data)
				ended <- -1
			}
		}()
		var said strings.Builder
		code := App{Stdout: &said, Stderr: &said, Cache: os.DevNull}.Run(ctx, args)
		if code != exitOK && code != exitFailed && code != exitUsage || strings.TrimSpace(said.String()) == "" && code != exitOK {
			t.Errorf("%s: exit code %d, it says %q\n%q", what, code, said.String(), data)
		}
		ended <- code
	}()
	// Other programs may take the processor: it continues when it has used ten seconds of it.
	for begin := processorTime(t); ; {
		select {
		case code := <-ended:
			return code
		case <-time.After(time.Second):
		}
		if used := processorTime(t) - begin; used > 12*time.Second {
			debug.SetTraceback("all")
			panic(fmt.Sprintf("%s: it goes on\n%q", what, data))
		}
	}
}

// processorTime is how much time of processors this process has used.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
