package export

import (
	"fmt"
	"image"
	"image/png"
	"io"

	"hooke/files/safefile"
)

// WritePNG writes a picture to a PNG file of ours, which is complete or absent.
func WritePNG(path string, img image.Image) error {
	return writePNG(safefile.WriteFile, path, img)
}

// WriteNamedPNG returns WritePNG for a path that the user named: it follows links and writes into
// pipes.
func WriteNamedPNG(path string, img image.Image) error {
	return writePNG(safefile.WriteNamed, path, img)
}

func writePNG(write func(string, func(io.Writer) error) error, path string, img image.Image) error {
	if img.Bounds().Empty() {
		return fmt.Errorf("export: %s: the picture is empty (%v); it needs at least one pixel", path, img.Bounds())
	}
	return write(path, func(w io.Writer) error { return png.Encode(w, img) })
}
