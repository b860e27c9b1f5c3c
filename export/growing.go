package export

import (
	"fmt"
	"io"
	"os"

	"hooke/safefile"
)

// partOf begins a file that grows, or goes on with one from where it was: with what was
// not complete yet, or with what has its name. frames are those that it has.
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
			return nil, err // not an *os.File that is nil
		}
		return file, nil
	})
	return file, at.Frames, err
}

// settle puts a file of so many frames on the disk.
func settle(file *safefile.Part, frames int64) (SeriesProgress, error) {
	mark, err := file.Settle()
	return SeriesProgress{Frames: frames, Parts: []safefile.Mark{mark}}, err
}

// Whole says whether a file that grows was completed: it has its name, and nothing is left
// of what it grew from.
func Whole(path string) bool {
	for _, part := range append([]string{path}, spoolsOf(path)...) {
		if _, err := os.Lstat(safefile.PartOf(part)); err == nil {
			return false
		}
	}
	_, err := os.Stat(path)
	return err == nil
}

// PartsOf are the files from which one of that name grows, and what a killed program left
// of them.
func PartsOf(path string) (files []string) {
	for _, part := range append([]string{path}, spoolsOf(path)...) {
		part = safefile.PartOf(part)
		files = append(append(files, part), safefile.Temps(part)...)
	}
	return append(files, safefile.Temps(path)...)
}
