package kernels

import (
	"math"
	"math/rand/v2"
	"testing"

	"hooke/cpu/table"
)

// Every kernel adds loads as plain Go does, within some roundings of what they are sums of:
// forces, motors with and without limit, drag; on any lanes. A load that differs in one number
// is seen.
func TestLoadKernels(t *testing.T) {
	const slices, tolerance = 7, 16. / (1 << 24)
	random := rand.New(rand.NewPCG(8, 1))
	v := NewMotion[float32](slices*table.Width, Arrays, 0)
	for i := range v.Arena {
		v.Arena[i] = 2*random.Float32() - 1
	}
	lanes := []uint16{0xffff, 0, 0x8001, 0x1234, 0xfffe, 0, 0x0180}
	run := func(add func(*LoadCall[float32]), l Load[float32]) []float32 {
		force := AlignedFloats[float32]((slices - 1) * 3 * table.Width)
		for i := range force {
			force[i] = float32(i%11) / 11
		}
		var c LoadCall[float32]
		c.Set(&l, lanes[1:], v, 1, force)
		add(&c)
		return force
	}
	motor := Load[float32]{Axis: [3]float32{0.6, 0, -0.8}, Speed: 0.5, Damping: 1.5, Limit: float32(math.Inf(1))}
	held := motor
	held.Limit = 0.4
	all := held
	all.Force, all.Drag = [3]float32{1, -2, 0.5}, 0.7
	other := all
	other.Limit *= 1.001
	for _, k := range ForThisMachine[float32]() {
		for _, l := range []Load[float32]{{Force: [3]float32{1, 2, 3}}, motor, held, all, {Drag: 0.7}} {
			want, got, wrong := run(LoadGo[float32], l), run(k.Load, l), run(k.Load, other)
			far, seen := 0.0, 0.0
			for i := range want {
				far, seen = max(far, math.Abs(float64(got[i]-want[i]))), max(seen, math.Abs(float64(wrong[i]-want[i])))
			}
			if !(far <= tolerance) || !(seen > tolerance) {
				t.Errorf("%s, %+v: %g apart, another load %g, allowed are %g", k.Name, l, far, seen, tolerance)
			}
		}
	}
}
