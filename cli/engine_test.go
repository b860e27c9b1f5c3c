package cli

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/engine"
	"hooke/must"
)

// The cpu engine is drawn as gpu is: the pictures after some steps are the same but
// for the names in the text.
func TestViewDrawsTheCPUEngine(t *testing.T) {
	needsGL(t)
	draw := func(engine string) (image.Image, result) {
		path := filepath.Join(t.TempDir(), "x.png")
		r := hooke(t, "view", "--springs", "2k", "--offscreen", path, "--frames", "2", "--steps-per-frame", "100", "--size", "1000x700", "--engine", engine).worked(t)
		file := must.Get(os.Open(path))(t)
		defer file.Close()
		picture := must.Get(png.Decode(file))(t)
		return picture, r
	}
	onGPU, r := draw(engine.GPU)
	if !strings.Contains(r.stdout, "\nengine             gpu, ") {
		t.Errorf("--engine gpu prints\n%s", r.stdout)
	}
	onCPU, r := draw(engine.CPU)
	if !strings.Contains(r.stdout, "\nengine             cpu, pipeline fused, single precision\n") || strings.Contains(r.stdout, "SOFTWARE") ||
		!strings.Contains(r.stdout, "\nsteps              200 of ") || !strings.Contains(r.stdout, "of the motion in the first 100 steps") {
		t.Errorf("--engine cpu prints\n%s", r.stdout)
	}
	// Lines that are moved by a rounding change a pixel here and there.
	const mostDiffer = 0.01
	differ, painted := 0, 0
	for y := 300; y < 600; y++ { // between the texts
		for x := 350; x < 800; x++ {
			r1, g1, b1, _ := onGPU.At(x, y).RGBA()
			r2, g2, b2, _ := onCPU.At(x, y).RGBA()
			if far(r1, r2) || far(g1, g2) || far(b1, b2) {
				differ++
			}
			if r0, g0, b0, _ := onGPU.At(350, y).RGBA(); far(r1, r0) || far(g1, g0) || far(b1, b0) {
				painted++
			}
		}
	}
	if share := float64(differ) / (450 * 300); share > mostDiffer || painted < 10_000 {
		t.Errorf("%.1f %% of the pixels differ, at most %.0f %% may; %d are painted", 100*share, 100*mostDiffer, painted)
	}
}

// far says whether colors of 16 bits differ by more than a tenth.
func far(a, b uint32) bool { return max(a, b)-min(a, b) > 6553 }
