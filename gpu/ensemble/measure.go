package ensemble

import (
	"fmt"
	"math"

	"hooke/control/metrics"
	"hooke/gpu/glx"
	"hooke/lab/ensemble"
	"hooke/model"
	"hooke/shaders"
)

// Metrics waits and writes the metrics of each member, up to its current state. It samples
// the current state into separate arrays, so that later metrics do not change.
func (e *Engine) Metrics(dst *metrics.Table) error {
	columns, err := ensemble.Columns(e.settled, e.options.Metrics)
	if err != nil {
		return err
	}
	dst.Columns, dst.Rows = columns, make([]metrics.Row, len(e.members))
	e.ctx.Barrier(glx.ByTransfer)
	for _, b := range e.blocks {
		b.sumAside.CopyFrom(b.sum)
		b.wordAside.CopyFrom(b.word)
		b.sample(e.ctx, 0, e.held, b.sumAside, b.wordAside)
	}
	e.ctx.Barrier(glx.ByTransfer)
	for _, b := range e.blocks {
		if err := e.rowsOf(b, dst.Rows); err != nil {
			return err
		}
	}
	if err := e.lone.Rows(dst.Rows); err != nil {
		return err
	}
	return e.fault()
}

// rowsOf writes the rows of the members of a block.
func (e *Engine) rowsOf(b *block, into []metrics.Row) error {
	read := &measured{block: b, words: make([]uint32, b.kind.layout.word.count*b.padded), sums: make([]float32, b.kind.layout.sum.count*b.padded)}
	glx.Download(b.wordAside, 0, read.words)
	glx.Download(b.sumAside, 0, read.sums)
	for first := 0; first < len(b.members); first += shaders.Pack {
		read.readSlips(first/shaders.Pack, e.held)
		for at := first; at < min(first+shaders.Pack, len(b.members)); at++ {
			i := b.members[at]
			r := &e.runs[i]
			state, err := r.statusOf(read.words)
			if err != nil {
				return err
			}
			plan, err := b.kind.table.plan.Beside(e.settled[e.members[i].Kind].Written(e.members[i].Values))
			if err != nil {
				return fmt.Errorf("ensemble: %w", err)
			}
			status, _ := metrics.ParseStatus(state.Ended)
			sums := read.sumsOf(r)
			into[i] = plan.RowAt(sums, status, max(sums.Step, state.Step))
		}
	}
	return nil
}

// measured is the data read from a block.
type measured struct {
	*block
	words []uint32
	sums  []float32
	slips [2][2][][4]float32 // of a pack: of each copy positions and velocities, whose last numbers hold Σ |v_t|
	held  int
}

// readSlips reads the states of a pack if the kind has contacts.
func (d *measured) readSlips(pack, held int) {
	d.held = held
	if len(d.kind.table.kind.Params.Contacts) == 0 {
		return
	}
	size := d.kind.table.kind.Model.MassCount() * shaders.Pack
	for copy := range d.kind.copies {
		for k, from := range []*glx.Buffer{d.position[copy], d.velocity[copy]} {
			if d.slips[copy][k] == nil {
				d.slips[copy][k] = make([][4]float32, size)
			}
			glx.Download(from, int64(pack*size), d.slips[copy][k])
		}
	}
}

// slip returns Σ |v_t| dt of a mass of a member [m].
func (d *measured) slip(r *run, mass uint32) float64 {
	copy := d.held
	if d.kind.copies == 2 && d.wordOf(d.words, "ENDED", 0, r.at) != 0 {
		copy = int(d.wordOf(d.words, "COPY", 0, r.at) & 1)
	}
	if d.slips[copy][0] == nil {
		return 0
	}
	at := int(mass)*shaders.Pack + r.at%shaders.Pack
	return (float64(d.slips[copy][0][at][3]) + float64(d.slips[copy][1][at][3])) * d.kind.table.kind.Params.DT
}

// sumsOf returns the sums of a member.
func (d *measured) sumsOf(r *run) *metrics.Sums {
	l := d.kind.layout
	one := func(name string, which int) float64 { return float64(d.sums[(l.sum.at[name]+which)*d.padded+r.at]) }
	two := func(name string, which int) float64 { return one(name, which) + one(name, which+1) }
	word := func(name string) int64 { return int64(d.wordOf(d.words, name, 0, r.at)) }
	s := &metrics.Sums{Samples: word("SAMPLES"), Steps: word("STEPS"), Groups: d.contacts(r)}
	if sampled := word("SAMPLED"); sampled > 0 {
		s.Step = r.begun + sampled - 1
		s.Time = r.timeAt(s.Step)
	}
	if s.Samples == 0 {
		return s
	}
	s.Since = r.timeAt(r.begun + word("BEGAN"))
	for axis := range 3 {
		near := float64(d.values.all[(l.value.at["NEAR"]+axis)*d.padded+r.at])
		s.Begin[axis], s.Center[axis] = near+two("BEGIN", 2*axis), near+two("CENTER", 2*axis)
	}
	s.Path, s.Height, s.Work, s.WorkPositive = two("PATH", 0), two("HEIGHT", 0), two("WORK", 0), two("POSITIVE", 0)
	s.Yaw = math.Atan2(two("YAW", 0), two("YAW", 2)) + 2*math.Pi*one("TURNS", 0)
	s.LeastHeight, s.Clearance, s.Strain, s.Length = one("LEAST", 0), one("CLEARANCE", 0), one("STRAIN", 0), one("LENGTH", 0)
	return s
}

// contacts returns the sums over the contacts of a member.
func (d *measured) contacts(r *run) []metrics.GroupSum {
	t := d.kind.table
	m := t.kind.Model
	out := make([]metrics.GroupSum, t.groups())
	for i := range m.MassCount() {
		if m.PinOf(i) != model.PinAll {
			out[0].Slip += d.slip(r, uint32(i))
		}
	}
	for g, name := range t.measured.Groups {
		group, _ := m.Group(name)
		for _, i := range group.Masses {
			if m.PinOf(int(i)) != model.PinAll {
				out[1+g].Slip += d.slip(r, i)
			}
		}
	}
	for g := range out {
		out[g].Steps = int64(d.wordOf(d.words, "TOUCHED", g, r.at))
	}
	return out
}
