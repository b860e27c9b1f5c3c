package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"hooke/files/safefile"
	"hooke/must"
	"hooke/run"
)

func bytesOf(t *testing.T, path ...string) []byte {
	t.Helper()
	data := must.Get(os.ReadFile(filepath.Join(path...)))(t)
	return data
}

// Half a run, resumed to twice its length, ends with the very bytes of a whole
// one, in final.npz and in the rows of energies, with every engine.
func TestResume(t *testing.T) {
	needsGL(t)
	mesh := write(t, "square.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.1\nf 1 2 3 4\n")
	for k, args := range []string{
		"walker --engine gpu", "walker --engine cpu --energy", "cube --engine cpuref --energy --integrator verlet",
		"lattice --springs 500 --damping-ratio 0.3 --engine cpu --integrator verlet", mesh + " --as cloth --up z --pin top --engine cpu",
		"walker --engine cpu", "walker --engine cpu --integrator verlet", "lattice --springs 500 --damping-ratio 0.3 --engine cpuref --integrator verlet --drag inf",
		"walker --engine gpu --precision double --integrator verlet --workgroup 64", "lattice --masses 3 --engine gpu --integrator rk4 --pipeline fused",
	}[:must.Sized(5, 10)] {
		whole, half := t.TempDir(), t.TempDir()
		run := append([]string{"run"}, strings.Fields(args)...)
		hooke(t, append(run, "--steps", "60", "--energy-every", "7", "--out", whole)...).worked(t)
		hooke(t, append(run, "--steps", "31", "--energy-every", "7", "--checkpoint", "10steps", "--out", half)...).worked(t)
		r := hooke(t, "resume", filepath.Join(half, "checkpoint.hooke"), "--steps", "60").worked(t)
		must.Hold(t, bytes.Equal(bytesOf(t, whole, "final.npz"), bytesOf(t, half, "final.npz")), "%s: final.npz of the resumed run differs", args)
		got, want := string(bytesOf(t, half, "energy.csv")), string(bytesOf(t, whole, "energy.csv"))
		rows := strings.Split(got, "\n")
		extra := 6 // behind the header and steps 0, 7, ..., 28 the first half ended, with a row
		if !strings.HasPrefix(rows[extra], "31,") || strings.Join(append(rows[:extra:extra], rows[extra+1:]...), "\n") != want {
			t.Errorf("%s: energies are\n%swant\n%s", args, got, want)
		}
		if !strings.Contains(r.stdout, "resumed            at step 31\n") || !strings.Contains(r.stdout, "checkpoint.hooke") {
			t.Errorf("%s: the figures are\n%s", args, r.stdout)
		}
		if k > 0 && !must.Long() {
			continue
		}
		// A complete run can be written again.
		os.Remove(filepath.Join(half, "final.npz"))
		hooke(t, "resume", filepath.Join(half, "checkpoint.hooke"), "--steps", "60").worked(t)
		must.Hold(t, bytes.Equal(bytesOf(t, whole, "final.npz"), bytesOf(t, half, "final.npz")), "%s: final.npz of the complete run differs", args)
	}
}

