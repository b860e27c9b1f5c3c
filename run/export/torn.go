package export

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
	"hooke/model/inelastic"
)

// Shape holds the sizes of the frames of a trajectory.
type Shape struct {
	Masses   int
	Segments int  // of rods
	Tears    bool // springs can tear

	// Start holds springs at the start if any can yield, creep or weaken; nil otherwise.
	Start []inelastic.Change
}

// ShapeOf returns the sizes of frames of a model.
func ShapeOf(m *model.Model) Shape {
	return Shape{Masses: m.MassCount(), Segments: m.SegmentCount(), Tears: m.Tearing(), Start: startOf(m)}
}

// Names of the arrays of torn springs in a trajectory: the number of each, and the first frame in which it is torn.
const (
	TornSpring = "torn_spring"
	TornFrame  = "torn_frame"
)

// tears writes the torn springs of frames. A torn spring stays torn, so that each is one row of
// the file: its number as uint32 and its first frame as int64. A nil one writes nothing.
type tears struct {
	file   *safefile.Part
	torn   map[uint32]bool
	spring []uint32
	frame  []int64
}

// tearBytes is the size of a row of the file of tears.
const tearBytes = 4 + 8

// appendTear appends a row of that file.
func appendTear(row []byte, spring uint32, frame int64) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(row, spring), uint64(frame))
}

// add keeps a torn spring.
func (t *tears) add(spring uint32, frame int64) {
	t.spring, t.frame = append(t.spring, spring), append(t.frame, frame)
	t.torn[spring] = true
}

// put writes the springs that tore since the last frame.
func (t *tears) put(changes []inelastic.Change, frame int64) error {
	if t == nil {
		return nil
	}
	for s := range changes {
		if !changes[s].Torn() || t.torn[uint32(s)] {
			continue
		}
		if _, err := t.file.Write(appendTear(nil, uint32(s), frame)); err != nil {
			return err
		}
		t.add(uint32(s), frame)
	}
	return t.file.Flush()
}

// remember reads the springs that tore in the first frames.
func (t *tears) remember(mark safefile.Mark, frames int64) error {
	if mark.Bytes%tearBytes != 0 {
		return fmt.Errorf("%w: its torn springs take %d bytes, which are not rows of %d", safefile.ErrGone, mark.Bytes, tearBytes)
	}
	rows, err := io.ReadAll(t.file.Section(mark.Bytes))
	if err != nil {
		return err
	}
	for ; len(rows) >= tearBytes; rows = rows[tearBytes:] {
		spring, frame := binary.LittleEndian.Uint32(rows), int64(binary.LittleEndian.Uint64(rows[4:]))
		if frame < 0 || frame >= frames {
			return fmt.Errorf("%w: spring %d tears in frame %d of %d", safefile.ErrGone, spring, frame, frames)
		}
		t.add(spring, frame)
	}
	return nil
}

// arrays returns the torn springs of the first frames as arrays of the NPZ file.
func (t *tears) arrays(frames int64) []npy.Array {
	if t == nil {
		return nil
	}
	count, _ := slices.BinarySearch(t.frame, frames) // frames ascend
	return []npy.Array{npy.Numbers(TornSpring, t.spring[:count], count), npy.Numbers(TornFrame, t.frame[:count], count)}
}

// earlierTears reads the torn springs of the first frames of a completed NPZ file as rows of the file of tears.
func earlierTears(springs, frames io.Reader, count, before int64) ([]byte, error) {
	var rows []byte
	for range count {
		var spring uint32
		var frame int64
		if err := binary.Read(springs, binary.LittleEndian, &spring); err != nil {
			return nil, err
		}
		if err := binary.Read(frames, binary.LittleEndian, &frame); err != nil {
			return nil, err
		}
		if frame >= before {
			break
		}
		rows = appendTear(rows, spring, frame)
	}
	return rows, nil
}
