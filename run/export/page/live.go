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

// NewLive writes a page of the first state of each body. Positions are shown within lo and hi [m]: beyond them they stand at
// the side of that box. The colors have the range of the page, or that of the first state.
func NewLive(w io.Writer, p *Page, lo, hi model.Vec3) (*Live, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	own := *p
	own.Bodies = append([]Body(nil), p.Bodies...)
	m := &film{page: &own, times: []float64{own.Bodies[0].States.Time(0)}}
	for k := range own.Bodies {
		m.things = append(m.things, newThing(&own.Bodies[k], p.Show, p.Color, false))
	}
	if err := m.measure(); err != nil {
		return nil, err
	}
	for _, t := range m.things {
		t.box = box{lo.Add(t.body.Move), hi.Add(t.body.Move)}
		if len(t.sides) > 0 && t.body.Model.Tearing() {
			t.tears = &model.Tears{}
		}
	}
	m.addSolids()
	if _, err := m.pack(1 << 62); err != nil {
		return nil, err
	}
	if _, err := m.write(w, nil); err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	return &Live{m}, nil
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

// Frame returns the next state of each body as JSON, about as long as the states of a page are. Every
// frame must reach the page, since it holds the differences to the one before.
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
		if err := m.packFrames(k, t, n, n+1, func(b block, err error) error {
			out.Blocks = append(out.Blocks, pushedBlock{b, string(b.text)})
			return err
		}); err != nil {
			return nil, err
		}
	}
	return json.Marshal(out)
}
