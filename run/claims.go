package run

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hooke/files/safefile"
	"hooke/physics"
	"hooke/run/export"
	"hooke/scene"
	"hooke/scene/preset"
)

// theRun stands for the run itself, the owner of the folder, in messages.
const theRun = "the run"

// check returns an error if no run can have written the record. The checksum of a checkpoint
// proves that it is not damaged, but not its origin, so every name and number is checked as
// if a stranger had written it.
func (r *record) check() error {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("the record of its run is impossible: "+format, args...)
	}
	switch {
	case r.Steps < 1:
		return wrong("%d steps in all", r.Steps)
	case r.EnergyEvery < 0:
		return wrong("energies every %d steps", r.EnergyEvery)
	case r.Ended != nil && !slices.Contains(physics.EndingWords(), r.Ended.By):
		return wrong("it ended by %q; known are %s", r.Ended.By, strings.Join(physics.EndingWords(), ", "))
	}
	for i, out := range r.Outputs {
		switch {
		case !slices.Contains(scene.OutputNames(), out.What):
			return wrong("output %d has the format %q; known are %s", i+1, out.What, strings.Join(scene.OutputNames(), ", "))
		case out.Every < 1:
			return wrong("output %d has a frame every %d steps", i+1, out.Every)
		case out.Began < 0:
			return wrong("output %d began at step %d", i+1, out.Began)
		case out.Progress != nil && out.Progress.Frames < 0:
			return wrong("output %d has %d frames", i+1, out.Progress.Frames)
		}
		if stray := safefile.Stray(out.File, theRun); stray != "" {
			return wrong("the file of output %d %s", i+1, stray)
		}
	}
	return nil
}

// readable returns an error when the structure of a run would be read from a pipe: a
// mesh comes through a pipe only once, and no checkpoint names a pipe.
func (r *record) readable() error {
	preset := slices.ContainsFunc(preset.All(), func(p preset.Preset) bool { return p.Name == r.Source })
	if err := safefile.Regular(r.Source); !preset && err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil // the file is gone; reading it gives the error
}

// judgeOutputs returns an error when an output would be written outside the folder of
// the run, which exists, or over another output, or over a file of the run itself.
func judgeOutputs(folder string, outputs []output) error {
	claims := &claims{root: folder}
	for _, name := range ownNames() {
		claims.own(name)
	}
	for _, out := range outputs {
		if err := claims.add(out); err != nil {
			return out.place.Fault(fmt.Errorf("output %s: %w", out.What, err))
		}
	}
	return nil
}

// judgeResumed is judgeOutputs for a run that resumes in a folder which another user
// may have made: even the files of the run itself must not be links that lead out of it.
func judgeResumed(folder string, outputs []output) error {
	for _, name := range ownNames() {
		if _, err := safefile.Inside(folder, name, theRun); err != nil {
			return err
		}
	}
	return judgeOutputs(folder, outputs)
}

// ownNames returns the files that a run itself may write into its folder.
func ownNames() []string {
	return []string{FinalName, inputsName, EnergyName, energyPlotName, PictureName, lastGoodName, CheckpointName, PreviousCheckpoint(CheckpointName), safefile.LockName}
}

// claims are the files that the outputs of a run write.
type claims struct {
	root   string
	files  map[string]string // the owner of each file, by path
	series []claimedSeries
}

type claimedSeries struct {
	fileSeries
	whose string
}

func (c *claims) own(name string) {
	if c.files == nil {
		c.files = map[string]string{}
	}
	c.files[c.spelled(filepath.Join(c.root, name))] = "the run itself"
}

// add claims the files of an output.
func (c *claims) add(out output) error {
	whose := fmt.Sprintf("the output %s (%s)", out.What, out.File)
	files := out.files(c.root)
	for _, path := range files {
		if out.onePiece() {
			files = append(files, export.PartsOf(path)...)
		}
	}
	var places []string
	for _, s := range out.series(c.root) {
		places = append(places, filepath.Join(s.folder, s.prefix+"000000000"+s.extension))
	}
	for _, path := range append(places, files...) {
		name, err := filepath.Rel(c.root, path)
		if err != nil {
			return err
		}
		if _, err := safefile.Inside(c.root, filepath.ToSlash(name), theRun); err != nil {
			return err
		}
	}
	for _, path := range files {
		if err := c.file(c.spelled(path), whose); err != nil {
			return err
		}
	}
	for _, s := range out.series(c.root) {
		s.folder = c.spelled(s.folder)
		if err := c.numbered(claimedSeries{s, whose}); err != nil {
			return err
		}
	}
	return nil
}

// collide returns the error of two outputs that write the same file.
func collide(path, other string) error {
	return fmt.Errorf("two outputs go to %s: the other is %s; give one of them another file", path, other)
}

// file claims a file.
func (c *claims) file(path, whose string) error {
	if other, taken := c.files[path]; taken {
		return collide(path, other)
	}
	for _, s := range c.series {
		if s.takes(path) {
			return collide(path, s.whose)
		}
		if below(path, s.folder) {
			return fmt.Errorf("writes %s, which is a folder of %s; give one of them another file", path, s.whose)
		}
	}
	for other, owner := range c.files {
		if below(other, path) || below(path, other) {
			return fmt.Errorf("writes %s, and %s writes %s: one is a folder of the other; give one of them another file", path, owner, other)
		}
	}
	c.files[path] = whose
	return nil
}

// numbered claims a series of numbered files.
func (c *claims) numbered(s claimedSeries) error {
	for _, other := range c.series {
		if other.fileSeries == s.fileSeries {
			return collide(s.folder, other.whose)
		}
	}
	for path, owner := range c.files {
		if s.takes(path) {
			return collide(path, owner)
		}
		if below(path, s.folder) || path == s.folder {
			return fmt.Errorf("writes into the folder %s, which is a file of %s; give one of them another file", s.folder, owner)
		}
	}
	c.series = append(c.series, s)
	return nil
}

// takes reports whether the series can write a file of that path.
func (s claimedSeries) takes(path string) bool {
	if filepath.Dir(path) != s.folder {
		return false
	}
	number, ok := strings.CutPrefix(filepath.Base(path), s.prefix)
	if !ok {
		return false
	}
	number, ok = strings.CutSuffix(number, s.extension)
	return ok && len(number) == 9 && strings.Trim(number, "0123456789") == ""
}

// below reports whether a path leads through a folder.
func below(folder, path string) bool {
	name, err := filepath.Rel(folder, path)
	return err == nil && name != "." && filepath.IsLocal(name)
}

// spelled returns the one spelling of a path: folders as they are on the disk, with links
// followed.
func (c *claims) spelled(path string) string {
	path = filepath.Clean(path)
	for there := path; ; there = filepath.Dir(there) {
		real, err := filepath.EvalSymlinks(there)
		if err == nil {
			rest, _ := filepath.Rel(there, path)
			return filepath.Join(real, rest)
		}
		if _, gone := os.Lstat(there); !errors.Is(gone, os.ErrNotExist) || there == filepath.Dir(there) {
			return path
		}
	}
}
