package open

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// A scene file pins by label, gives labels materials and says where a label is unknown.
func TestSceneUsesLabels(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"cube.obj": scenetest.LabeledCube} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666))
	}
	scene := func(pin string) (*scene.Scene, error) {
		path := filepath.Join(folder, "x.toml")
		text := fmt.Sprintf("[[mesh]]\nname = \"box\"\nfile = \"cube.obj\"\nunits = \"cm\"\nas = \"cloth\"\npin = %q\n"+
			"[[pin]]\ngroup = \"box/low\"\naxes = \"x\"\n[[material]]\nname = \"soft\"\ngroup = \"box/high\"\nstiffness = 3\n", pin)
		must.Do(t, os.WriteFile(path, []byte(text), 0o666))
		return Scene(path, scene.Options{})
	}
	s := must.Get(scene("high"))(t)
	counts := map[model.Pin]int{}
	for i := range s.Model.MassCount() {
		counts[s.Model.PinOf(i)]++
	}
	if counts[model.PinAll] != 4 || counts[model.PinX] != 4 {
		t.Errorf("pins %v", counts)
	}
	if last := s.Model.Materials[len(s.Model.Materials)-1]; last.Name != "soft" || last.Stiffness != 3 {
		t.Errorf("materials %v", s.Model.Materials)
	}
	must.Say(t, "unknown group", must.Err(scene("top floor")), "x.toml:6:7: pin: \"top floor\" is unknown")
}
