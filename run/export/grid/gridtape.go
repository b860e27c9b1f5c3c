package grid

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"

	"hooke/files/hdf"
	"hooke/files/safefile"
	"hooke/mesh/format/vtk"
	"hooke/run/export"
)

// gridTape is a growing file of one grid over time. An index grows with it: the lengths of
// the chunks of constant arrays, and for each frame its step, the bits of its time and the
// lengths of its chunks. The completed file ends with the index, so that a run that resumes
// can continue with it.
type gridTape struct {
	data, index *safefile.Part
	zlib        bool
	grid        *vtk.Grid // of some frame; nil: nothing has begun
	arrays      []tapeArray
	end         int64   // where the next chunk goes
	words       []int64 // the index; read when a tape is continued
	frames      []tapeFrame
}

type tapeFrame struct {
	step int64
	time float64
}

// tapeArray is an array of the file, and where it belongs.
type tapeArray struct {
	hdf.Array
	folder string // PointData, CellData, or empty: the grid itself
	once   bool
	rows   safefile.Rows // of the frame that is being written
}

// noSuperblock is the beginning of a file that grows.
var noSuperblock = make([]byte, hdf.SuperblockBytes)

// createTape begins a file, or continues one from at (nil: begin).
func createTape(path string, zlib bool, at *export.SeriesProgress) (t *gridTape, err error) {
	t = &gridTape{zlib: zlib}
	if at == nil {
		if t.data, err = safefile.CreatePart(path); err != nil {
			return nil, err
		}
		if t.index, err = safefile.CreatePart(export.IndexOf(path)); err == nil {
			t.index.For(path)
			t.end = int64(len(noSuperblock))
			_, err = t.data.Write(noSuperblock)
		}
	} else {
		err = t.resume(path, at)
	}
	if err != nil {
		t.discard()
		return nil, err
	}
	return t, nil
}

// resume continues a tape.
func (t *gridTape) resume(path string, at *export.SeriesProgress) (err error) {
	if len(at.Parts) != 2 || at.Parts[1].Bytes%8 != 0 {
		return fmt.Errorf("%s %w: it grows in two parts, not in %d", path, safefile.ErrGone, len(at.Parts))
	}
	if err := unsealed(path); err != nil {
		return err
	}
	earlier := func() (io.ReadCloser, error) {
		file, err := safefile.Open(path)
		if err != nil {
			return nil, err
		}
		return struct {
			io.Reader
			io.Closer
		}{io.MultiReader(bytes.NewReader(noSuperblock), io.NewSectionReader(file, int64(len(noSuperblock)), math.MaxInt64-int64(len(noSuperblock)))), file}, nil
	}
	if t.data, err = safefile.ResumePart(path, at.Parts[0], earlier); err != nil {
		return err
	}
	if t.index, err = safefile.ResumePart(export.IndexOf(path), at.Parts[1], func() (io.ReadCloser, error) { return completedIndex(path) }); err != nil {
		return err
	}
	t.index.For(path)
	t.end = at.Parts[0].Bytes
	raw, err := io.ReadAll(t.index.Section(at.Parts[1].Bytes))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for ; len(raw) >= 8; raw = raw[8:] {
		t.words = append(t.words, int64(binary.LittleEndian.Uint64(raw)))
	}
	t.frames = make([]tapeFrame, at.Frames)
	return nil
}

// add adds a frame.
func (t *gridTape) add(f *export.Frame, g *vtk.Grid) error {
	if t.grid == nil {
		if err := t.begin(g); err != nil {
			return err
		}
	}
	own := t.arraysOf(g)
	row := []int64{f.Step, int64(math.Float64bits(f.Time))}
	for i := range t.arrays {
		if t.arrays[i].rows = own[i].rows; t.arrays[i].once {
			continue
		}
		lengths, err := t.put(&t.arrays[i])
		if err != nil {
			return err
		}
		row = append(row, lengths...)
	}
	if err := t.note(row); err != nil {
		return err
	}
	t.frames = append(t.frames, tapeFrame{f.Step, f.Time})
	if err := t.data.Flush(); err != nil {
		return err
	}
	return t.index.Flush()
}

// begin makes the arrays of a tape: it writes constant arrays, or finds all arrays in the
// index.
func (t *gridTape) begin(g *vtk.Grid) error {
	t.grid, t.arrays = g, t.arraysOf(g)
	if t.words != nil {
		return t.replay()
	}
	for i := range t.arrays {
		if !t.arrays[i].once {
			continue
		}
		lengths, err := t.put(&t.arrays[i])
		if err == nil {
			err = t.note(lengths)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// put writes a piece of an array and returns the lengths of its chunks.
func (t *gridTape) put(a *tapeArray) ([]int64, error) {
	lengths, err := a.Write(t.data, a.rows)
	if err == nil {
		t.place(a, lengths)
	}
	return lengths, err
}

// place counts the chunks of a piece, which are at the end of the file.
func (t *gridTape) place(a *tapeArray, lengths []int64) {
	for _, bytes := range lengths {
		a.Chunks = append(a.Chunks, hdf.Chunk{Address: t.end, Bytes: bytes})
		t.end += bytes
	}
}

// note adds numbers to the index.
func (t *gridTape) note(words []int64) error {
	var raw []byte
	for _, word := range words {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(word))
	}
	t.words = append(t.words, words...)
	_, err := t.index.Write(raw)
	return err
}

// replay finds in the index where the chunks of all arrays are.
func (t *gridTape) replay() error {
	words, want := t.words, t.end
	t.end = int64(len(noSuperblock))
	take := func(count int) (out []int64) {
		count = min(count, len(words))
		out, words = words[:count], words[count:]
		return out
	}
	for i := range t.arrays {
		if a := &t.arrays[i]; a.once {
			t.place(a, take(a.ChunksOfPiece()))
		}
	}
	for k := range t.frames {
		if moment := take(2); len(moment) == 2 {
			t.frames[k] = tapeFrame{moment[0], math.Float64frombits(uint64(moment[1]))}
		}
		for i := range t.arrays {
			if a := &t.arrays[i]; !a.once {
				t.place(a, take(a.ChunksOfPiece()))
			}
		}
	}
	if len(words) != 0 || t.end != want {
		return fmt.Errorf("%s %w: it has %d bytes where its frames of this structure have %d", t.data.Path(), safefile.ErrGone, want, t.end)
	}
	return nil
}

// indexSection returns the index at the end of a completed file.
func indexSection(file *os.File) (io.Reader, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	var last [8]byte
	if _, err := file.ReadAt(last[:], info.Size()-8); err != nil {
		return nil, errNoIndex
	}
	count := int64(binary.LittleEndian.Uint64(last[:]))
	if count < 1 || count > info.Size()/8 {
		return nil, errNoIndex
	}
	return io.NewSectionReader(file, info.Size()-8*count, 8*(count-1)), nil
}
