package scene

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"path/filepath"
	"strings"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model/grid"
)

// maxFileBytes is the size of the largest file of heights: grid.MaxSamples numbers of float64 with a
// header.
const maxFileBytes = 8*grid.MaxSamples + 1<<16

// ReadTerrain returns the heights of a file over a rectangle of some size [m]: a grayscale picture (.png),
// whose black is 0 and whose white is r.Height, with the lowest y in its last row, or an array of two
// axes (.npy), whose numbers are heights [m], with the lowest y in its first row. A height of 0
// stands for DefaultHeight for pictures; for arrays it is a factor, and 0 stands for 1. Errors begin with the
// path.
func ReadTerrain(path string, r grid.Recipe, size [2]float64) (*grid.Heights, error) {
	data, err := safefile.ReadFile(path, maxFileBytes)
	if err != nil {
		return nil, err
	}
	h, err := decode(data, filepath.Ext(path), r, size)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return h, nil
}

// decode reads the content of a file with an extension.
func decode(data []byte, extension string, r grid.Recipe, size [2]float64) (*grid.Heights, error) {
	switch strings.ToLower(extension) {
	case ".png":
		return decodePNG(data, r, size)
	case ".npy":
		return decodeNPY(data, r, size)
	}
	return nil, fmt.Errorf("%q is no format of heights; give a .png or a .npy file", extension)
}

// mostDeflated is the largest ratio of bytes before and after deflate.
const mostDeflated = 1032

// decodePNG reads a picture. Its size is held against that of the file before anything is
// allocated for it.
func decodePNG(data []byte, r grid.Recipe, size [2]float64) (*grid.Heights, error) {
	header, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("the picture cannot be read: %w", err)
	}
	depth := 2
	switch header.ColorModel {
	case color.Gray16Model:
	case color.GrayModel:
		depth = 1
	default:
		return nil, errors.New("the picture has colors; save it as grayscale, best with 16 bits")
	}
	if header.Width < 2 || header.Height < 2 || header.Width > grid.MaxSamples/header.Height {
		return nil, fmt.Errorf("the picture has %d × %d pixels; give 2 or more along each side, and at most %d in all", header.Width, header.Height, grid.MaxSamples)
	}
	// The smallest pictures have less than 8 bits a pixel, which is read as 1 byte.
	if int64(header.Width)*int64(header.Height)*int64(depth)/8 > mostDeflated*int64(len(data)) {
		return nil, fmt.Errorf("the picture says %d × %d pixels, more than its %d bytes can hold", header.Width, header.Height, len(data))
	}
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("the picture cannot be read: %w", err)
	}
	if r.Height == 0 {
		r.Height = DefaultHeight
	}
	columns, rows := header.Width, header.Height
	height := make([]float64, columns*rows)
	for j := range rows {
		row := height[(rows-1-j)*columns:][:columns] // the first row of a picture is at the top
		for i := range row {
			switch pixels := decoded.(type) {
			case *image.Gray16:
				row[i] = float64(pixels.Gray16At(i, j).Y) / math.MaxUint16 * r.Height
			case *image.Gray:
				row[i] = float64(pixels.GrayAt(i, j).Y) / math.MaxUint8 * r.Height
			default:
				return nil, errors.New("the picture is not grayscale; save it so, best with 16 bits")
			}
		}
	}
	return finished(columns, rows, size, height, r)
}

// decodeNPY reads an array of two axes. Its shape is held against the size of the file before anything is
// allocated for it.
func decodeNPY(data []byte, r grid.Recipe, size [2]float64) (*grid.Heights, error) {
	content := bytes.NewReader(data)
	a, err := npy.Describe(content, "heights")
	if err == nil && a.Odd != nil {
		err = a.Odd
	}
	if err != nil {
		return nil, fmt.Errorf("the array %w", err)
	}
	if len(a.Shape) != 2 {
		return nil, fmt.Errorf("the array has the shape %v; give two axes, rows along y and columns along x", a.Shape)
	}
	rows, columns := a.Shape[0], a.Shape[1]
	if want := a.Bytes + a.Count()*int64(a.Width); want != int64(len(data)) || a.Count() > grid.MaxSamples {
		return nil, fmt.Errorf("the array has the shape %v, %d bytes in all, but %d bytes are there; at most %d numbers are read", a.Shape, want, len(data), grid.MaxSamples)
	}
	factor := r.Height
	if factor == 0 {
		factor = 1
	}
	height := make([]float64, a.Count())
	err = a.EachOf(content, func(row, column int, value float64) error {
		height[row*columns+column] = value * factor
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("the array %w", err)
	}
	return finished(columns, rows, size, height, r)
}
