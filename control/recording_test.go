package control

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

// Whatever a file of inputs holds, it is refused, or read as a recording whose numbers fit each other.
func FuzzReadRecording(f *testing.F) {
	folder := f.TempDir()
	path := filepath.Join(folder, "inputs.npz")
	for _, r := range []Recording{{Names: []string{"a", "b"}, Period: 10, Latency: 1, Actions: []float64{1, 2, 3, 4}}, {Names: []string{"a"}, Period: 1, Actions: []float64{math.NaN()}}, {Names: []string{"a"}}} {
		if err := r.Write(path); err != nil {
			f.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
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
