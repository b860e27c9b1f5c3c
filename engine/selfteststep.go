package engine

import (
	"fmt"
	"image"
	"math"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/gpu"
	"hooke/gpu/glx"
	"hooke/mesh/build"
	"hooke/model"
	"hooke/order/random"
	"hooke/physics"
	"hooke/viewer/draw"
	"hooke/viewer/draw/offscreen"
)

// The structure: a damped lattice that stands 1 mm deep in the ground. Its buffers are up
// to 0.8 MB long, so that drivers upload them as they do those of larger structures.
const (
	side    = 20   // masses along each edge
	spacing = 0.01 // [m]
	sunk    = 1e-3 // depth of the lowest layer in the ground [m]
	jitter  = 0.05 // largest displacement of a mass along an axis, and largest motion in one step, as shares of the spacing
)

// testStructure is the lattice with its engine on the device.
type testStructure struct {
	ctx    *glx.Context
	model  *model.Model
	params model.Params // of the reference
	start  *model.State
	engine *gpu.Engine
}

// layOut puts the lattice on the device, displaced and moving, in the pipeline that most
// runs take. On an error the structure can still be closed.
func (t selfTest) layOut() (*testStructure, error) {
	m, err := build.Lattice(build.LatticeSpec{Nx: side, Ny: side, Nz: side, Spacing: spacing, Mass: 1e-3, Stiffness: 500, DampingRatio: 0.05, Bottom: -sunk})
	if err != nil {
		return nil, err
	}
	p := model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{model.Ground(0, 1000, 0.1).WithFriction(0.8, 0.6)}}
	p.DT = physics.AutoStep(m, p)
	s := &testStructure{ctx: t.ctx, model: m, params: p, start: displaced(m, p.DT)}
	if s.engine, err = gpu.New(t.ctx, m, p, gpu.Options{Pipeline: gpu.Fused, Drawing: true, Shaders: t.files}); err != nil {
		return s, err
	}
	return s, s.engine.Reset(s.start)
}

// displaced returns the lattice with its masses moved at random, and moving. All numbers are
// those of float32, so that the device and the reference start from the same state.
func displaced(m *model.Model, dt float64) *model.State {
	s := m.Start()
	any := random.Stream(1)
	for i := range s.Position {
		for axis := range 3 {
			s.Position[i][axis] = float64(float32(s.Position[i][axis] + jitter*spacing*any.Signed()))
			s.Velocity[i][axis] = float64(float32(jitter * spacing / dt * any.Signed()))
		}
	}
	return s
}

// tolerance returns the largest error of a mass after one step. Both engines start from the same
// float32 numbers. The new position is rounded once more, to half an ulp of the largest
// coordinate, and four ulps allow for a sum in another order. Lengths of springs are off
// by about 2⁻²³ of themselves, and stiffness and masses make of an error of a length, at half
// of the safe step, at most about half as much in the velocity times the step: 2⁻²⁰ of the
// spacing is eight times that. It is 60 µm/s; gravity alone changes velocities by 1.5 mm/s.
func (s *testStructure) tolerance() check.Tolerance {
	largest := 0.0
	for _, x := range s.start.Position {
		largest = max(largest, math.Abs(x[0]), math.Abs(x[1]), math.Abs(x[2]))
	}
	return check.Tolerance{Position: 4 * largest * 0x1p-23, Velocity: spacing * 0x1p-20 / s.params.DT}
}

// step takes one step on the device and in the float64 reference, and compares the states.
func (s *testStructure) step() (numbers string, err error) {
	reference, err := cpuref.New(s.model, s.params)
	if err != nil {
		return "", err
	}
	defer reference.Close()
	if err := reference.Reset(s.start); err != nil {
		return "", err
	}
	if err := reference.Step(1); err != nil {
		return "", err
	}
	var got model.Snapshot
	if err := s.engine.Step(1); err != nil {
		return "", err
	}
	if err := s.engine.Read(&got); err != nil {
		return "", err
	}
	d := check.Compare(s.model, reference.State(), got, s.tolerance())
	switch {
	case d.Problem != "":
		return "", fmt.Errorf("the states cannot be compared: %s", d.Problem)
	case d.NonFinite > 0:
		return "", fmt.Errorf("%d of %d masses have numbers that are not finite", d.NonFinite, d.Masses)
	}
	numbers = fmt.Sprintf("%d masses and %d springs on a ground against the reference: positions differ by %.2g m at most (allowed %.2g), velocities by %.2g m/s (allowed %.2g)",
		d.Masses, s.model.SpringCount(), d.Position.Max, d.Position.Tolerance, d.Velocity.Max, d.Velocity.Tolerance)
	if !d.OK {
		worst := d.Velocity
		if d.Position.Max > d.Position.Tolerance {
			worst = d.Position
		}
		return "", fmt.Errorf("%s; the worst is mass %d: reference %.6g, device %.6g", numbers, worst.Worst, worst.Reference, worst.Got)
	}
	return numbers, nil
}

// The picture, and which share of its middle must show the structure.
const (
	pictureSide = 160 // [pixels]
	seenShare   = 0.5 // of the middle third of both sides
	colorChange = 30  // least difference to the background, summed over red, green and blue (0 to 255 each)
)

// draw draws the structure without ground and text, as view does, and looks at the middle.
func (s *testStructure) draw() (numbers string, err error) {
	picture, _, err := offscreen.Run(s.ctx, s.engine, draw.Subject{Model: s.model, Params: s.params, Start: s.start},
		offscreen.Options{Width: pictureSide, Height: pictureSide, Samples: 1, Look: draw.Look{NoText: true, NoGrid: true}})
	if err != nil {
		return "", err
	}
	return judgePicture(picture)
}

// judgePicture returns an error where the middle of a picture is background. The background has
// one color a row, which is that of the row's first pixel.
func judgePicture(picture *image.RGBA) (numbers string, err error) {
	size := picture.Bounds().Size()
	seen, all := 0, 0
	for y := size.Y / 3; y < 2*size.Y/3; y++ {
		behind := picture.RGBAAt(0, y)
		for x := size.X / 3; x < 2*size.X/3; x++ {
			at := picture.RGBAAt(x, y)
			if apart(at.R, behind.R)+apart(at.G, behind.G)+apart(at.B, behind.B) >= colorChange {
				seen++
			}
			all++
		}
	}
	share := float64(seen) / float64(all)
	numbers = fmt.Sprintf("the structure covers %.0f %% of the middle of %d × %d pixels", 100*share, size.X, size.Y)
	if share < seenShare {
		return "", fmt.Errorf("%s, at least %.0f %% are expected: the rest is background", numbers, 100*seenShare)
	}
	return numbers, nil
}

func apart(a, b uint8) int { return max(int(a), int(b)) - min(int(a), int(b)) }

// close releases the objects of the structure on the device. It does nothing for a nil structure.
func (s *testStructure) close() {
	if s != nil && s.engine != nil {
		s.engine.Close()
	}
}
