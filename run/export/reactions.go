package export

import (
	"io"
	"strconv"
	"strings"

	"hooke/model"
	"hooke/physics/measure"
)

// Reactions is a table over time of the forces on contacts, pins and guides, see package
// reaction. Numbers come from the state in all of the
// engine's precision where frames have it, and are evaluated in float64.
type Reactions struct {
	growing
	model  *model.Model
	law    *measure.ReactionLaw
	values []float64
	row    []byte
}

// CreateReactions begins the table of the named reactions, or continues one from at (nil:
// begin).
func CreateReactions(path string, m *model.Model, params model.Params, pins []measure.Pin, names []string, at *SeriesProgress) (*Reactions, error) {
	law, err := measure.NewReactions(m, params, pins, names)
	if err != nil {
		return nil, err
	}
	g, err := grow(path, at)
	if err != nil {
		return nil, err
	}
	r := &Reactions{growing: g, model: m, law: law}
	if at != nil {
		return r, nil // the header is in the file
	}
	if _, err := io.WriteString(g.file, "step,time_s,"+strings.Join(law.Columns(), ",")+"\n"); err != nil {
		g.Discard()
		return nil, err
	}
	return r, nil
}

// Frame adds a row.
func (r *Reactions) Frame(f *Frame) error {
	if err := f.Check(r.model); err != nil {
		return err
	}
	state := f.Full
	if state == nil {
		state = f.State()
	}
	if f.InUse != nil {
		r.law.Use(*f.InUse)
	}
	r.values = r.law.At(state, f.RestScale, r.values[:0])
	r.row = appendValues(strconv.AppendInt(r.row[:0], f.Step, 10), f.Time)
	r.row = append(appendValues(r.row, r.values...), '\n')
	if _, err := r.file.Write(r.row); err != nil {
		return err
	}
	r.frames++
	return r.file.Flush()
}
