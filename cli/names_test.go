package cli

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/export"
)

// A checkpoint whose checksum is right was not damaged; who wrote it is not known. What it
// says of its run is judged as a scene is, and nothing is written before.
func TestCraftedCheckpointsWriteNothingOutside(t *testing.T) {
	out := t.TempDir()
	hooke(t, "run", "cube", "--engine", "cpuref", "--steps", "20", "--save", "csv,vtu", "--every", "5", "--checkpoint", "1h", "--out", out).worked(t)
	good, err := export.ReadCheckpoint(filepath.Join(out, checkpointName))
	if err != nil {
		t.Fatal(err)
	}
	parent := t.TempDir()
	victim := filepath.Join(parent, "victim.txt")
	folder := filepath.Join(parent, "run")
	craft := func(change func(r *runRecord)) []byte {
		t.Helper()
		if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o777), os.WriteFile(victim, []byte("mine"), 0o666)); err != nil {
			t.Fatal(err)
		}
		var record runRecord
		if err := json.Unmarshal(good.Run, &record); err != nil {
			t.Fatal(err)
		}
		record.Steps = 40
		change(&record)
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		c := *good
		c.Run = text
		if err := export.WriteCheckpoint(filepath.Join(folder, checkpointName), &c); err != nil {
			t.Fatal(err)
		}
		return text
	}
	refused := func(what, want string) {
		t.Helper()
		r := hooke(t, "resume", filepath.Join(folder, checkpointName))
		if r.code != exitFailed || !strings.Contains(r.stderr, want) {
			t.Errorf("%s: exit code %d, message %q, want %q in it", what, r.code, r.stderr, want)
		}
		left, _ := os.ReadDir(parent)
		if data := bytesOf(t, victim); string(data) != "mine" || len(left) != 2 {
			t.Errorf("%s: the victim has %q, beside it are %v", what, data, left)
		}
	}
	for name, want := range map[string]string{
		"../victim.txt": "leads out of the folder of the run",
		victim:          "an absolute path",
		"a/../../v.csv": "leads out of the folder of the run",
		`..\victim.txt`: "write / between folders",
		".":             "the folder of the run itself",
		"":              "is empty",
	} {
		for i, what := range []string{"vtu", "csv"} {
			craft(func(r *runRecord) { r.Outputs[i].File, r.Outputs[i].Progress = name, nil })
			refused(what+" "+name, want)
		}
	}
	// Names that are right lead out through a link that came with the checkpoint.
	craft(func(r *runRecord) { r.Outputs[1].File = "door/victim.txt" })
	if err := os.Symlink("..", filepath.Join(folder, "door")); err != nil {
		t.Fatal(err)
	}
	refused("a link to a folder", "is a link that leads out of the folder of the run")
	for _, name := range []string{"final.npz", "energy.csv", "probes.csv", "vtu.pvd", previousOf(checkpointName)} {
		craft(func(*runRecord) {})
		if err := os.Symlink(victim, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
		refused("a link "+name, "is a link that leads out of the folder of the run")
	}
	// Numbers that no run has.
	for want, change := range map[string]func(r *runRecord){
		"a frame every 0 steps":  func(r *runRecord) { r.Outputs[0].Every = 0 },
		"a frame every -5 steps": func(r *runRecord) { r.Outputs[0].Every = -5 },
		`the format "exe"`:       func(r *runRecord) { r.Outputs[1].What = "exe" },
		"began at step -1":       func(r *runRecord) { r.Outputs[0].Began = -1 },
		"-1 frames":              func(r *runRecord) { r.Outputs[1].Progress.Frames = -1 },
		"0 steps in all":         func(r *runRecord) { r.Steps = 0 },
		"energies every -1":      func(r *runRecord) { r.EnergyEvery = -1 },
		"two outputs go to":      func(r *runRecord) { r.Outputs[1].File = "energy.csv" },
	} {
		craft(change)
		refused(want, want)
	}
	// Without any of this the run goes on.
	craft(func(*runRecord) {})
	hooke(t, "resume", filepath.Join(folder, checkpointName)).worked(t)
}