// A run that is finished has nothing left but its final state; one that continues for
// less than a frame has no file of frames.
func TestResumeOfWhatIsFinished(t *testing.T) {
	out := t.TempDir()
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "40", "--energy-every", "20", "--save", "npz,lammps,csv,vtu", "--every", "10", "--checkpoint", "1h", "--out", out).worked(t)
	all := func() map[string]string {
		files := map[string]string{}
		err := filepath.WalkDir(out, func(path string, entry os.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && entry.Name() != safefile.LockName {
				info, _ := entry.Info()
				files[path] = info.ModTime().String() + string(bytesOf(t, path))
			}
			return err
		})
		must.Do(t, err)
		return files
	}
	was := all()
	final, checkpoint := filepath.Join(out, "final.npz"), filepath.Join(out, "checkpoint.hooke")
	r := hooke(t, "resume", checkpoint).worked(t)
	if !strings.Contains(r.stderr, "the run is finished, with all of its 40 steps") || !strings.Contains(r.stdout, "wrote              "+final+"\n") {
		t.Errorf("it says\n%s%s", r.stderr, r.stdout)
	}
	now := all()
	delete(was, final)
	delete(now, final)
	must.Be(t, cmp.Diff(was, now), "", "files beside final.npz (-before +after)")
	hooke(t, "resume", checkpoint, "--steps", "45").worked(t)
	if found, _ := filepath.Glob(filepath.Join(out, "*-from-*")); len(found) > 0 {
		t.Errorf("files without a frame: %v", found)
	}
	hooke(t, "resume", checkpoint, "--steps", "50").worked(t)
	whole := t.TempDir()
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "50", "--energy-every", "20", "--save", "npz,lammps,csv,vtu", "--every", "10", "--out", whole).worked(t)
	is, want := filesIn(t, out), filesIn(t, whole)
	delete(is, "energy.csv") // with a row where each part ended
	delete(want, "energy.csv")
	sameFiles(t, "ten steps further", is, want)
	// A run does not continue from a file that it did not write.
	dump := filepath.Join(out, "trajectory.dump")
	text := bytesOf(t, dump)
	text[len(text)/2] ^= 1
	must.Do(t, os.WriteFile(dump, text, 0o666))
	r = hooke(t, "resume", checkpoint, "--steps", "60").worked(t)
	if found, _ := filepath.Glob(filepath.Join(out, "*-from-*")); len(found) != 1 || filepath.Base(found[0]) != "trajectory-from-50.dump" ||
		!strings.Contains(r.stderr, "trajectory.dump is not there as it was") || !bytes.Equal(bytesOf(t, dump), text) {
		t.Errorf("files of their own: %v, message\n%s", found, r.stderr)
	}
}

// A file of masses is found again from elsewhere, though it was named relative to
// where the run began.
func TestResumeFindsTheMassFile(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{"line.obj": "v 0 0 0\nv 1 0 0\nl 1 2\n", "kg.txt": "1\n3\n"} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	t.Chdir(folder)
	hooke(t, "run", "line.obj", "--mass-file", "kg.txt", "--engine", "cpuref", "--steps", "3", "--checkpoint", "1h", "--out", out).worked(t)
	t.Chdir(t.TempDir())
	checkpoint := filepath.Join(out, "checkpoint.hooke")
	hooke(t, "resume", checkpoint, "--steps", "6", "--checkpoint", "1h").worked(t)
	hooke(t, "resume", checkpoint, "--steps", "9").worked(t)
}

// A run that cannot continue says why, and leaves all files.
func TestResumeRefuses(t *testing.T) {
	out := t.TempDir()
	mesh := write(t, "line.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n")
	hooke(t, "run", mesh, "--engine", "cpuref", "--steps", "3", "--checkpoint", "1h", "--out", out).worked(t)
	path := filepath.Join(out, "checkpoint.hooke")
	c := must.Get(run.ReadCheckpoint(path))(t)
	refuse := func(want string, code int, args ...string) {
		t.Helper()
		before := bytesOf(t, out, "final.npz")
		r := hooke(t, append([]string{"resume"}, args...)...)
		r.failed(t, "", code, want)
		must.Hold(t, bytes.Equal(before, bytesOf(t, out, "final.npz")), "final.npz is not what it was")
	}
	refuse("no checkpoint given", exitUsage)
	refuse("--steps: the run has done 3 steps already", exitUsage, path, "--steps", "2")
	refuse("no such file", exitFailed, filepath.Join(out, "other.hooke"))
	refuse("is not a checkpoint", exitFailed, filepath.Join(out, "final.npz"))

	other := *c
	other.State.Variant = "symplectic-euler, elsewhere"
	elsewhere := filepath.Join(out, "elsewhere.hooke")
	must.Do(t, run.WriteCheckpoint(elsewhere, &other))
	refuse(`cpuref: the checkpoint is of variant "symplectic-euler, elsewhere", and this is`, exitFailed, elsewhere)

	must.Do(t, os.WriteFile(mesh, []byte("v 0 0 0\nv 1.0000001 0 0\nl 1 2\n"), 0o666))
	refuse("line.obj has changed", exitFailed, path)
	must.Do(t, os.Remove(mesh))
	refuse("its structure cannot be built again", exitFailed, path)
}

