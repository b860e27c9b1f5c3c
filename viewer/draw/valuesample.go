package draw

import (
	"fmt"
	"math"

	"hooke/gpu/glx"
	"hooke/shaders"
	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// mostSampled is the largest number of values from which a range is chosen.
const mostSampled = 4096

// valueSample is the pass value-range with its buffers. They take 16 kB on the device.
type valueSample struct {
	ctx     *glx.Context
	program *glx.Program
	buffer  *glx.Buffer
	words   []shaders.Sampled
	sample  []float32 // values; NaN for springs that are removed
	sizes   []float32
}

func (v *valueSample) make(ctx *glx.Context) (err error) {
	v.ctx = ctx
	if v.program, err = newCompute(ctx, shaders.ValueRange); err != nil {
		return err
	}
	if v.buffer, err = ctx.NewBuffer("sampled values", 4*(2+mostSampled)); err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	v.words = make([]shaders.Sampled, 2+mostSampled)
	return nil
}

// sampleCount returns how many of the given number of values are sampled.
func sampleCount(values int) uint32 { return uint32(min(values, mostSampled)) }

// sampledOf returns the number of values that a coloring has.
func sampledOf(c color.Coloring, scene Drawable) int {
	if c == color.BySpeed {
		return scene.MassCount()
	}
	return scene.SpringCount()
}

// take samples the values of a coloring; ofSprings holds those of springs. The view block
// must be bound, with the coloring and the numbers of things. take waits for the device.
func (v *valueSample) take(c color.Coloring, scene Drawable, ofSprings *glx.Buffer) (color.Seen, error) {
	count := sampledOf(c, scene)
	if count == 0 {
		return color.Seen{}, nil
	}
	v.words[0].Word, v.words[1].Word = math.MaxUint32, 0
	v.ctx.Barrier(glx.ByTransfer) // the upload overwrites the output of an earlier pass
	glx.Upload(v.buffer, 0, v.words[:2])
	v.ctx.BindStorage(uint32(shaders.BindVelocity), scene.VelocityBuffer())
	v.ctx.BindStorage(uint32(shaders.BindSpring), scene.SpringBuffer())
	v.ctx.BindStorage(uint32(shaders.BindValue), ofSprings)
	v.ctx.BindStorage(uint32(shaders.BindSampled), v.buffer)
	x, y, err := v.ctx.Limits.Groups(int64(count), groupSize)
	if err != nil {
		return color.Seen{}, fmt.Errorf("draw: %w", err)
	}
	v.ctx.Use(v.program)
	v.ctx.Dispatch(x, y)
	v.ctx.Barrier(glx.ByTransfer) // the download reads it
	words := v.words[:2+int(sampleCount(count))]
	glx.Download(v.buffer, 0, words)
	v.sample = v.sample[:0]
	for _, w := range words[2:] {
		v.sample = append(v.sample, math.Float32frombits(w.Word))
	}
	v.sizes = append(v.sizes[:0], v.sample...)
	return color.SeenOf(float64(inOrder(words[0].Word)), float64(inOrder(words[1].Word)), v.sizes), nil
}

// inOrder turns a whole number that sorts like the values back into the value; see
// value_range.comp.
func inOrder(key uint32) float32 {
	if key&(1<<31) != 0 {
		return math.Float32frombits(key &^ (1 << 31))
	}
	return math.Float32frombits(^key)
}

// RangeOver returns the widest range of a coloring over several states. show brings state k to
// the device; its first error ends the search and is returned. The next picture is
// computed anew.
func (r *Renderer) RangeOver(c color.Coloring, states int, show func(k int) error) (float64, error) {
	widest := 0.0
	if !c.Ranged() {
		return widest, nil
	}
	r.drawn = false // the values are those of another state
	for k := range states {
		if err := show(k); err != nil {
			return 0, err
		}
		if err := r.scene.UpdateStrain(); err != nil {
			return 0, fmt.Errorf("draw: %w", err)
		}
		if err := r.values.ready(c, r.scene, r.subject); err != nil {
			return 0, err
		}
		r.bindView(shaders.View{}, c)
		if err := r.values.updateSprings(c, r.scene); err != nil {
			return 0, err
		}
		if err := r.values.look(c, r.scene); err != nil {
			return 0, err
		}
		widest = max(widest, c.RangeOf(r.values.seen[c], r.values.floor))
	}
	return widest, r.ctx.Err("draw: look at states")
}

// Strains returns the histogram of a sample of the springs' current strains. Its range is that
// of their colors. Strains waits for the device.
func (r *Renderer) Strains() hud.Histogram {
	if r.scene.UpdateStrain() != nil {
		return hud.Histogram{} // the picture reports the error
	}
	r.bindView(shaders.View{}, color.ByStrain)
	seen, err := r.values.sample.take(color.ByStrain, r.scene, r.scene.StrainBuffer())
	if err != nil || !seen.Known {
		return hud.Histogram{}
	}
	return hud.HistogramOf(r.values.sample.sample, color.ByStrain.RangeOf(seen, r.structure.strainFloor))
}

func (v *valueSample) close() {
	v.program.Release()
	v.buffer.Release()
}
