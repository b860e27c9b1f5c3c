package page

import (
	"errors"
	"fmt"
)

// rowBytes is about the size of the rows of a block before it is packed.
const rowBytes = 1 << 20

// errTooLarge says that a film does not fit.
var errTooLarge = errors.New("page: the film is larger than allowed")

// tablesOf returns the tables of a thing that have a row for each frame.
func (m *film) tablesOf(t *thing) (tables []*table) {
	tables = append(tables, &table{name: "x", columns: 3 * t.points(), width: 2})
	if n := len(t.spring); n > 0 {
		tables = append(tables, &table{name: "s", columns: n, width: 1})
	}
	if len(t.triangles) > 0 && t.paint != nil {
		tables = append(tables, &table{name: "p", columns: t.points(), width: 1})
	}
	if t.tears != nil {
		tables = append(tables, &table{name: "cut", columns: t.cutColumns(), width: 1})
	}
	return tables
}

// pack packs all tables into blocks, in the order in which a page needs them: first the lists, then some frames of all
// things, then the next. With more than most bytes it ends with errTooLarge, and returns the number of frames
// that would fit, about.
func (m *film) pack(most int64) (fit int, err error) {
	m.blocks = m.blocks[:0]
	var size int64
	put := func(b block, err error) error {
		m.blocks = append(m.blocks, b)
		size += int64(len(b.text)) + blockFrame
		return err
	}
	raw := 0 // bytes of a row of all things
	m.tables = make([][]*table, len(m.things))
	for k, t := range m.things {
		for _, list := range []struct {
			name    string
			columns int
			rows    []uint32
		}{{"ends", 2, t.ends}, {"triangles", 3, t.triangles}, {"wires", 2, t.wires}, {"dots", 1, t.dots}} {
			if len(list.rows) == 0 {
				continue
			}
			if err := put((&table{name: list.name, columns: list.columns, width: 4}).pack(k, 0, list.rows)); err != nil {
				return 0, err
			}
		}
		m.tables[k] = m.tablesOf(t)
		for _, table := range m.tables[k] {
			raw += table.width * table.columns
		}
	}
	lists := size
	together := max(1, rowBytes/max(raw, 1))
	for first := 0; first < len(m.times); first += together {
		last := min(first+together, len(m.times))
		for k, t := range m.things {
			if err := m.packFrames(k, t, first, last, put); err != nil {
				return 0, err
			}
		}
		m.blocks[len(m.blocks)-1].Ready = last
		if size > most {
			return int(float64(most-lists) / float64(size-lists) * float64(last)), errTooLarge
		}
	}
	return len(m.times), nil
}

// packFrames packs the rows of some frames of a thing. Values that never change have one row.
func (m *film) packFrames(k int, t *thing, first, last int, put func(block, error) error) error {
	tables := m.tables[k]
	rows := make([][]uint32, len(tables))
	step := t.box.step()
	for n := first; n < last && (n == 0 || !t.still()); n++ {
		place, f, err := m.at(t, m.times[n])
		if err != nil {
			return fmt.Errorf("page: body %d: %w", k, err)
		}
		values := t.paint != nil && (n == 0 || !t.paint.still())
		if values {
			t.paint.update(f)
		}
		for i, table := range tables {
			switch {
			case table.name == "x":
				for axis := range 3 {
					for _, x := range place {
						rows[i] = append(rows[i], whole(x[axis], t.box.lo[axis], step[axis]))
					}
				}
			case table.name == "cut":
				rows[i] = t.cuts(rows[i], f)
			case table.name == "s" && values:
				for _, s := range t.spring {
					rows[i] = append(rows[i], m.entry(t.paint.value[s]))
				}
			case table.name == "p" && values:
				rows[i] = m.pointColors(rows[i], t)
			}
		}
	}
	for i, table := range tables {
		if len(rows[i]) == 0 {
			continue
		}
		if err := put(table.pack(k, first, rows[i])); err != nil {
			return err
		}
	}
	return nil
}

// pointColors appends the colors of the points of a surface.
func (m *film) pointColors(row []uint32, t *thing) []uint32 {
	for _, i := range t.mass {
		row = append(row, m.entry(t.paint.ofMass[i]))
	}
	for v := range t.skin.VertexCount() {
		row = append(row, m.entry(t.paint.vertex(v)))
	}
	return row
}

// whole returns a coordinate as a number of steps; that of no number is 0.
func whole(x, low, step float64) uint32 {
	n := (x - low) / step
	if !(n > 0) { // also where the box is flat
		return 0
	}
	return uint32(min(n+0.5, steps))
}

// fewestFrames is the number of frames below which what surfaces hide is left out instead.
const fewestFrames = 25

// fit packs as many frames as the size allows: first fewer frames, then less of them.
func (p *Page) fit() (*film, []float64, error) {
	times, err := timesOf(p.Bodies)
	if err != nil {
		return nil, nil, err
	}
	wanted := p.MaxFrames
	if wanted == 0 {
		wanted = DefaultFrames
	}
	wanted = min(wanted, len(times))
	m := &film{page: p}
	for count := wanted; ; {
		if len(m.things) == 0 {
			for k := range p.Bodies {
				m.things = append(m.things, newThing(&p.Bodies[k], p.Show, p.Color, m.bare))
			}
		}
		m.times = evenly(times, count)
		m.things = m.things[:len(p.Bodies)]
		if err := m.measure(); err != nil {
			return nil, nil, err
		}
		m.addSolids()
		_, notes := m.report(len(times))
		room, err := m.room(notes)
		if err != nil {
			return nil, nil, err
		}
		fit, err := m.pack(room)
		if !errors.Is(err, errTooLarge) {
			return m, times, err
		}
		fewer := min(int(0.95*float64(fit)), count-1) // frames that are further apart take more
		switch {
		case fewer < min(fewestFrames, wanted) && !m.bare && m.hides():
			m.bare, m.things, count = true, nil, wanted
		case count == 1:
			return nil, nil, p.tooLarge()
		default:
			count = max(fewer, 1)
		}
	}
}

// tooLarge is the error of a page that one state makes too large.
func (p *Page) tooLarge() error {
	return fmt.Errorf("page: one state takes more than the %d bytes that the file may have; allow more (--max-size)", p.MaxBytes)
}

// hides reports whether the surface of a thing hides parts of it that are drawn.
func (m *film) hides() bool {
	for _, t := range m.things {
		if t.inner {
			return true
		}
	}
	return false
}
