package export

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"hooke/files/npy"
	"hooke/files/safefile"
	"hooke/model"
	"hooke/model/inelastic"
)

// Names of the arrays of springs that yielded, crept or weakened in a trajectory, one row for each change of a spring
// from one frame to the next: its number, the frame that has the change, and from then on its rest length without
// actuators [m] and its damage.
const (
	ChangedSpring = "changed_spring"
	ChangedFrame  = "changed_frame"
	ChangedRest   = "changed_rest_length"
	ChangedDamage = "changed_damage"
)

// changed writes the rest lengths and the damage of springs that are not torn, in rows of a file in ascending order of
// frames and springs. A nil one writes nothing.
type changed struct {
	file *safefile.Part
	last []inelastic.Change // of all springs, as the rows so far have them
}

// change is a row of that file.
type change struct {
	Spring       uint32
	Frame        int64
	Rest, Damage float64
}

// changeBytes is the size of a row.
const changeBytes = 4 + 8 + 8 + 8

// startOf returns the changes of the springs of a model at the start, nil unless some can yield, creep or weaken.
func startOf(m *model.Model) []inelastic.Change {
	for i := range m.Materials {
		if of := &m.Materials[i].Inelastic; of.Flows() || of.Onset() < of.TearStrain {
			return m.Unchanged()
		}
	}
	return nil
}

func appendChange(to []byte, c change) []byte {
	to = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(to, c.Spring), uint64(c.Frame))
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(to, math.Float64bits(c.Rest)), math.Float64bits(c.Damage))
}

// put writes the springs that changed since the last frame.
func (t *changed) put(now []inelastic.Change, frame int64) error {
	if t == nil || len(now) == 0 {
		return nil
	}
	var rows []byte
	for s := range now {
		if c, last := &now[s], &t.last[s]; !c.Torn() && (c.RestLength != last.RestLength || c.Damage != last.Damage) {
			rows = appendChange(rows, change{uint32(s), frame, c.RestLength, c.Damage})
			*last = *c
		}
	}
	if _, err := t.file.Write(rows); err != nil {
		return err
	}
	return t.file.Flush()
}

// each reads the rows of the first frames in the first bytes of the file.
func (t *changed) each(bytes, frames int64, with func(change) error) error {
	in, row := bufio.NewReaderSize(t.file.Section(bytes), 1<<16), make([]byte, changeBytes)
	for {
		if _, err := io.ReadFull(in, row); err == io.EOF || err == io.ErrUnexpectedEOF {
			return nil
		} else if err != nil {
			return err
		}
		number := func(at int) uint64 { return binary.LittleEndian.Uint64(row[at:]) }
		c := change{binary.LittleEndian.Uint32(row), int64(number(4)), math.Float64frombits(number(12)), math.Float64frombits(number(20))}
		if c.Frame >= frames {
			return nil
		}
		if err := with(c); err != nil {
			return err
		}
	}
}

// remember reads how springs are after the first frames.
func (t *changed) remember(mark safefile.Mark, frames int64) error {
	count := int64(0)
	err := t.each(mark.Bytes, frames, func(c change) error {
		if int64(c.Spring) >= int64(len(t.last)) {
			return fmt.Errorf("%w: spring %d changes, of %d", safefile.ErrGone, c.Spring, len(t.last))
		}
		t.last[c.Spring].RestLength, t.last[c.Spring].Damage = c.Rest, c.Damage
		count++
		return nil
	})
	if err == nil && count*changeBytes != mark.Bytes {
		err = fmt.Errorf("%w: its changes of springs take %d bytes, not %d", safefile.ErrGone, mark.Bytes, count*changeBytes)
	}
	return err
}

// write writes the arrays of the first frames.
func (t *changed) write(frames int64, entry func(name string) (io.Writer, error)) error {
	if t == nil {
		return nil
	}
	count := 0
	if err := t.each(math.MaxInt64, frames, func(change) error { count++; return nil }); err != nil {
		return err
	}
	for _, column := range []struct {
		name, kind string
		append     func(to []byte, c change) []byte
	}{
		{ChangedSpring, "<u4", func(to []byte, c change) []byte { return binary.LittleEndian.AppendUint32(to, c.Spring) }},
		{ChangedFrame, "<i8", func(to []byte, c change) []byte { return binary.LittleEndian.AppendUint64(to, uint64(c.Frame)) }},
		{ChangedRest, "<f8", func(to []byte, c change) []byte {
			return binary.LittleEndian.AppendUint64(to, math.Float64bits(c.Rest))
		}},
		{ChangedDamage, "<f8", func(to []byte, c change) []byte {
			return binary.LittleEndian.AppendUint64(to, math.Float64bits(c.Damage))
		}},
	} {
		to, err := entry(column.name)
		if err != nil {
			return err
		}
		out := bufio.NewWriterSize(to, 1<<16)
		out.Write(npy.AppendHeader(nil, column.kind, []int{count})) // Flush reports its errors
		if err := t.each(math.MaxInt64, frames, func(c change) error {
			_, err := out.Write(column.append(out.AvailableBuffer(), c))
			return err
		}); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// firstChanges returns the changes of springs in the first frames as they were before the file was completed.
func firstChanges(archive *zip.Reader, frames int64) (io.Reader, error) {
	var columns [4]io.Reader
	count := int64(math.MaxInt64)
	for k, name := range []string{ChangedSpring, ChangedFrame, ChangedRest, ChangedDamage} {
		numbers, rows, err := storedArray(archive, name)
		if err != nil {
			return nil, err
		}
		columns[k], count = bufio.NewReader(numbers), min(count, rows)
	}
	var rows []byte
	for range count {
		var c change
		if err := errors.Join(binary.Read(columns[0], binary.LittleEndian, &c.Spring), binary.Read(columns[1], binary.LittleEndian, &c.Frame),
			binary.Read(columns[2], binary.LittleEndian, &c.Rest), binary.Read(columns[3], binary.LittleEndian, &c.Damage)); err != nil {
			return nil, err
		}
		if c.Frame >= frames {
			break
		}
		rows = appendChange(rows, c)
	}
	return bytes.NewReader(rows), nil
}
