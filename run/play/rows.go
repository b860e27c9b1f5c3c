package play

import (
	"encoding/binary"
	"io"
	"math"

	"hooke/engine/origin"
	"hooke/files/npy"
	"hooke/model"
)

// storedRows is an array of a file that is read frame by frame. The zero value has no rows.
type storedRows struct {
	at    int64 // where its numbers begin [bytes]
	shape []int
	wide  bool // float64, not float32

	row  []byte
	room []float64
}

// numbers reads those of frame k, valid until the next call.
func (r *storedRows) numbers(from io.ReaderAt, k int) ([]float64, error) {
	count, bytes := r.shape[1]*r.shape[2], 4
	if r.wide {
		bytes = 8
	}
	if r.row == nil {
		r.row, r.room = make([]byte, bytes*count), make([]float64, count)
	}
	if _, err := from.ReadAt(r.row, r.at+int64(k)*int64(len(r.row))); err != nil {
		return nil, err
	}
	for i := range r.room {
		if r.wide {
			r.room[i] = math.Float64frombits(binary.LittleEndian.Uint64(r.row[8*i:]))
		} else {
			r.room[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(r.row[4*i:])))
		}
	}
	return r.room, nil
}

// originName returns the array that has the origins of frames: in older files float32 positions
// are counted from origin. Those of the world need none, and keep float32 best from where the
// engine counted them.
func originName(wide bool) string {
	if wide {
		return "engine_origin"
	}
	return "origin"
}

// near returns a point near positions of the world, from which float32 holds them well [m].
func near(numbers []float64) model.Vec3 {
	lo, hi := model.Vec3{math.Inf(1), math.Inf(1), math.Inf(1)}, model.Vec3{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for i, x := range numbers {
		lo[i%3], hi[i%3] = min(lo[i%3], x), max(hi[i%3], x)
	}
	return origin.Of(lo, hi)
}

// putPlaces puts vectors into a frame, in the world counted from an origin.
func putPlaces(into [][3]float32, numbers []float64, world bool, from model.Vec3) {
	for i := range into {
		for axis := range 3 {
			x := numbers[3*i+axis]
			if world {
				x -= from[axis]
			}
			into[i][axis] = float32(x)
		}
	}
}

// numbers are those of an array in memory, of float32 or float64. The zero value is empty.
type numbers struct {
	narrow []float32
	wide   []float64 // instead of narrow
}

// numbersOf returns the numbers of an array; false: it has others.
func numbersOf(a npy.Array) (n numbers, ok bool) {
	if n.wide, ok = a.Data.([]float64); !ok {
		n.narrow, ok = a.Data.([]float32)
	}
	return n, ok
}

// of returns the numbers from first to last, in the array room if that is long enough.
func (n numbers) of(first, last int, room []float64) []float64 {
	if n.wide != nil {
		return n.wide[first:last]
	}
	room = room[:0]
	for _, x := range n.narrow[first:last] {
		room = append(room, float64(x))
	}
	return room
}

// there reports whether there are numbers.
func (n numbers) there() bool { return n.narrow != nil || n.wide != nil }
