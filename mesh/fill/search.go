package fill

import (
	"fmt"
	"math"

	"hooke/machine/memory"
	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/model"
)

// filler fills one surface at one pitch after the other.
type filler struct {
	surface  *mesh.Surface
	winding  *mesh.Winding
	stencil  []build.Offset
	estimate fillEstimate
}

// filled is the result of one pitch: the points that hold a mass.
type filled struct {
	*voxels
	springs int64
	apart   []apart // masses that were left out
}

// Limits of the search for a spring count: the estimate is usually within 1 % at once.
const (
	fillTolerance = 0.015 // relative error that ends the search at once
	fillOff       = 0.1   // relative error that is accepted after fillTrials lattices
	fillTrials    = 6
	fillMost      = 24 // greatest number of lattices

	// Boxes along the axes gain whole layers at a time, so that no pitch may give
	// a number within fillOff. Where pitches that differ by a part of fillStep give
	// too many and too few, the nearer one is taken up to fillJump off: a plate
	// jumps from 4 to 17 springs a column when it gets its second layer.
	fillStep = 1e-3
	fillJump = 0.75
)

// toward searches the pitch that gives the wanted number of springs and returns
// the nearest it found, or an error where that is far from the wanted number.
func (f *filler) toward(springs int64) (best *filled, trials int, err error) {
	fine, coarse := 0.0, math.Inf(1) // the pitches nearest to each other with too many and too few springs
	off := func(found *filled) float64 { return math.Abs(float64(found.springs)/float64(springs) - 1) }
	pitch := f.estimate.first(float64(springs))
	for trials = 1; trials <= fillMost; trials++ {
		next, err := f.at(pitch)
		if err != nil {
			return nil, trials, err
		}
		if next.springs > 0 && (best == nil || off(next) < off(best)) {
			best = next
		}
		if best != nil && (off(best) <= fillTolerance || trials >= fillTrials && off(best) <= fillOff) {
			return best, trials, nil
		}
		if next.springs > springs {
			fine = max(fine, pitch)
		} else {
			coarse = min(coarse, pitch)
		}
		if best != nil && coarse < fine*(1+fillStep) && off(best) <= fillJump {
			return best, trials, nil
		}
		// The number falls with the cube of the pitch, about. Finer lattices are
		// tried with care, as they cost eight times more at half the pitch.
		pitch *= max(0.5, math.Cbrt(float64(next.springs)/float64(springs)))
		if pitch <= fine || pitch >= coarse {
			pitch = math.Sqrt(fine * coarse)
		}
	}
	if best == nil {
		return nil, fillMost, f.noSprings(pitch)
	}
	return nil, fillMost, fmt.Errorf("mesh: fill %s: %d springs wanted, %d is the nearest of %d lattices (pitch %.4g m): "+
		"ask for about that number, or give a pitch instead", f.surface.Name, springs, best.springs, fillMost, best.pitch)
}

// at fills the surface at one pitch: it finds the points inside, keeps the largest part
// and counts its springs, which may be none.
func (f *filler) at(pitch float64) (*filled, error) {
	lo, hi := box(f.surface)
	if err := f.checkPitch(pitch, lo, hi); err != nil {
		return nil, err
	}
	if err := mesh.Fits(int64(f.estimate.volume/(pitch*pitch*pitch)), int64(max(0, f.estimate.springs(pitch)))); err != nil {
		return nil, fmt.Errorf("mesh: fill %s: %w", f.surface.Name, err)
	}
	v := newVoxels(lo, hi, pitch)
	if err := v.classify(f.surface, f.winding); err != nil {
		return nil, err
	}
	if masses := v.masses(); masses > model.MaxCount {
		return nil, fmt.Errorf("mesh: fill %s: a pitch of %.4g m gives %d masses; a model holds at most %d: "+
			"choose a larger pitch or fewer springs", f.surface.Name, pitch, masses, model.MaxCount)
	}
	apart := v.keepLargestPart(f.stencil)
	out := &filled{voxels: v, apart: apart, springs: v.springs(f.stencil)}
	if out.springs > model.MaxCount {
		return nil, fmt.Errorf("mesh: fill %s: a pitch of %.4g m gives %d springs; a model holds at most %d: "+
			"choose a larger pitch or fewer springs", f.surface.Name, pitch, out.springs, model.MaxCount)
	}
	return out, nil
}

func (f *filler) noSprings(pitch float64) error {
	lo, hi := box(f.surface)
	return fmt.Errorf("mesh: fill %s: a pitch of %.4g m leaves no springs in a volume of %.4g m³ "+
		"(box %.4g × %.4g × %.4g m); choose a smaller pitch or more springs",
		f.surface.Name, pitch, f.estimate.volume, hi[0]-lo[0], hi[1]-lo[1], hi[2]-lo[2])
}

// checkPitch refuses a pitch that would take too much memory or time, before it takes
// any: too many masses, or a box of more points than is reasonable for a thin shape.
func (f *filler) checkPitch(pitch float64, lo, hi model.Vec3) error {
	const (
		maxPoints = 1 << 31 // far from the surface, 64 points take one query: minutes in all
		maxBytes  = 1 << 30
	)
	masses := f.estimate.volume / (pitch * pitch * pitch)
	var n model.Vec3 // points along each axis; an integer may be too small for them
	for axis := range 3 {
		n[axis] = pointsAlong(hi[axis]-lo[axis], pitch, reachOf(lo, hi, pitch))
	}
	points := n[0] * n[1] * n[2]
	// The sum follows voxels and their shares, layerBuilder and blocks: rows in whole words,
	// twice, numbers of two layers, a byte a block.
	bytes := 2*8*math.Ceil(n[0]/64)*n[1]*n[2] + 8*(n[0]+2)*(n[1]+2) +
		math.Ceil(n[0]/blockSide)*math.Ceil(n[1]/blockSide)*math.Ceil(n[2]/blockSide)
	if masses*f.estimate.perMass > 1.1*model.MaxCount || points > maxPoints || bytes > maxBytes {
		return fmt.Errorf("mesh: fill %s: a pitch of %.4g m means about %.3g masses in %.3g lattice points (%.3g × %.3g × %.3g) "+
			"and %.3g GiB to find them; at most %d springs, %d points and %d GiB are possible: choose a larger pitch or fewer springs",
			f.surface.Name, pitch, masses, points, n[0], n[1], n[2], bytes/(1<<30), model.MaxCount, maxPoints, maxBytes>>30)
	}
	if err := memory.Ask(int64(bytes), "%.3g lattice points at a pitch of %.4g m", points, pitch); err != nil {
		return fmt.Errorf("mesh: fill %s: %w", f.surface.Name, err)
	}
	return nil
}
