package export

import (
	"encoding/binary"
	"io"
	"math"

	"hooke/model"
)

// engineOrigin is the name of the array of a trajectory that says from where the engine
// counted positions.
const engineOrigin = "engine_origin"

// placesReader turns the positions of one frame after the other into those of another kind.
type placesReader struct {
	in     io.Reader
	masses int
	origin []model.Vec3 // of each frame [m]
	from   int          // bytes of a coordinate that comes in
	turn   func(to, coordinate []byte, origin float64) []byte

	mass int // the next one of the frame
	room []byte
	out  []byte // turned and not yet read
	rest []byte // scratch memory of out
}

// newWorldRows makes positions in the world, float64, of those from the engine's origin,
// float32.
func newWorldRows(in io.Reader, masses int, origin []model.Vec3) io.Reader {
	return &placesReader{in: in, masses: masses, origin: origin, from: 4, turn: func(to, coordinate []byte, origin float64) []byte {
		x := origin + float64(math.Float32frombits(binary.LittleEndian.Uint32(coordinate)))
		return binary.LittleEndian.AppendUint64(to, math.Float64bits(x))
	}}
}

// newEngineRows makes positions from the engine's origin, float32, of those in the world,
// float64.
func newEngineRows(in io.Reader, masses int, origin []model.Vec3) io.Reader {
	return &placesReader{in: in, masses: masses, origin: origin, from: 8, turn: func(to, coordinate []byte, origin float64) []byte {
		x := math.Float64frombits(binary.LittleEndian.Uint64(coordinate)) - origin
		return binary.LittleEndian.AppendUint32(to, math.Float32bits(float32(x)))
	}}
}

// placesAtOnce is how many masses are turned at once.
const placesAtOnce = 4096

// Read makes more bytes. The end of the last frame is the end.
func (r *placesReader) Read(to []byte) (int, error) {
	if len(r.out) == 0 {
		if err := r.more(); err != nil {
			return 0, err
		}
	}
	n := copy(to, r.out)
	r.out = r.out[n:]
	return n, nil
}

// more turns some masses of a frame.
func (r *placesReader) more() error {
	if len(r.origin) == 0 || r.masses == 0 {
		return io.EOF
	}
	count := min(placesAtOnce, r.masses-r.mass)
	if r.room == nil {
		r.room = make([]byte, 3*r.from*placesAtOnce)
	}
	raw := r.room[:3*r.from*count]
	if _, err := io.ReadFull(r.in, raw); err != nil {
		return err
	}
	r.rest = r.rest[:0]
	for k := range 3 * count {
		r.rest = r.turn(r.rest, raw[r.from*k:r.from*(k+1)], r.origin[0][k%3])
	}
	r.out = r.rest
	if r.mass += count; r.mass == r.masses {
		r.mass, r.origin = 0, r.origin[1:]
	}
	return nil
}
