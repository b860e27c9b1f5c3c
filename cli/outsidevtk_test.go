package cli

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"hooke/must"
)

// VTK, and with it ParaView, reads the one file of all frames as it reads a file for each: the
// same grids at the same times, to the last bit, plain, compressed and in float64; and the HDF5
// library reads every array of it.
func TestOutsideReadsVTKHDF(t *testing.T) {
	outside(t)
	if out, err := exec.Command("/usr/bin/python3", "-c", "import vtk, h5py").CombinedOutput(); err != nil {
		t.Fatalf("VTK and h5py of PyPI are not there; make test-outside installs them where PyPI can be reached: %v\n%s", err, out)
	}
	script := must.Get(filepath.Abs("testdata/outsidevtk.py"))(t)
	type frame struct {
		Time          float64
		Points, Cells int
		Arrays        map[string]string
	}
	type series struct {
		Frames []frame
		Shapes map[string][]int
	}
	for _, how := range []string{"", "--compress", "--float64 --compress"} {
		out := t.TempDir()
		args := []string{"run", "lattice", "--springs", "600k", "--engine", "cpuref", "--steps", "4", "--every", "2", "--save", "vtkhdf,vtu", "--out", out}
		hooke(t, append(args, strings.Fields(how)...)...).worked(t)
		var seen [2]series
		lines := strings.Split(strings.TrimSpace(other(t, out, "/usr/bin/python3", script, "frames.vtkhdf", "vtu.pvd")), "\n")
		for i := range seen {
			must.Do(t, json.Unmarshal([]byte(lines[i]), &seen[i]))
		}
		if !reflect.DeepEqual(seen[0].Frames, seen[1].Frames) || len(seen[0].Frames) != 3 {
			t.Errorf("%s: VTK reads\n%+v\n%+v", how, seen[0].Frames, seen[1].Frames)
		}
		first, last := seen[0].Frames[0], seen[0].Frames[2]
		if first.Arrays["Points"] == last.Arrays["Points"] || first.Arrays["connectivity"] != last.Arrays["connectivity"] || first.Cells < 500_000 {
			t.Errorf("%s: frames are\n%+v\n%+v", how, first, last)
		}
		shapes := seen[0].Shapes
		if rows := shapes["VTKHDF/Connectivity"]; len(rows) != 1 || rows[0] != 2*first.Cells || shapes["VTKHDF/CellData/strain"][0] < 3*first.Cells {
			t.Errorf("%s: the HDF5 library reads %v", how, shapes)
		}
	}
}
