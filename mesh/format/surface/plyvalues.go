package surface

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"hooke/mesh/scan"
)

// plyValues hands out the numbers of a PLY file's rows, one after the other.
type plyValues interface {
	begin() error                                   // begins a row
	integer(kind plyKind) (int64, error)            // reads a list's length or an index
	coordinate(kind plyKind) (float64, error)       // reads a finite number
	skip(kind plyKind, count int64) error           // skips numbers that have no meaning here
	skipRows(e *plyElement) (whole bool, err error) // skips all rows of an element at once; whole is false where the caller must walk them
	end() error                                     // ends the file
	fault(err error) error                          // returns err with its position in the file
}

// plyText reads rows of text, one a line.
type plyText struct {
	words *scan.Words
	row   int // line of the row; 0 before the first word of the row
}

func (p *plyText) begin() error {
	p.row = 0
	return nil
}

// word returns the next word of the row.
func (p *plyText) word() ([]byte, error) {
	word, err := p.words.Next()
	switch {
	case err == io.EOF:
		return nil, scan.ErrEnds
	case err != nil:
		return nil, err
	case p.row == 0 && !p.words.Head:
		p.row = p.words.Line
		return nil, fmt.Errorf("%s behind the last property; write one row a line", scan.Quoted(word))
	case p.row != 0 && p.words.Head:
		return nil, errors.New("fewer numbers than properties; write one row a line")
	}
	p.row = p.words.Line
	return word, nil
}

func (p *plyText) integer(plyKind) (int64, error) {
	word, err := p.word()
	if err != nil {
		return 0, err
	}
	value, rest, ok := scan.ParseInt(word)
	if !ok || len(rest) > 0 {
		return 0, fmt.Errorf("%s is not a whole number", scan.Quoted(word))
	}
	return value, nil
}

func (p *plyText) coordinate(plyKind) (float64, error) {
	word, err := p.word()
	if err != nil {
		return 0, err
	}
	return scan.ParseFloat(word)
}

func (p *plyText) skip(_ plyKind, count int64) error {
	for range count {
		if _, err := p.word(); err != nil {
			return err
		}
	}
	return nil
}

func (p *plyText) skipRows(*plyElement) (bool, error) { return false, nil }

func (p *plyText) end() error {
	p.row = 0
	switch word, err := p.words.Next(); {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	default:
		return fmt.Errorf("%s behind all that the header announces; correct its numbers of rows or remove the rest", scan.Quoted(word))
	}
}

func (p *plyText) fault(err error) error {
	line := p.row
	if line == 0 {
		line = p.words.Line
	}
	return fmt.Errorf("%s:%d: %w", p.words.In.Name, line, err)
}

// plyBinary reads binary rows.
type plyBinary struct {
	scan.Blocks
	order binary.ByteOrder
	at    int64    // offset of the last value
	notes []string // notes for the user
}

func (p *plyBinary) begin() error { return nil }

func (p *plyBinary) integer(kind plyKind) (int64, error) {
	p.at = p.Offset
	data, err := p.Next(kind.size())
	if err != nil {
		return 0, err
	}
	switch kind {
	case plyInt8:
		return int64(int8(data[0])), nil
	case plyUint8:
		return int64(data[0]), nil
	case plyInt16:
		return int64(int16(p.order.Uint16(data))), nil
	case plyUint16:
		return int64(p.order.Uint16(data)), nil
	case plyInt32:
		return int64(int32(p.order.Uint32(data))), nil
	default:
		return int64(p.order.Uint32(data)), nil
	}
}

func (p *plyBinary) coordinate(kind plyKind) (float64, error) {
	if kind.integer() {
		value, err := p.integer(kind)
		return float64(value), err
	}
	p.at = p.Offset
	data, err := p.Next(kind.size())
	if err != nil {
		return 0, err
	}
	var value float64
	if kind == plyFloat32 {
		value = float64(math.Float32frombits(p.order.Uint32(data)))
	} else {
		value = math.Float64frombits(p.order.Uint64(data))
	}
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return 0, fmt.Errorf("%v is not a finite number", value)
	}
	return value, nil
}

func (p *plyBinary) skip(kind plyKind, count int64) error {
	p.at = p.Offset
	return p.Blocks.Skip(count * int64(kind.size()))
}

func (p *plyBinary) skipRows(e *plyElement) (bool, error) {
	size, fixed := e.rowSize()
	if !fixed {
		return false, nil
	}
	p.at = p.Offset
	for rows := e.count; rows > 0; {
		some := min(rows, 1<<20) // small enough that the product does not overflow
		if err := p.Blocks.Skip(int64(some) * size); err != nil {
			return true, err
		}
		rows -= some
	}
	return true, nil
}

// PLYNoise is the number of bytes after the data from which on a file is refused. It is the
// size of a vertex or a triangle; fewer bytes get a note.
const PLYNoise = 12

func (p *plyBinary) end() error {
	p.at = p.Offset
	switch rest, err := p.Rest(PLYNoise); {
	case err != nil:
		return err
	case rest == PLYNoise:
		return errors.New("more data follows all that the header announces; correct its numbers of rows or cut the rest off")
	case rest > 0:
		p.notes = append(p.notes, fmt.Sprintf("%d bytes after the last row were passed over", rest))
	}
	return nil
}

func (p *plyBinary) fault(err error) error {
	if errors.Is(err, scan.ErrEnds) {
		return p.Blocks.Fault(p.Offset, err)
	}
	return p.Blocks.Fault(p.at, err)
}
