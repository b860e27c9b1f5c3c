package film

import (
	"fmt"
	"hooke/files/safefile"
	"hooke/run/export"
	"image/png"
	"io"
	"path/filepath"
)

// PNGSeries writes a folder of pictures, one for each frame.
type PNGSeries struct {
	folder string
	files  []string // files of this series, with those of earlier parts of the run
}

// CreatePNGSeries begins a series in a folder, which it makes. A positive from continues
// with the pictures of steps up to from; pictures of later steps are removed.
func CreatePNGSeries(folder string, from int64) (*PNGSeries, error) {
	if err := safefile.MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	s := &PNGSeries{folder: folder}
	if from <= 0 {
		return s, nil
	}
	there, _ := safefile.Series(folder, "frame-", 9, ".png")
	for _, picture := range there {
		if picture.Number <= from {
			s.files = append(s.files, picture.Path)
			continue
		}
		if err := safefile.Remove(picture.Path); err != nil {
			return nil, fmt.Errorf("export: %w", err)
		}
	}
	return s, nil
}

// Frame writes one picture.
func (s *PNGSeries) Frame(f *export.Frame) error {
	if f.Picture == nil {
		return fmt.Errorf("export: %s: no picture was drawn of step %d", s.folder, f.Step)
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	path := filepath.Join(s.folder, fmt.Sprintf("frame-%09d.png", f.Step))
	if err := safefile.WriteFile(path, func(w io.Writer) error { return encoder.Encode(w, f.Picture) }); err != nil {
		return err
	}
	s.files = append(s.files, path)
	return nil
}

// Settle does nothing, since each file is on the disk.
func (s *PNGSeries) Settle() (export.SeriesProgress, error) {
	return export.SeriesProgress{Frames: int64(len(s.files))}, nil
}

// Close does nothing, since each file is complete.
func (s *PNGSeries) Close() error { return nil }

// Discard keeps the files, since each is complete.
func (s *PNGSeries) Discard() {}

// Files returns the path of the folder.
func (s *PNGSeries) Files() []string { return []string{s.folder} }
