package open_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/model/inelastic"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/scene/toml"
)

// tendons is a scene whose material has the force table of a file in its folder.
const tendons = "[[mesh]]\nname = \"rope\"\nmake = \"rope\"\nmasses = 5\nlength = 0.4\nmass = 0.1\nstiffness = 100\n[[material]]\nname = \"tendon\"\nreplaces = \"rope\"\nforce_table = \"FILE\"\ntear_strain = 0.5\n"

// A force table of a CSV file is that of the points in the scene file, in scenes and in those of a sweep.
func TestForceTableOfAFile(t *testing.T) {
	folder := t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(folder, "tendon.csv"), []byte("strain,force\n# slack\n-1,0\n0,0\n0.1, 1\r\n0.2,11\n"), 0o600))
	path := filepath.Join(folder, "s.toml")
	must.Do(t, os.WriteFile(path, []byte(strings.ReplaceAll(tendons, "FILE", "tendon.csv")), 0o600))
	s := must.Get(open.Scene(path, scene.Options{}))(t)
	want := inelastic.TableOf(inelastic.Point{Strain: -1}, inelastic.Point{}, inelastic.Point{Strain: 0.1, Force: 1}, inelastic.Point{Strain: 0.2, Force: 11})
	if got := s.Model.Materials[s.Model.MaterialOf[0]].Inelastic.Table; got != want {
		t.Errorf("the table is %v, want %v", got, want)
	}
	b := must.Get(open.NewBase(path))(t)
	must.BeAll(t, toml.Files(path, nil), []string{"tendon.csv"}, "files of the scene")
	v := must.Get(b.Vary([]string{"material[0].tear_strain=0.4"}))(t)
	if v == nil {
		t.Fatal("the scene does not vary")
	}
	other, ok := v.With([]string{"material[0].tear_strain=0.3"})
	must.Hold(t, ok, "the number is not written")
	if got := other.Model.Materials[other.Model.MaterialOf[0]].Inelastic; got.Table != want || got.TearStrain != 0.3 {
		t.Errorf("with another number the law is %+v", got)
	}
}

// A fault in the file of a force table names the scene, the key, the file and the line.
func TestForceTableOfAFaultyFile(t *testing.T) {
	for text, says := range map[string]string{
		"0,0\n": "t.csv:1: one point; a force table has 2 to 16",
		strings.ReplaceAll("0,0\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n7,7\n8,8\n9,9\n10,10\n11,11\n12,12\n13,13\n14,14\n15,15\n16,16\n", "\n", "\n\n"): "t.csv:33: more than 16 points",
		"0,0\n0.1,x\n":            "t.csv:2: \"0.1,x\" is not two",
		"0,0\n0.1,1\n0.1,2\n":     "t.csv:3: 0.1 follows 0.1",
		"0,0\n0.1,1e300\n":        "t.csv:2: \"0.1,1e300\" is not two finite numbers",
		"-0.1,1\n0.1,2\n":         "has 1.5 N at the strain 0",
		"\x00\x1b[31m":            `t.csv:1: "\x00\x1b[31m" is not two columns`,
		strings.Repeat("1", 7e4):  "t.csv:1: the line is longer",
		"[[0, 0], [0.1, 1]]\n0,0": "is not two columns",
	} {
		folder := t.TempDir()
		must.Do(t, os.WriteFile(filepath.Join(folder, "t.csv"), []byte(text), 0o600))
		path := filepath.Join(folder, "s.toml")
		must.Do(t, os.WriteFile(path, []byte(strings.ReplaceAll(tendons, "FILE", "t.csv")), 0o600))
		must.Say(t, text[:min(len(text), 20)], must.Err(open.Scene(path, scene.Options{})), "s.toml:", says)
	}
	path := filepath.Join(t.TempDir(), "s.toml")
	for name, says := range map[string]string{"none.csv": "none.csv: no such file", "../t.csv": "s.toml:11:", "": "s.toml:11:"} {
		must.Do(t, os.WriteFile(path, []byte(strings.ReplaceAll(tendons, "FILE", name)), 0o600))
		must.Say(t, name, must.Err(open.Scene(path, scene.Options{})), says)
	}
}
