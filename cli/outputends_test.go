package cli

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"hooke/files/npy"
	"hooke/mesh/format"
	"hooke/must"
	"hooke/run"
)

// Ctrl-C completes the files. The run that continues ends with the same files, the video among them.
func TestInterruptedOutputs(t *testing.T) {
	needsGL(t)
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Log("without ffmpeg: no video")
	}
	out := t.TempDir()
	child := begin(t, process(t, "run", "cube", "--engine", "cpu", "--steps", "100000000", "--save", "vtu,vtkhdf,csv,npz,mp4", "--every", "20000", "--out", out))
	until(t, child, "three pictures", moreThan(2, out, "video-frames", "frame-*.png"))
	child.signal(t, os.Interrupt)
	if code := child.code(t); code != exitFailed || !strings.Contains(child.text(), "(to continue: hooke resume ") {
		t.Fatalf("exit code %d, message\n%s", code, child.text())
	}
	whole(t, out)
	c := must.Get(run.ReadCheckpoint(filepath.Join(out, "checkpoint.hooke")))(t)
	frames := arrays(t, filepath.Join(out, "trajectory.npz"))["step"].Data.([]int64)
	if rows := strings.Count(string(bytesOf(t, out, "probes.csv")), "\n") - 1; rows != len(frames) || len(frames) < 3 {
		t.Errorf("%d rows of probes, frames %v", rows, frames)
	}
	pictures, _ := filepath.Glob(filepath.Join(out, "video-frames", "frame-*.png"))
	must.Hold(t, len(pictures) == len(frames), "%d pictures of %d frames", len(pictures), len(frames))
	r := hooke(t, "resume", filepath.Join(out, "checkpoint.hooke"), "--steps", fmt.Sprint(c.State.Step+40000))
	_, missing := exec.LookPath("ffmpeg")
	if left, _ := filepath.Glob(filepath.Join(out, "video-frames", "*")); missing == nil && (r.code != exitOK || len(left) != 0) {
		t.Errorf("exit code %d, pictures %v, message\n%s", r.code, left, r.stderr)
	} else if missing != nil && (!strings.Contains(r.stderr, "ffmpeg is not installed") || len(left) != len(frames)+2) {
		t.Errorf("without ffmpeg: exit code %d, %d pictures, message\n%s", r.code, len(left), r.stderr)
	}
	whole(t, out)
}

// whole is an error of the test when a file in a folder is not whole.
func whole(t *testing.T, folder string) {
	t.Helper()
	for _, pattern := range []string{"*", "*/*"} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		must.Do(t, err)
		for _, file := range files {
			switch filepath.Ext(file) {
			case ".vtu":
				_, err = format.Read(file)
			case ".npz":
				_, err = npy.ReadArchive(file)
			case ".vtkhdf": // HDF5's superblock tells its length
				if data := bytesOf(t, file); !bytes.HasPrefix(data, []byte("\x89HDF")) || binary.LittleEndian.Uint64(data[28:]) != uint64(len(data)) {
					err = fmt.Errorf("%d bytes begin with %x", len(data), data[:36])
				}
			case ".png":
				_, err = png.Decode(bytes.NewReader(bytesOf(t, file)))
			case ".csv":
				if text := bytesOf(t, file); !bytes.HasSuffix(text, []byte("\n")) {
					err = errors.New("the last row is cut")
				}
			case ".pvd":
				for line := range strings.Lines(string(bytesOf(t, file))) {
					if _, name, found := strings.Cut(line, `file="`); found {
						_, err = os.Stat(filepath.Join(folder, strings.TrimSuffix(strings.TrimSpace(name), `"/>`)))
					}
				}
				if !strings.HasSuffix(string(bytesOf(t, file)), "</VTKFile>\n") {
					err = errors.New("the list is cut")
				}
			}
			must.Be(t, err, nil, "%s", file)
		}
	}
}

// noneMissing is an error of the test when frames up to the checkpoint's step are not
// all there: a run that continues from it would never write them.
func noneMissing(t *testing.T, folder string, every int64) {
	t.Helper()
	c := must.Get(run.ReadCheckpoint(filepath.Join(folder, "checkpoint.hooke")))(t)
	list := string(bytesOf(t, folder, "vtu.pvd"))
	for step := int64(0); step <= c.State.Step; step += every {
		for _, kind := range []string{"vtu", "ply"} {
			name := fmt.Sprintf("%s/frame-%09d.%s", kind, step, kind)
			if _, err := os.Stat(filepath.Join(folder, name)); err != nil || kind == "vtu" && !strings.Contains(list, name) {
				t.Errorf("the checkpoint is of step %d, and %s is not there or not in the list: %v", c.State.Step, name, err)
			}
		}
	}
}

