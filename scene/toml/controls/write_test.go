package controls_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/scene/toml"
)

// The controlled presets write scene files that read back as the same model, parameters and control, bit for bit; one number
// that is changed in the file is another control.
func TestExportedControlReadsBack(t *testing.T) {
	for _, name := range []string{"quadruped", "snake", "crawler"} {
		want := must.Get(open.Scene(name, scene.Options{}))(t)
		text := must.Get(toml.Export(name, scene.Options{}))(t)
		read := func(text string) *scene.Scene {
			t.Helper()
			path := filepath.Join(t.TempDir(), name+".toml")
			must.Do(t, os.WriteFile(path, []byte(text), 0o600))
			return must.Get(open.Scene(path, scene.Options{}))(t)
		}
		got := read(text)
		if !want.Control.Controls() || got.Control.Fingerprint() != want.Control.Fingerprint() {
			t.Errorf("%s: the file has the control\n%+v\nand the preset\n%+v", name, got.Control, want.Control)
		}
		if !slices.Equal(got.Model.RestPosition, want.Model.RestPosition) || got.Params.DT != want.Params.DT || len(got.Params.Actuators) != len(want.Params.Actuators) {
			t.Errorf("%s: the file has another structure", name)
		}
		other := strings.Replace(text, "period = 0.02", "period = 0.03", 1)
		if other == text || read(other).Control.Fingerprint() == want.Control.Fingerprint() {
			t.Errorf("%s: another period is the same control", name)
		}
	}
}
