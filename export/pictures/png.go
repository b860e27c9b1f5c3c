package pictures

import (
	"fmt"
	"hooke/safefile"
	"image"
	"image/png"
	"io"
)

// WritePNG writes a picture to a PNG file, which is complete or absent.
func WritePNG(path string, img image.Image) error {
	if img.Bounds().Empty() {
		return fmt.Errorf("export: %s: the picture is empty (%v); it needs at least one pixel", path, img.Bounds())
	}
	return safefile.WriteFile(path, func(w io.Writer) error { return png.Encode(w, img) })
}