// Whenever a run is killed, every file that is there is whole, and so is the series
// up to the checkpoint.
func TestKilledOutputsAreWhole(t *testing.T) {
	out := t.TempDir()
	random := rand.New(rand.NewPCG(5, 6))
	args := []string{"run", "drape", "--masses", "40x40", "--engine", "cpu", "--energy-every", "0", "--steps", "100000000", "--save", "vtu,vtkhdf,ply,csv,npz", "--every", "10", "--checkpoint", "20steps", "--out", out}
	for kill := range 4 {
		before, _ := filepath.Glob(filepath.Join(out, "vtu", "frame-*.vtu"))
		p := begin(t, process(t, args...))
		until(t, p, "a checkpoint", there(out, "checkpoint.hooke"))
		until(t, p, "three more frames", moreThan(len(before)+2, out, "vtu", "frame-*.vtu"))
		time.Sleep(time.Duration(random.IntN(40)) * time.Millisecond)
		p.kill()
		whole(t, out)
		noneMissing(t, out, 10)
		if after, _ := filepath.Glob(filepath.Join(out, "vtu", "frame-*.vtu")); len(after) <= 2 {
			t.Errorf("kill %d: %d frames: too few to prove anything", kill, len(after))
		}
		args = []string{"resume", filepath.Join(out, "checkpoint.hooke")}
	}
	// The run that continues removes the file that was being written then.
	for _, left := range []string{".vtu.pvd.0123abcd.tmp", "vtu/.frame-000000010.vtu.0123abcd.tmp", "ply/.frame-000000010.ply.0123abcd.tmp", ".probes.csv.0123abcd.tmp"} {
		must.Do(t, os.WriteFile(filepath.Join(out, left), []byte("half"), 0o666))
	}
	c := must.Get(run.ReadCheckpoint(filepath.Join(out, "checkpoint.hooke")))(t)
	hooke(t, append(args, "--steps", fmt.Sprint(c.State.Step+20))...).worked(t)
	noneMissing(t, out, 10)
	for _, pattern := range []string{".*", "*/.*"} {
		if left := filesLike(t, filepath.Join(out, pattern)); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
}

// A disk without room for frames ends with an error that says so, and with the
// numbers that there is room for; nothing half stays. Files may be as large as
// final.npz, and no larger. The run is long enough to hear of the first fault before it ends.
func TestFullDisk(t *testing.T) {
	out := t.TempDir()
	p := process(t, "run", "drape", "--masses", "40x40", "--engine", "cpu", "--steps", must.Sized("1500", "6000"), "--save", "vtu,csv,npz,vtkhdf,lammps,obj,ply", "--every", must.Sized("50", "200"), "--out", out)
	p.Env = append(p.Env, "HOOKE_TEST_FILE_BYTES=60000")
	var stderr bytes.Buffer
	p.Stderr = &stderr
	var exit *exec.ExitError
	if err := p.Run(); !errors.As(err, &exit) || exit.ExitCode() != exitFailed {
		t.Fatalf("%v, message\n%s", err, stderr.String())
	}
	for _, want := range []string{"\n(the run continues without it)\n", "frame-000000000.vtu: cannot write: " + syscall.EFBIG.Error(), "trajectory.npz: ", "frames.vtkhdf: cannot write: " + syscall.EFBIG.Error(),
		"trajectory.dump: cannot write: " + syscall.EFBIG.Error(), "frame-000000000.obj: cannot write: " + syscall.EFBIG.Error()} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("want %q in the message\n%s", want, stderr.String())
		}
	}
	var left []string
	for _, pattern := range []string{"*", "*/*"} { // hidden ones, too
		files := filesLike(t, filepath.Join(out, pattern))
		for _, file := range files {
			name, _ := filepath.Rel(out, file)
			left = append(left, name)
		}
	}
	must.BeAll(t, left, []string{"energy.csv", "final.npz", "obj", "ply", "probes.csv", "vtu"}, "files")
	whole(t, out)
}

// Where there is no room for final.npz, the end names the frames that were lost, too: a warning
// in the middle of a long run is easily missed.
func TestFullDiskIsToldWhole(t *testing.T) {
	out := t.TempDir()
	p := process(t, "run", "drape", "--masses", "40x40", "--engine", "cpu", "--steps", "100", "--save", "vtu,csv", "--every", "10", "--out", out)
	p.Env = append(p.Env, "HOOKE_TEST_FILE_BYTES=20000")
	var stderr bytes.Buffer
	p.Stderr = &stderr
	var exit *exec.ExitError
	if err := p.Run(); !errors.As(err, &exit) || exit.ExitCode() != exitFailed {
		t.Fatalf("%v, message\n%s", err, stderr.String())
	}
	_, end, found := strings.Cut("\n"+stderr.String(), "\nhooke: ")
	for _, want := range []string{"final.npz: cannot write: " + syscall.EFBIG.Error(), "frame-000000000.vtu: cannot write: " + syscall.EFBIG.Error()} {
		if !found || !strings.Contains(end, want) {
			t.Errorf("want %q at the end of the message\n%s", want, stderr.String())
		}
	}
	if left := filesLike(t, filepath.Join(out, "final.npz")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
	whole(t, out)
}
