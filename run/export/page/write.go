package page

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"hooke/viewer/draw/color"
	"hooke/viewer/draw/hud"
)

// Write writes a page. Where the states take more than the page may have, it shows fewer frames, and then
// the surface alone; the report and the page say so.
func Write(w io.Writer, p *Page) (Report, error) {
	if err := p.check(); err != nil {
		return Report{}, err
	}
	limited := *p
	p = &limited
	m, times, err := p.fit()
	if err != nil {
		return Report{}, err
	}
	out, notes := m.report(len(times))
	out.Bytes, err = m.write(w, notes)
	if err != nil {
		return out, fmt.Errorf("page: %w", err)
	}
	return out, nil
}

// report returns the report of a film of some of that many states, without its size, and the notes of the page.
func (m *film) report(states int) (out Report, notes []string) {
	out = *m.shown(len(m.times), states)
	for _, t := range m.things[:len(m.page.Bodies)] {
		for _, step := range t.box.step() {
			out.Error = max(out.Error, step/2)
		}
	}
	rounded := fmt.Sprintf("Coordinates are rounded by at most %s mm, and colors to one of %d.", out.Millimeters(), m.entries())
	return out, append(out.Left(), rounded)
}

// room returns the number of bytes that the blocks of a film may have: the page without them says how much it takes.
func (m *film) room(notes []string) (int64, error) {
	m.page.MaxBytes = cmp.Or(m.page.MaxBytes, DefaultBytes)
	m.blocks = nil
	text, _, err := m.html(notes)
	return m.page.MaxBytes - int64(len(text)), err
}

// check returns an error for bodies that cannot be shown.
func (p *Page) check() error {
	if len(p.Bodies) == 0 {
		return errors.New("page: no body to show")
	}
	if p.Color >= color.ByMetric {
		return fmt.Errorf("page: a page cannot be colored by %v", p.Color)
	}
	for k, b := range p.Bodies {
		switch {
		case b.Model.Pattern != nil:
			return fmt.Errorf("page: body %d: a structure without arrays of its springs cannot be shown; make a smaller one", k)
		case b.Model.MassCount() == 0 || b.States.Frames() == 0:
			return fmt.Errorf("page: body %d has %d masses and %d states: there is nothing to show", k, b.Model.MassCount(), b.States.Frames())
		}
	}
	return nil
}

// shown reports how many of that many states are shown, and what the page leaves out.
func (m *film) shown(frames, states int) *Report {
	out := &Report{Frames: frames, States: states}
	if frames < states {
		out.Fewer = fmt.Sprintf("%s of %s states are shown, evenly chosen.", hud.Grouped(frames), hud.Grouped(states))
	}
	if m.bare {
		out.Bare = fmt.Sprintf("Only the surface is shown: with the springs inside, the file would be larger than %s bytes.", hud.Grouped(int(m.page.MaxBytes)))
	}
	return out
}