// Ctrl-C ends a run with a checkpoint, asked for or not.
func TestInterruptedRunsCanBeResumed(t *testing.T) {
	out := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var stdout strings.Builder
	var stderr strings.Builder
	go func() {
		defer cancel()
		for framed := there(out, "vtu", "frame-000000100.vtu"); !framed() && ctx.Err() == nil; {
			time.Sleep(time.Millisecond)
		}
	}()
	if code := (App{Stdout: &stdout, Stderr: &stderr}).Run(ctx, strings.Fields("run rope --engine cpuref --steps 40000000 --save vtu --every 100 --out "+out)); code != exitFailed ||
		!strings.Contains(stderr.String(), "checkpoint.hooke\n(to continue: hooke resume "+filepath.Join(out, "checkpoint.hooke")+")\n") {
		t.Errorf("exit code %d, message\n%s", code, stderr.String())
	}
	c := must.Get(run.ReadCheckpoint(filepath.Join(out, "checkpoint.hooke")))(t)
	if c.State.Step < 100 {
		t.Fatalf("the checkpoint is of step %d, before the frame", c.State.Step)
	}
	hooke(t, "resume", filepath.Join(out, "checkpoint.hooke"), "--steps", fmt.Sprint(c.State.Step+1)).worked(t)
}

// replaced says whether a file is another one than at the call of replaced.
func replaced(path string) func() bool {
	before, _ := os.Stat(path)
	return func() bool {
		now, err := os.Stat(path)
		return err == nil && !os.SameFile(before, now)
	}
}

// TestHooke is not a test: it is the program, for a process that can be killed.
func TestHooke(t *testing.T) {
	if args := os.Getenv("HOOKE_TEST_ARGS"); args != "" {
		if limit, err := strconv.ParseUint(os.Getenv("HOOKE_TEST_FILE_BYTES"), 10, 64); err == nil {
			signal.Ignore(syscall.SIGXFSZ) // writing fails instead
			must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit}))
		}
		watchOperations(t)
		os.Exit(App{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}.Run(context.Background(), strings.Split(args, "\n")))
	}
}

func process(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	return must.Child(t, "TestHooke", "HOOKE_TEST_ARGS="+strings.Join(args, "\n"))
}

// A run that is killed again and again, mostly while it writes its checkpoint,
// always leaves a whole one, continues from it, and ends as if nothing had been.
func TestKilledRunsLoseNothing(t *testing.T) {
	whole, killed := t.TempDir(), t.TempDir()
	base := []string{"run", "lattice", "--springs", must.Sized("50k", "200k"), "--engine", "cpu", "--energy-every", "0", "--steps", must.Sized("300", "120")}
	hooke(t, append(base, "--out", whole)...).worked(t)
	path := filepath.Join(killed, "checkpoint.hooke")
	args := append(base, "--checkpoint", "2steps", "--out", killed)
	last, most := int64(-1), must.Sized(3, 12)
	for kills := range most {
		newer := replaced(path)
		p := begin(t, process(t, args...))
		until(t, p, "a checkpoint", newer)
		if kills%2 == 1 {
			until(t, p, "another checkpoint", replaced(path))
		}
		time.Sleep(time.Duration(7*kills) * time.Millisecond)
		p.kill()
		c, err := run.ReadCheckpoint(path)
		if err != nil {
			t.Fatalf("after %d kills: %v", kills+1, err)
		}
		if c.State.Step < last {
			t.Errorf("after %d kills: the checkpoint is of step %d, one before was of %d", kills+1, c.State.Step, last)
		}
		last = c.State.Step
		args = []string{"resume", path}
	}
	must.Hold(t, last >= 1, "killed %d times, up to step %d: too little to prove anything", most, last)
	hooke(t, "resume", path, "--checkpoint", "1h").worked(t)
	must.Hold(t, bytes.Equal(bytesOf(t, whole, "final.npz"), bytesOf(t, killed, "final.npz")), "final.npz of the killed run differs")
	t.Logf("%d kills, the last one after step %d", most, last)
}
