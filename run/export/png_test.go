package export

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"hooke/files/safefile/filetest"
	"hooke/must"
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
	must.Be(t, filetest.Names(t, folder), "a.png", "the folder holds")
}

// A picture of few colors keeps them; one of many comes near: half of the widest step
// between 256 colors of a plane of 65,536 is 8 of 255, and no more than twice that is
// allowed for. A picture of one color is far from it.
func TestPalette(t *testing.T) {
	few, many := image.NewRGBA(image.Rect(0, 0, 16, 16)), image.NewRGBA(image.Rect(0, 0, 256, 256))
	for k := range 256 {
		few.SetRGBA(k%16, k/16, color.RGBA{uint8(k % 7 * 30), uint8(k % 5 * 50), 9, 255})
		for l := range 256 {
			many.SetRGBA(k, l, color.RGBA{uint8(k), uint8(l), 100, 255})
		}
	}
	farthest := func(p *image.RGBA) (d int) {
		q := Palette(p)
		must.Hold(t, len(q.Palette) <= 256, "%d colors", len(q.Palette))
		for k := range q.Pix {
			c := q.Palette[q.Pix[k]].(color.RGBA)
			for axis, v := range [3]uint8{c.R, c.G, c.B} {
				e := int(v) - int(p.Pix[4*k+axis])
				d = max(d, e, -e)
			}
		}
		return d
	}
	must.Be(t, farthest(few), 0, "of 35 colors one is off")
	if d := farthest(many); d > 16 || d < 4 {
		t.Errorf("of 65,536 colors one is %d off, want 4 to 16", d)
	}
}
