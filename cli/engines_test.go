package cli

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/gpu/glx"
	"hooke/model"
)

// Auto takes the gpu engine on a card, cpu where OpenGL is software or missing, and
// says so in one line; what cpu refuses goes to gpu, and never to the reference.
func TestTakeEngine(t *testing.T) {
	card := &device{gl: &glx.Context{Renderer: "A card"}}
	software := &device{gl: &glx.Context{Renderer: "llvmpipe (LLVM 15)"}}
	works := func(name string) func() (string, error) { return func() (string, error) { return name, nil } }
	fails := func(err error) func() (string, error) { return func() (string, error) { return "", err } }
	for _, c := range []struct {
		name       string
		d          *device
		gpu, cpu   func() (string, error)
		want, note string
		fault      error
	}{
		{"a card", card, works("gpu"), works("cpu"), "gpu", "note: gpu steps, on A card\n", nil},
		{"a card that is too small", card, fails(glx.ErrTooLarge), works("cpu"), "cpu", "note: the gpu engine cannot be used, so cpu steps: " + glx.ErrTooLarge.Error() + "\n", nil},
		{"a card and a fault", card, fails(errInterrupted), works("cpu"), "", "", errInterrupted},
		{"software", software, works("gpu"), works("cpu"), "cpu", "note: the only OpenGL here is software (llvmpipe (LLVM 15)), so cpu steps; --engine gpu takes it all the same\n", nil},
		{"software, cpu refuses", software, works("gpu"), fails(model.ErrRefused), "gpu", "note: the cpu engine cannot be used, so gpu steps, in software: " + model.ErrRefused.Error() + "\n", nil},
		{"software, cpu fails", software, works("gpu"), fails(errInterrupted), "", "", errInterrupted},
		{"no OpenGL", nil, works("gpu"), works("cpu"), "cpu", "note: the gpu engine cannot be used, so cpu steps: " + glx.ErrTooOld.Error() + "\n", nil},
		{"no OpenGL, cpu refuses", nil, works("gpu"), fails(model.ErrRefused), "", "", model.ErrRefused},
	} {
		var stderr strings.Builder
		got, err := takeEngine(App{Stderr: &stderr}, c.d, glx.ErrTooOld, c.gpu, c.cpu)
		if c.fault == nil && (err != nil || got != c.want) || c.fault != nil && err == nil || stderr.String() != c.note {
			t.Errorf("%s: %q, %v, says %q; want %q, says %q", c.name, got, err, stderr.String(), c.want, c.note)
		}
		if c.fault != nil && !strings.Contains(err.Error(), c.fault.Error()) {
			t.Errorf("%s: %v, want %v", c.name, err, c.fault)
		}
	}
}

// The cpu engine is drawn as gpu is: the pictures after some steps are the same but
// for the names in the text.
func TestViewDrawsTheCPUEngine(t *testing.T) {
	needsGL(t)
	draw := func(engine string) (image.Image, result) {
		path := filepath.Join(t.TempDir(), "x.png")
		r := hooke(t, "view", "--springs", "2k", "--offscreen", path, "--frames", "2", "--steps-per-frame", "100", "--size", "1000x700", "--engine", engine).worked(t)
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		picture, err := png.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		return picture, r
	}
	onGPU, r := draw(engineGPU)
	if !strings.Contains(r.stdout, "\nengine             gpu, ") {
		t.Errorf("--engine gpu prints\n%s", r.stdout)
	}
	onCPU, r := draw(engineCPU)
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
