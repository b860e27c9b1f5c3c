package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"hooke/model"
	"hooke/run/export"
)

// Live follows a run in a page that is open, as in a notebook: the page shows the first state, and its function
// hooke.push takes what Frame returns.
type Live struct{ film *film }

// NewLive writes a page of the first state of each body. The camera begins at that state and follows the
// first body. Positions are shown within lo and hi [m]: beyond them they stand at the side of that box. The colors have the range of the page, or that of the first state. Where the page takes more bytes than
// it may have, it shows the surface alone.
func NewLive(w io.Writer, p *Page, lo, hi model.Vec3) (*Live, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	own := *p
	own.Bodies = append([]Body(nil), p.Bodies...)
	m, err := own.first(false, lo, hi)
	if errors.Is(err, errTooLarge) && m.hides() {
		m, err = own.first(true, lo, hi)
	}
	if errors.Is(err, errTooLarge) {
		err = own.tooLarge()
	}
	if err != nil {
		return nil, err
	}
	if _, err := m.write(w, m.shown(0, 0).Left()); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return &Live{m}, nil
}

// first packs the first states, with or without the springs that surfaces hide. The film is there where they are too large, too.
func (p *Page) first(bare bool, lo, hi model.Vec3) (*film, error) {
	m := &film{page: p, times: []float64{p.Bodies[0].States.Time(0)}, bare: bare}
	for k := range p.Bodies {
		m.things = append(m.things, newThing(&p.Bodies[k], p.Show, p.Color, bare))
	}
	if err := m.measure(); err != nil {
		return m, err
	}
	for _, t := range m.things {
		first := t.box
		t.sight = &first
		t.box = box{lo.Add(t.body.Move), hi.Add(t.body.Move)}
		if len(t.sides) > 0 && t.body.Model.Tearing() {
			t.tears = &model.Tears{}
		}
	}
	m.addSolids()
	room, err := m.room(m.shown(0, 0).Left())
	if err == nil {
		_, err = m.pack(room)
	}
	return m, err
}

// pushed is a frame for a page.
type pushed struct {
	Time   float64       `json:"time"` // [s]
	Blocks []pushedBlock `json:"blocks"`
}

// pushedBlock is a block with its text.
type pushedBlock struct {
	block
	Text string `json:"text"`
}

// Frame returns the next state of each body as JSON. It stands alone, so that a page shows it where frames before it were lost,
// and takes up to twice as much as a state of a page, which holds differences to the one before.
func (l *Live) Frame(states ...*export.Frame) ([]byte, error) {
	m := l.film
	if len(states) != len(m.page.Bodies) {
		return nil, fmt.Errorf("page: %d states of %d bodies", len(states), len(m.page.Bodies))
	}
	n := len(m.times)
	out := pushed{Time: states[0].Time}
	if !(out.Time >= m.times[n-1]) {
		return nil, errors.New("page: a frame is before the last one")
	}
	for k, f := range states {
		m.page.Bodies[k].States = Memory{*f}
	}
	m.times = append(m.times, out.Time)
	for k, t := range m.things {
		for _, table := range m.tables[k] {
			table.before = nil
		}
		if err := m.packFrames(k, t, n, n+1, func(b block, err error) error {
			out.Blocks = append(out.Blocks, pushedBlock{b, string(b.text)})
			return err
		}); err != nil {
			return nil, err
		}
	}
	return json.Marshal(out)
}
