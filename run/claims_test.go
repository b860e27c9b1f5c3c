package run

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"hooke/engine"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
)

// A checkpoint whose checksum is right was not damaged; its writer is unknown. Its claims on its run are
// judged as a scene is, and nothing is written before.
func TestCraftedCheckpointsWriteNothingOutside(t *testing.T) {
	out := t.TempDir()
	s, err := open.Scene("cube", scene.Options{})
	must.Do(t, err)
	r := must.Get(New(s, Options{Folder: out, Engine: engine.CPURef, Steps: 20, Checkpoint: Interval{Time: time.Hour},
		Outputs: []Output{{What: "vtu", Every: Every{Steps: 5}}, {What: "csv", Every: Every{Steps: 5}}}}))(t)
	_, err = r.Go(context.Background())
	r.Close()
	must.Do(t, err)
	good := must.Get(ReadCheckpoint(filepath.Join(out, CheckpointName)))(t)
	parent := t.TempDir()
	victim := filepath.Join(parent, "victim.txt")
	folder := filepath.Join(parent, "run")
	craft := func(change func(r *record)) []byte {
		t.Helper()
		must.Do(t, errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o777), os.WriteFile(victim, []byte("mine"), 0o666)))
		var of record
		must.Do(t, json.Unmarshal(good.Run, &of))
		of.Steps = 40
		change(&of)
		text := must.Get(json.Marshal(of))(t)
		c := *good
		c.Run = text
		must.Do(t, WriteCheckpoint(filepath.Join(folder, CheckpointName), &c))
		return text
	}
	resume := func() error {
		r, err := Resume(context.Background(), filepath.Join(folder, CheckpointName), Options{})
		if err != nil {
			return err
		}
		defer r.Close()
		_, err = r.Go(context.Background())
		return err
	}
	refused := func(what, want string) {
		t.Helper()
		must.Say(t, what, resume(), want)
		left, _ := os.ReadDir(parent)
		if data, _ := os.ReadFile(victim); string(data) != "mine" || len(left) != 2 {
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
			craft(func(r *record) { r.Outputs[i].File, r.Outputs[i].Progress = name, nil })
			refused(what+" "+name, want)
		}
	}
	// Names that are right lead out through a link that came with the checkpoint.
	craft(func(r *record) { r.Outputs[1].File = "door/victim.txt" })
	must.Do(t, os.Symlink("..", filepath.Join(folder, "door")))
	refused("a link to a folder", "is a link that leads out of the folder of the run")
	for _, name := range []string{"final.npz", "energy.csv", "probes.csv", "vtu.pvd", PreviousCheckpoint(CheckpointName)} {
		craft(func(*record) {})
		must.Do(t, os.Symlink(victim, filepath.Join(folder, name)))
		refused("a link "+name, "is a link that leads out of the folder of the run")
	}
	// Numbers that no run has.
	for want, change := range map[string]func(r *record){
		"a frame every 0 steps":  func(r *record) { r.Outputs[0].Every = 0 },
		"a frame every -5 steps": func(r *record) { r.Outputs[0].Every = -5 },
		`the format "exe"`:       func(r *record) { r.Outputs[1].What = "exe" },
		"began at step -1":       func(r *record) { r.Outputs[0].Began = -1 },
		"-1 frames":              func(r *record) { r.Outputs[1].Progress.Frames = -1 },
		"0 steps in all":         func(r *record) { r.Steps = 0 },
		"energies every -1":      func(r *record) { r.EnergyEvery = -1 },
		"two outputs go to":      func(r *record) { r.Outputs[1].File = "energy.csv" },
	} {
		craft(change)
		refused(want, want)
	}
	// Without any of this the run continues.
	craft(func(*record) {})
	if err := resume(); err != nil {
		t.Error(err)
	}
}
