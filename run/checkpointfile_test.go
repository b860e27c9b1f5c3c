package run

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hooke/files/safefile/filetest"
	"hooke/model"
	"hooke/model/spring"
	"hooke/must"
)

func someCheckpoint() *CheckpointFile {
	return &CheckpointFile{
		Run: json.RawMessage(`{"steps":1000}`),
		State: model.Checkpoint{
			Engine: "cpu", Pipeline: "fused", Precision: "single", Variant: "kernel x",
			Step: 500, Time: 0.1 + 0.2, ClockStep: 3, ClockTime: 1e-300, Runaway: math.Inf(1), Primed: true,
			Drives:   model.DriveState{Time: 1. / 3, Smooth: []spring.State[float64]{{Position: math.Nextafter(1, 2), Velocity: -1e-9}}},
			Caught:   model.Caught{Count: 1 << 40, Step: 499, Mass: 3, Contact: 1},
			Touching: model.Touching{Most: 9, Rebuilds: 1 << 33, Repeats: 2},
			Words:    []model.Words{{Name: "position", Data: []uint32{1, 2, 0xffffffff}}, {Name: "empty", Data: []uint32{}}, {Name: "velocity", Data: []uint32{7}}},
		},
	}
}

func TestCheckpointRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint.hooke")
	want := someCheckpoint()
	must.Do(t, WriteCheckpoint(path, want))
	got := must.Get(ReadCheckpoint(path))(t)
	must.Be(t, cmp.Diff(want, got), "", "-want +got")
}

// Every byte counts: with any bit of it flipped, and cut at any place, the file
// is refused with a reason.
func TestDamagedCheckpointsAreRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint.hooke")
	must.Do(t, WriteCheckpoint(path, someCheckpoint()))
	good := []byte(filetest.Content(t, path))
	refused := func(what string, at int, data []byte) string {
		t.Helper()
		_, err := decode(bytes.NewReader(data), int64(len(data)))
		if err == nil {
			t.Errorf("%s at byte %d of %d is accepted", what, at, len(good))
			return ""
		}
		return err.Error()
	}
	for at := range good {
		for bit := range 8 {
			bad := bytes.Clone(good)
			bad[at] ^= 1 << bit
			text := refused("a flipped bit", at, bad)
			if want := "damaged"; !strings.Contains(text, want) {
				t.Errorf("byte %d, bit %d: %q, want %q in it", at, bit, text, want)
			}
		}
		refused("a cut", at, good[:at])
	}
	refused("a byte more", len(good), append(bytes.Clone(good), 0))
	must.Be(t, must.Err(decode(bytes.NewReader(good), int64(len(good)))), nil, "the undamaged file")
}

// A file of a later version, and another kind of file, say what they are.
func TestOtherVersionsAreNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "checkpoint.hooke")
	must.Do(t, WriteCheckpoint(path, someCheckpoint()))
	later := []byte(filetest.Content(t, path))
	binary.LittleEndian.PutUint32(later[len(magic):], 2)
	must.Say(t, "version 2", must.Err(decode(bytes.NewReader(later), int64(len(later)))), "version 2", "reads version 1")
	for _, other := range []string{"", "PK\x03\x04", strings.Repeat("x", 100)} {
		must.Say(t, other, must.Err(decode(strings.NewReader(other), int64(len(other)))), "is not a checkpoint")
	}
}

// A write that fails leaves the checkpoint from before. (The test of the program itself kills it at any
// moment.)
func TestFailedCheckpointKeepsTheOneBefore(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "checkpoint.hooke")
	must.Do(t, WriteCheckpoint(path, someCheckpoint()))
	before := filetest.Content(t, path)
	// A file cannot grow beyond 1 MiB here: the same to a writer as a full disk.
	var limit syscall.Rlimit
	must.Do(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit))
	small := limit
	small.Cur = 1 << 20
	must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small))
	large := someCheckpoint()
	large.State.Words[0].Data = make([]uint32, 1<<20)
	err := WriteCheckpoint(path, large)
	must.Do(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
	must.Hold(t, err != nil && errors.Is(err, syscall.EFBIG), "a file that may not grow: %v", err)
	if filetest.Content(t, path) != before || filetest.Names(t, folder) != "checkpoint.hooke" {
		t.Errorf("the folder holds %s, and the checkpoint changed: %v", filetest.Names(t, folder), filetest.Content(t, path) != before)
	}
	must.Do(t, os.Remove(path))
}

func FuzzReadCheckpoint(f *testing.F) {
	path := filepath.Join(f.TempDir(), "checkpoint.hooke")
	must.Do(f, WriteCheckpoint(path, someCheckpoint()))
	good := must.Get(os.ReadFile(path))(f)
	f.Add(good)
	f.Add(good[:30])
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := decode(bytes.NewReader(data), int64(len(data))); err == nil && !bytes.Equal(data, good) {
			t.Logf("another checkpoint of %d bytes", len(data)) // with a sum of its own
		}
	})
}
