package control

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/files/npy"
	"hooke/model"
	"hooke/must"
)

// Whatever a file of inputs holds, it is refused, or read as a recording whose numbers fit each other.
func FuzzReadRecording(f *testing.F) {
	folder := f.TempDir()
	path := filepath.Join(folder, "inputs.npz")
	for _, r := range []Recording{{Names: []string{"a", "b"}, Period: 10, Latency: 1, Actions: []float64{1, 2, 3, 4}}, {Names: []string{"a"}, Period: 1, Actions: []float64{math.NaN()}}, {Names: []string{"a"}}} {
		must.Do(f, r.Write(path))
		data := must.Get(os.ReadFile(path))(f)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		must.Do(t, os.WriteFile(path, data, 0o600))
		r, err := ReadRecording(path)
		if err != nil {
			return
		}
		if len(r.Names) == 0 || len(r.Actions)%len(r.Names) != 0 || r.Period < 0 || r.Latency < 0 {
			t.Fatalf("%d actions of %d inputs, period %d, latency %d", len(r.Actions), len(r.Names), r.Period, r.Latency)
		}
		if r.at(int64(len(r.Actions)/len(r.Names))) != nil {
			t.Fatal("there is an action behind the last")
		}
	})
}

// A recording that a file holds sets nothing beyond the bounds of an input.
func TestReplayKeepsBounds(t *testing.T) {
	m := &model.Model{RestPosition: []model.Vec3{{}}, Mass: []float64{1}, Materials: []model.Material{{}}}
	p := model.Params{DT: 1e-3, Forces: []model.Force{{Name: "push"}}}
	for x, fault := range map[float64]string{2: "", -2: "", 2.5: "the run takes -2 to 2", -1e17: "the run takes -2 to 2", math.Inf(1): "action 0 of boundary 1"} {
		s := &Spec{Period: 1, Inputs: []Input{{Name: "push", Of: "force[push].x", Min: -2, Max: 2}}, Replay: &Recording{Names: []string{"push"}, Period: 1, Actions: []float64{0, x}}}
		if err := s.Check(m, p); (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) {
			t.Errorf("an action of %g: %v", x, err)
		}
	}
}

// A file whose array "linear" is no 0 or 1 is of no run, and is not read as one without it.
func TestRecordingSaysWhetherItIsLinear(t *testing.T) {
	path := filepath.Join(t.TempDir(), "inputs.npz")
	for linear, fault := range map[int64]string{0: "", 1: "", 7: `no array "linear"`, -1: `no array "linear"`} {
		must.Do(t, npy.WriteArchive(path, npy.Numbers("inputs", []float64{0}, 1, 1), npy.Numbers("period", []int64{1}, 1), npy.Numbers("latency", []int64{0}, 1), npy.Text("names", "a"), npy.Numbers("linear", []int64{linear}, 1)))
		if r, err := ReadRecording(path); (err == nil) != (fault == "") || err != nil && !strings.Contains(err.Error(), fault) || err == nil && r.Linear != (linear == 1) {
			t.Errorf("linear = %d: %v, %v", linear, r, err)
		}
	}
}
