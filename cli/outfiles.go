package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// files are what a run writes, in order: the picture last.
func (o *runOptions) files() []string {
	files := []string{filepath.Join(o.out, "final.npz")}
	if o.energyEvery != 0 {
		files = append(files, filepath.Join(o.out, "energy.csv"))
	}
	if o.energy {
		files = append(files, filepath.Join(o.out, "energy.png"))
	}
	if o.png {
		files = append(files, o.picture())
	}
	return files
}

// picture is where --png draws.
func (o *runOptions) picture() string { return filepath.Join(o.out, "final.png") }

// removeOld removes the files of an earlier run that this one is about to
// write, so that what stands there after a failure is never taken for its own.
// What is not a regular file, such as a link or a pipe, stays.
func (o *runOptions) removeOld() error {
	for _, path := range o.files() {
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue // nothing to remove; what cannot be written is told when it is written
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("--out: the result of an earlier run is in the way: %w", err)
		}
	}
	return nil
}

// wrote adds to an error which files stand there nevertheless.
func wrote(err error, files ...string) error {
	return fmt.Errorf("%w\n(wrote %s)", err, strings.Join(files, ", "))
}
