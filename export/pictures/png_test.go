package pictures

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"hooke/must"
	"hooke/safefile/filetest"
)

func TestPNG(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a.png")
	img := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	img.SetNRGBA(2, 1, color.NRGBA{R: 10, G: 20, B: 30, A: 255})
	must.Do(t, WritePNG(path, img))
	file, err := os.Open(path)
	must.Do(t, err)
	defer file.Close()
	got := must.Get(png.Decode(file))(t)
	if got.Bounds() != img.Bounds() {
		t.Fatalf("bounds are %v, want %v", got.Bounds(), img.Bounds())
	}
	for y := range 2 {
		for x := range 3 {
			if got.At(x, y) != img.At(x, y) {
				t.Errorf("pixel (%d, %d) is %v, want %v", x, y, got.At(x, y), img.At(x, y))
			}
		}
	}

	err = WritePNG(filepath.Join(folder, "none.png"), image.NewNRGBA(image.Rectangle{}))
	must.Say(t, "an empty picture", err, "the picture is empty")
	if got := filetest.Names(t, folder); got != "a.png" {
		t.Errorf("the folder holds %q, want a.png", got)
	}
}
