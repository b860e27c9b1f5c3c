package film

import (
	"fmt"
	"hooke/files/safefile"
	"image"
	"image/png"
	"io"
	"path/filepath"
)

// PNGFolder is a folder of pictures frame-000000.png, frame-000001.png, ... Each file
// appears under its name only when it is complete.
type PNGFolder struct {
	folder string
	count  int
}

// CreatePNGFolder begins a series in a folder, which it makes. It removes frames of an
// earlier series.
func CreatePNGFolder(folder string) (*PNGFolder, error) {
	if err := safefile.MakeFolder(folder); err != nil {
		return nil, fmt.Errorf("export: %w; give the name of a folder", err)
	}
	old, _ := safefile.Series(folder, "frame-", 6, ".png")
	for _, picture := range old {
		if err := safefile.Remove(picture.Path); err != nil {
			return nil, fmt.Errorf("export: %w", err)
		}
	}
	return &PNGFolder{folder: folder}, nil
}

// Frame writes one picture.
func (p *PNGFolder) Frame(picture *image.RGBA) error {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	path := filepath.Join(p.folder, fmt.Sprintf("frame-%06d.png", p.count))
	p.count++
	return safefile.WriteFile(path, func(w io.Writer) error { return encoder.Encode(w, picture) })
}

// Close does nothing, since each picture is complete.
func (p *PNGFolder) Close() error { return nil }

// Discard keeps the pictures, since each is complete.
func (p *PNGFolder) Discard() {}

// Path returns the path of the folder.
func (p *PNGFolder) Path() string { return p.folder }
