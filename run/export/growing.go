package export

import (
	"fmt"
	"io"
	"os"

	"hooke/files/safefile"
)

// growing is a series that grows in one file.
type growing struct {
	file   *safefile.Part
	frames int64
}

// grow begins a growing file (at is nil), or continues one from at: the incomplete file if there is one, else the complete one.
func grow(path string, at *SeriesProgress) (g growing, err error) {
	if at == nil {
		g.file, err = safefile.CreatePart(path)
		return g, err
	}
	if len(at.Parts) != 1 {
		return g, fmt.Errorf("%s %w: it grows in one part, not in %d", path, safefile.ErrGone, len(at.Parts))
	}
	g.frames = at.Frames
	g.file, err = safefile.ResumePart(path, at.Parts[0], func() (io.ReadCloser, error) {
		file, err := safefile.Open(path)
		if err != nil {
			return nil, err // a nil *os.File in an interface would not be nil
		}
		return file, nil
	})
	return g, err
}

// Settle puts all frames so far on the disk.
func (g *growing) Settle() (SeriesProgress, error) {
	mark, err := g.file.Settle()
	return SeriesProgress{Frames: g.frames, Parts: []safefile.Mark{mark}}, err
}

// Close completes the file.
func (g *growing) Close() error { return g.file.Commit() }

// Discard removes the file.
func (g *growing) Discard() { g.file.Discard() }

// Files returns the path of the file.
func (g *growing) Files() []string { return []string{g.file.Path()} }

// Whole reports whether a growing file is complete: it has its name, and the files from
// which it grew are gone.
func Whole(path string) bool {
	for _, part := range append([]string{path}, spoolsOf(path)...) {
		if _, err := os.Lstat(safefile.PartOf(part)); err == nil {
			return false
		}
	}
	_, err := os.Stat(path)
	return err == nil
}

// PartsOf returns the files from which the named file grows, and the temporary files of a
// killed program.
func PartsOf(path string) (files []string) {
	for _, part := range append([]string{path}, spoolsOf(path)...) {
		part = safefile.PartOf(part)
		files = append(append(files, part), safefile.Temps(part)...)
	}
	return append(files, safefile.Temps(path)...)
}
