package export

import (
	"fmt"
	"io"
	"os"

	"hooke/files/safefile"
)

// partOf begins a growing file (at is nil), or continues one from at: the incomplete
// file if there is one, else the complete one. frames is the number of frames it has.
func partOf(path string, at *SeriesProgress) (file *safefile.Part, frames int64, err error) {
	if at == nil {
		file, err = safefile.CreatePart(path)
		return file, 0, err
	}
	if len(at.Parts) != 1 {
		return nil, 0, fmt.Errorf("%s %w: it grows in one part, not in %d", path, safefile.ErrGone, len(at.Parts))
	}
	file, err = safefile.ResumePart(path, at.Parts[0], func() (io.ReadCloser, error) {
		file, err := safefile.Open(path)
		if err != nil {
			return nil, err // a nil *os.File in an interface would not be nil
		}
		return file, nil
	})
	return file, at.Frames, err
}

// settle puts a growing file on the disk and says how far it is, with that number of
// frames.
func settle(file *safefile.Part, frames int64) (SeriesProgress, error) {
	mark, err := file.Settle()
	return SeriesProgress{Frames: frames, Parts: []safefile.Mark{mark}}, err
}

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
