package mesh

import (
	"fmt"
	"math"

	"hooke/model"
)

// filler fills one surface at one pitch after the other.
type filler struct {
	surface  *Surface
	winding  *Winding
	stencil  []offset
	estimate fillEstimate
}

// filled is the result of one pitch: which points hold a mass.
type filled struct {
	*voxels
	springs int64
	dropped int
}

// Search for a spring count: the estimate is usually within 1 % at once, and
// its error hardly changes from one pitch to the next.
const (
	fillTolerance = 0.015
	fillTrials    = 6
)

// toward searches the pitch that gives the wanted number of springs and returns
// the nearest it found.
func (f *filler) toward(springs int64) (best *filled, trials int, err error) {
	correction := 1.0 // found / estimated, from the last trial
	for trials = 1; trials <= fillTrials; trials++ {
		next, err := f.at(f.estimate.pitch(float64(springs) / correction))
		if err != nil {
			return nil, trials, err
		}
		if best == nil || abs(int(next.springs-springs)) < abs(int(best.springs-springs)) {
			best = next
		}
		if math.Abs(float64(best.springs-springs)) <= fillTolerance*float64(springs) {
			return best, trials, nil
		}
		if estimated := f.estimate.springs(next.pitch); next.springs > 0 && estimated > 0 {
			correction = max(0.2, min(5, float64(next.springs)/estimated))
		}
	}
	return best, fillTrials, nil
}

// at fills the surface at one pitch: find the points inside, keep the largest
// part, count its springs.
func (f *filler) at(pitch float64) (*filled, error) {
	lo, hi := f.surface.Bounds()
	if err := f.checkPitch(pitch, lo, hi); err != nil {
		return nil, err
	}
	v := newVoxels(lo, hi, pitch)
	v.classify(f.surface, f.winding)
	dropped := v.keepLargestPart(f.stencil)
	out := &filled{voxels: v, dropped: dropped}
	v.eachSpring(f.stencil, func(_, _ uint32, _ int) { out.springs++ })
	if v.masses() == 0 || out.springs == 0 {
		return nil, fmt.Errorf("mesh: fill %s: a pitch of %.4g m leaves no springs in a volume of %.4g m³ "+
			"(box %.4g × %.4g × %.4g m); choose a smaller pitch or more springs",
			f.surface.Name, pitch, f.estimate.volume, hi[0]-lo[0], hi[1]-lo[1], hi[2]-lo[2])
	}
	if out.springs > model.MaxCount {
		return nil, fmt.Errorf("mesh: fill %s: a pitch of %.4g m gives %d springs; a model holds at most %d: "+
			"choose a larger pitch", f.surface.Name, pitch, out.springs, model.MaxCount)
	}
	return out, nil
}

// checkPitch refuses what cannot end well before memory is taken: too many
// masses, or a box of more points than is reasonable for a thin shape.
func (f *filler) checkPitch(pitch float64, lo, hi model.Vec3) error {
	const maxPoints = 1 << 34 // a bit each: 2 GiB
	cube := pitch * pitch * pitch
	masses, points := f.estimate.volume/cube, 1.0
	for axis := range 3 {
		points *= 1 + (hi[axis]-lo[axis])/pitch
	}
	if masses*f.estimate.perMass > 1.1*model.MaxCount || points > maxPoints {
		return fmt.Errorf("mesh: fill %s: a pitch of %.4g m means about %.3g masses in %.3g lattice points; "+
			"at most %d springs and %d points are possible: choose a larger pitch or fewer springs",
			f.surface.Name, pitch, masses, points, model.MaxCount, int64(maxPoints))
	}
	return nil
}
