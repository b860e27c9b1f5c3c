package sweep

import (
	"io"
	"math"
	"os"
	"path/filepath"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
)

// Path holds the path of the center of mass of a run: times [s] and positions [m], one after the other.
type Path []float64

// PathsName is the name of the folder of paths in that of a sweep: an array ID.npy for each run, of shape [times, 4].
const PathsName = "com"

// pathRate is the number of positions of a path per second of simulated time [1/s].
const pathRate = 60

// PathSteps returns the number of steps from one position of a path to the next.
func PathSteps(dt float64) int64 { return max(1, int64(math.Round(1/(pathRate*dt)))) }

// Add adds a position, unless it is NaN, or not later than the last one.
func (p *Path) Add(time float64, at model.Vec3) {
	if n := len(*p); math.IsNaN(at[0]+at[1]+at[2]) || n > 0 && !(time > (*p)[n-4]) {
		return
	}
	*p = append(*p, time, at[0], at[1], at[2])
}

// pathOf returns the file of the path of a run.
func pathOf(folder, id string) string { return filepath.Join(folder, PathsName, id+".npy") }

// WritePaths writes the paths of outcomes that have one.
func WritePaths(folder string, outcomes []Outcome) error {
	for i := range outcomes {
		o := &outcomes[i]
		if o.Path == nil {
			continue
		}
		if err := safefile.MakeFolder(filepath.Join(folder, PathsName)); err != nil {
			return err
		}
		a := npy.Array{Name: o.ID, Shape: []int{len(o.Path) / 4, 4}, Data: []float64(o.Path)}
		if err := safefile.WriteFile(pathOf(folder, o.ID), func(w io.Writer) error { return a.Write(w) }); err != nil {
			return err
		}
	}
	return nil
}

// lacksPath reports whether a run that ended has to be run again for its path.
func (p *Plan) lacksPath(folder string, o *Outcome) bool {
	if !p.Paths || o.Failed() {
		return false
	}
	_, err := os.Lstat(pathOf(folder, o.ID))
	return err != nil
}
