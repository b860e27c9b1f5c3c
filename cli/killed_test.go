package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"hooke/files/safefile"
	"hooke/must"
	"hooke/run"
)

// watchOperations writes down the changes of files that a process makes, and ends it
// after one of them, hard, where it was told to.
func watchOperations(t *testing.T) {
	list := os.Getenv("HOOKE_TEST_OPERATIONS")
	if list == "" {
		return
	}
	file := must.Get(os.Create(list))(t)
	end, _ := strconv.Atoi(os.Getenv("HOOKE_TEST_KILL_AFTER"))
	var one sync.Mutex
	done := 0
	safefile.Watch(func(op safefile.Operation) {
		one.Lock()
		defer one.Unlock()
		fmt.Fprintf(file, "%s %s\n", op.What, op.Path)
		if done++; done == end {
			syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {} // until it arrives
		}
	})
}

// everything has every kind of output.
const everything = `
name = "everything"
[run]
dt = 1e-3
duration = 0.024
[[mesh]]
name = "sheet"
make = "cloth"
masses = [6, 6]
spacing = 0.1
stiffness = 50
[[group]]
name = "tip"
shape = "list"
masses = [3]
[[output]]
what = "vtu"
every = 0.01
[[output]]
what = "vtkhdf"
every = 0.004
compress = true
[[output]]
what = "npz"
every = 0.004
float64 = true
[[output]]
what = "npz"
every = 0.004
file = "parts/tip"
fields = ["positions"]
group = "tip"
[[output]]
what = "lammps"
every = 0.01
[[output]]
what = "csv"
every = 1e-3
[[output]]
what = "ply"
every = 0.01
[[output]]
what = "obj"
every = 0.01
[[output]]
what = "png"
every = 0.02
[[output]]
what = "mp4"
every = 0.02
`

// filesIn are the files below a folder, by name; checkpoints and the lock left out.
func filesIn(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || strings.HasPrefix(entry.Name(), "checkpoint.") || entry.Name() == ".hooke.lock" {
			return err
		}
		name, _ := filepath.Rel(folder, path)
		if entry.IsDir() {
			files[name+"/"] = nil
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			text, err := os.Readlink(path)
			files[name] = []byte(text)
			return err
		}
		files[name], err = os.ReadFile(path)
		return err
	})
	must.Do(t, err)
	return files
}

// sameFiles is an error of the test unless two folders have the same files, bit for bit.
func sameFiles(t *testing.T, when string, got, want map[string][]byte) {
	t.Helper()
	for name := range want {
		if data, there := got[name]; !there {
			t.Errorf("%s: %s is not there", when, name)
		} else if !bytes.Equal(data, want[name]) {
			t.Errorf("%s: %s differs: %d bytes, want %d", when, name, len(data), len(want[name]))
		}
	}
	for name := range got {
		if _, known := want[name]; !known {
			t.Errorf("%s: %s is left behind", when, name)
		}
	}
}

// A run that is killed after any of its last operations on files, and taken up again, has
// the very files of a run that was not: with every kind of output.
func TestKilledAfterAnyOperation(t *testing.T) {
	needsGL(t)
	scene := write(t, "everything.toml", everything)
	list := filepath.Join(t.TempDir(), "operations")
	stopped := func(out string, after int) []string {
		p := process(t, "run", scene, "--engine", "cpuref", "--energy", "--energy-every", "5", "--png", "--checkpoint", "6steps", "--out", out)
		p.Env = append(p.Env, "HOOKE_TEST_OPERATIONS="+list, fmt.Sprint("HOOKE_TEST_KILL_AFTER=", after))
		said, err := p.CombinedOutput()
		if (err == nil) != (after == 0) {
			t.Fatalf("killed after operation %d: %v, message\n%s", after, err, said)
		}
		return strings.Split(strings.TrimSpace(string(bytesOf(t, list))), "\n")
	}
	out := filepath.Join(t.TempDir(), "out")
	operations := stopped(out, 0)
	want := filesIn(t, out)
	for _, name := range []string{"final.npz", "final.png", "energy.csv", "energy.png", "trajectory.npz", "parts/tip.npz", "trajectory.dump", "probes.csv", "frames.vtkhdf", "frames-surface.vtkhdf", "vtu.pvd", "vtu/frame-000000020.vtu", "ply/frame-000000020.ply", "obj/frame-000000020.obj", "png/frame-000000020.png"} {
		if want[name] == nil {
			t.Fatalf("%s is not there: %v", name, operations)
		}
	}
	last, killed := must.Sized(5, len(operations)), 0
	for after := len(operations) - last + 1; after <= len(operations); after++ {
		must.Do(t, os.RemoveAll(out))
		made := stopped(out, after)
		when := fmt.Sprintf("killed after operation %d of %d, %q", after, len(operations), made[len(made)-1])
		if _, err := os.Stat(filepath.Join(out, run.CheckpointName)); err != nil {
			continue // it was killed before there was anything to continue from
		}
		killed++
		r := hooke(t, "resume", filepath.Join(out, run.CheckpointName))
		must.Hold(t, r.code == exitOK, "%s: exit code %d, message\n%s", when, r.code, r.stderr)
		sameFiles(t, when, filesIn(t, out), want)
	}
	must.Hold(t, killed >= 5, "killed %d times only", killed)
	t.Logf("%d operations, killed after %d", len(operations), killed)
}

// leftIn are the names in a folder, but for the lock, which stays.
func leftIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	entries := must.Get(os.ReadDir(folder))(t)
	for _, e := range entries {
		if e.Name() != safefile.LockName {
			names = append(names, e.Name())
		}
	}
	return names
}

// filesLike are the files of a pattern, but for the lock, which stays.
func filesLike(t *testing.T, pattern string) []string {
	t.Helper()
	files := must.Get(filepath.Glob(pattern))(t)
	return slices.DeleteFunc(files, func(path string) bool { return filepath.Base(path) == safefile.LockName })
}
