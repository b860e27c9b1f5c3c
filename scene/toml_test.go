package scene

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// Every preset, exported, gives the same model, start and parameters, bit by bit.
func TestEveryExportedPresetIsItself(t *testing.T) {
	type exported struct {
		preset  string
		options Options
	}
	var all []exported
	for _, p := range Presets() {
		all = append(all, exported{p.Name, Options{}})
	}
	for _, c := range append(all, []exported{
		{"lattice", Options{Size: [3]int{4, 3, 2}, PerMass: 9, Stiffness: 1000. / 3, Undamped: true}},
		{"cloth", Options{Springs: 500, Density: 0.1, DragHalfLife: 1. / 3, Integrator: 1}},
		{"spot", Options{Springs: 1000, Up: "y", Pin: "bottom", Scale: 1. / 3, Modulus: 1e6}},
	}...) {
		t.Run(c.preset, func(t *testing.T) {
			want, err := Open(c.preset, c.options)
			if err != nil {
				t.Fatal(err)
			}
			text, err := Export(c.preset, c.options)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "exported.toml")
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			got, err := Open(path, Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if !reflect.DeepEqual(got.Model, want.Model) {
				t.Errorf("model differs")
			}
			if !reflect.DeepEqual(got.Start, want.Start) {
				t.Errorf("start differs")
			}
			if !reflect.DeepEqual(got.Params, want.Params) {
				t.Errorf("params %+v, want %+v", got.Params, want.Params)
			}
			if got.Duration != want.Duration || got.Name != want.Name {
				t.Errorf("%s for %v s, want %s for %v s", got.Name, got.Duration, want.Name, want.Duration)
			}
		})
	}
}
