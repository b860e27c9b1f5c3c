package play

import (
	"archive/zip"
	"fmt"
	"slices"

	"hooke/files/npy"
	"hooke/model"
)

// turned says where orientations and spins of segments of rods are in a file; the zero value: it has
// none.
type turned struct {
	orientation, spin storedRows
	spins             bool
	segments          int
}

// openTurned finds the arrays of segments of rods, if the file has them.
func (t *Tape) openTurned(entries map[string]*zip.File, frames int, size int64) (r turned, err error) {
	if entries["orientation"] == nil {
		return r, nil
	}
	if r.orientation, err = t.rows(entries["orientation"], size, 4); err != nil {
		return r, fmt.Errorf("array \"orientation\" %w", err)
	}
	shape := r.orientation.shape
	if shape[0] != frames || int64(shape[1]) > size/16 {
		return r, fmt.Errorf("array \"orientation\" has %d frames of %d segments, and positions have %d frames", shape[0], shape[1], frames)
	}
	r.segments, r.spins = shape[1], entries["angular_velocity"] != nil
	if r.spins {
		if r.spin, err = t.rows(entries["angular_velocity"], size, 3); err != nil {
			return r, fmt.Errorf("array \"angular_velocity\" %w", err)
		}
		if second := r.spin.shape; second[0] != shape[0] || second[1] != shape[1] {
			return r, fmt.Errorf("angular_velocity has the shape %v and orientation %v", second, shape)
		}
	}
	return r, nil
}

// read reads those of frame k. A frame whose first orientation is zero lacks them.
func (r *turned) read(t *Tape, k int, f *model.Snapshot) error {
	if r.segments == 0 {
		f.Orientation, f.AngularVelocity = f.Orientation[:0], f.AngularVelocity[:0]
		return nil
	}
	turns, err := r.orientation.numbers(t.file, k)
	if err != nil || !r.spins {
		putTurned(f, turns, nil)
		return err
	}
	spins, err := r.spin.numbers(t.file, k)
	if err == nil {
		putTurned(f, turns, spins)
	}
	return err
}

// putTurned puts orientations, of four numbers each, and spins into a frame; nil: these are zero. Where an
// orientation lacks the length 1, as in a frame without any, or a spin is no number, it sets none.
func putTurned(f *model.Snapshot, turns, spins []float64) {
	f.Orientation, f.AngularVelocity = f.Orientation[:0], f.AngularVelocity[:0]
	for k := range len(turns) / 4 {
		q, w := [4]float32{float32(turns[4*k]), float32(turns[4*k+1]), float32(turns[4*k+2]), float32(turns[4*k+3])}, [3]float32{}
		if spins != nil {
			w = [3]float32{float32(spins[3*k]), float32(spins[3*k+1]), float32(spins[3*k+2])}
		}
		if length := q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3]; !(length > 0.99 && length < 1.01) || !finite(w) {
			f.Orientation, f.AngularVelocity = f.Orientation[:0], f.AngularVelocity[:0]
			return
		}
		f.Orientation, f.AngularVelocity = append(f.Orientation, q), append(f.AngularVelocity, w)
	}
}

// turnsOf returns a function that sets the orientations and spins of a frame's segments of
// rods from arrays of all frames; without such arrays it does nothing.
func turnsOf(arrays map[string]npy.Array, frames int) (put func(f *model.Snapshot, k int), err error) {
	turns, there := numbersOf(arrays["orientation"])
	if !there {
		return func(*model.Snapshot, int) {}, nil
	}
	spins, _ := numbersOf(arrays["angular_velocity"])
	shape := arrays["orientation"].Shape
	if len(shape) != 3 || shape[0] != frames || shape[2] != 4 || spins.there() && !slices.Equal(arrays["angular_velocity"].Shape, []int{frames, shape[1], 3}) {
		return nil, fmt.Errorf("orientation and angular_velocity have the shapes %v and %v, of %d frames", shape, arrays["angular_velocity"].Shape, frames)
	}
	n := shape[1]
	return func(f *model.Snapshot, k int) {
		own := turns.of(4*k*n, 4*(k+1)*n, nil)
		if !spins.there() {
			putTurned(f, own, nil)
			return
		}
		putTurned(f, own, spins.of(3*k*n, 3*(k+1)*n, nil))
	}, nil
}
