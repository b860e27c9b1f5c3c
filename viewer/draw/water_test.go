package draw_test

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// The surface of the water is drawn at its level, over the bodies beneath it and behind those above, and its
// wave runs with time.
func TestWaterIsDrawn(t *testing.T) {
	ctx := gltest.New(t)
	shown := func(height float32, change func(*draw.Frame)) []uint8 {
		s := newStill(t, ctx, []shaders.Position{at(0, 0, height), at(0.3, 0, height)}, []shaders.Ends{{0, 1}}, make([]float32, 1))
		defer s.release()
		return picture(t, ctx, s, func(f *draw.Frame) {
			f.Camera.Orbit(0, 0.9)
			f.Look.NoMasses = false
			f.Params.Gravity = model.EarthGravity()
			change(f)
		}).Pix
	}
	wet := func(level float64) func(*draw.Frame) {
		return func(f *draw.Frame) { f.Params.Water = model.Water{Density: 1000, Level: level} }
	}
	// kept is how bright the pixels of the structure still are that shine in a dry picture.
	kept := func(dry, pixels []uint8) float64 {
		before, after := 0.0, 0.0
		for i := 0; i < len(pixels); i += 4 {
			if sum := int(dry[i]) + int(dry[i+1]) + int(dry[i+2]); sum > 300 {
				before, after = before+float64(sum), after+float64(int(pixels[i])+int(pixels[i+1])+int(pixels[i+2]))
			}
		}
		return after / before
	}
	apart := func(a, b []uint8) (count int) {
		for i := range a {
			if a[i] != b[i] {
				count++
			}
		}
		return count
	}
	dry := shown(0, func(*draw.Frame) {})
	above, beneath := shown(0, wet(-0.5)), shown(0, wet(0.5))
	must.Hold(t, apart(dry, above) > side*side/20, "water changes %d channels", apart(dry, above))
	must.Hold(t, kept(dry, above) > 0.97, "above the water %.2f of the light is left", kept(dry, above))
	must.Hold(t, kept(dry, beneath) < 0.85, "beneath the water %.2f of the light is left", kept(dry, beneath))
	waves := func(time float64) []uint8 {
		return shown(0, func(f *draw.Frame) {
			f.Params.Water = model.Water{Density: 1000, Level: -0.5, Wave: 0.05, WaveLength: 1, WaveDirection: model.Vec3{1}}
			f.Time = time
		})
	}
	must.Hold(t, apart(waves(0), above) > side*side/50 && apart(waves(0), waves(0.2)) > side*side/50, "the wave changes %d channels, and in 0.2 s %d", apart(waves(0), above), apart(waves(0), waves(0.2)))
}
