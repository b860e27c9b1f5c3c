package impulses

import (
	"fmt"
	"math"

	"hooke/gpu/buffers"
	"hooke/gpu/colored"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/model"
	"hooke/order"
	"hooke/order/blocks"
	"hooke/shaders"
)

// byBlocks are sweeps that go block by block. The zero value is that of sweeps color by color.
type byBlocks struct {
	plan  *blocks.Plan // without its blocks, which are in the table
	count uint32       // of blocks in a phase
	at    []uint32     // where the records of each phase begin in the table
	table *glx.Buffer  // see sweep_blocks.comp
	swept *glx.Buffer  // the other copy of velocities and impulses
	group int          // invocations for a block
}

// kind is a kind of device: when blocks are fast there, and the largest group for one.
type kind struct {
	blocks.Device
	group int
}

// An NVIDIA H200 has 132 processors. A dispatch with its barrier and a pass over the 8 k springs of a color took
// 7 µs there, in which it makes some 250 k visits where caches serve them. Software has few groups at work, begins a
// dispatch at once, and is slow where the invocations of a group wait for each other.
var (
	onCard     = kind{blocks.Device{Groups: 128, Dispatch: 250_000}, 512}
	inSoftware = kind{blocks.Device{Groups: 1, Dispatch: 2000}, 64}
)

// heldBytes is the shared memory of a mass of a block.
const heldBytes = 32

// phases is how many dispatches a sweep takes; 0: it goes color by color.
func (b *byBlocks) phases() int {
	if b.plan == nil {
		return 0
	}
	return len(b.plan.Phases)
}

func (b *byBlocks) release() {
	b.swept.Release()
	b.table.Release()
	*b = byBlocks{}
}

// SetBlocks sets whether sweeps forward and back go block by block from here on, before passes are made; see
// solver.Divided. Those that go forward alone go color by color.
func (s *Sweeps) SetBlocks(on, software bool) (words int64, err error) {
	made, device := byBlocks{}, onCard
	if software {
		device = inSoftware
	}
	if on {
		if made, words, err = s.newBlocks(device); err != nil {
			made.release()
			return 0, fmt.Errorf("gpu: the variant blocks: %w", err)
		}
	}
	s.blocks.release()
	s.rows.Release()
	s.blocks = made
	if s.rows, err = colored.NewRows(s.ctx, s.rowCount()); err != nil {
		return 0, err
	}
	if s.params.DT > 0 { // else they come with SetParams
		s.writeRows()
	}
	return words, nil
}

// newBlocks plans sweeps and puts the plan on the device.
func (s *Sweeps) newBlocks(on kind) (b byBlocks, words int64, err error) {
	on.Masses = min(int(s.ctx.Limits.SharedBytes)/heldBytes, 1<<15) // a visit has 15 bits for an end
	if b.plan, err = blocks.Of(s.model, &s.springs.Colors, on.Device); err != nil {
		return b, 0, err
	}
	b.group = b.groupFor(options.WorkGroupsOn(s.ctx.Limits), on.group)
	b.count = uint32(len(b.plan.Phases[0].Blocks))
	table := b.fill(s.springs.Colors.Order, s.springs.Ordered(s.model))
	words = int64(len(table))
	if 4*words > s.ctx.Limits.StorageBlockBytes || int64(b.count) > int64(s.ctx.Limits.WorkGroups[0]) {
		return b, 0, fmt.Errorf("%d blocks with tables of %d bytes are more than this device can hold: %w", b.count, 4*words, model.ErrUnsupported)
	}
	if b.table, err = glx.NewBufferFrom(s.ctx, "hooke.BlockTable", table); err != nil {
		return b, 0, err
	}
	b.swept, err = s.ctx.NewBuffer("hooke.Swept", 4*int64(3*s.model.MassCount()+s.model.SpringCount()))
	return b, words, err
}

// groupFor is the least of some sizes of groups, ascending, that has as many invocations as a color of a block has springs,
// on average, but no larger than most.
func (b *byBlocks) groupFor(sizes []int, most int) (size int) {
	visited := int64(0)
	for _, p := range b.plan.Phases {
		visited += int64(len(p.Blocks) * len(p.Colors))
	}
	for _, next := range sizes {
		if size > 0 && (next > most || int64(size)*visited >= b.plan.Visits) {
			break
		}
		size = next
	}
	return size
}

// fill makes the table of a plan, whose blocks it takes away, from the numbers of springs in the order of colors and a model in that order.
func (b *byBlocks) fill(numbers []uint32, ordered *model.Model) (words []uint32) {
	words = append(words, numbers...)
	for p := range b.plan.Phases {
		phase, record := &b.plan.Phases[p], len(words)
		b.at = append(b.at, uint32(record))
		words = append(words, make([]uint32, 4*len(phase.Blocks))...)
		for k, one := range phase.Blocks {
			masses := len(words)
			words = append(words, one.Masses...)
			starts := len(words)
			copy(words[record+4*k:], []uint32{uint32(masses), uint32(starts), uint32(one.Own), uint32(len(one.Masses))})
			words = append(words, make([]uint32, len(one.Visits)+1)...)
			for c, visits := range one.Visits {
				words[starts+c] = uint32(len(words))
				for _, v := range visits {
					packed := uint32(v.Ends[0]) | uint32(v.Ends[1])<<15
					if v.Owns {
						packed |= 1 << 30
					}
					spring := buffers.SpringRecord(ordered, int(v.Place))
					words = append(words, v.Place, packed, math.Float32bits(spring.RestLength), spring.Kind)
				}
			}
			words[starts+len(one.Visits)] = uint32(len(words))
		}
		phase.Blocks = nil
	}
	return words
}

// row is the row of a phase, from that of a visit to springs.
func (b *byBlocks) row(of shaders.Sweep, phase int, c *order.SpringColors) shaders.Sweep {
	p := &b.plan.Phases[phase]
	of.First, of.Count = b.at[phase], uint32(len(p.Colors))
	if p.Back {
		of.Back = 1
	}
	of.Swept = uint32(phase % 2)
	if phase == len(b.plan.Phases)-1 {
		last := c.Structural() - 1
		of.CarriedFirst, of.CarriedEnd = uint32(c.First[last]), uint32(c.First[last+1])
	}
	return of
}

// slots are the bindings of the pass, from the slots of passes over springs: its table instead of ends and
// springs.
func (b *byBlocks) slots(joints []pass.Slot, status pass.Slot) (out []pass.Slot) {
	for _, slot := range joints {
		if slot.Binding != shaders.BindEnds && slot.Binding != shaders.BindSpring {
			out = append(out, slot)
		}
	}
	return append(out, pass.Slot{Binding: shaders.BindBlockTable, Buffer: b.table}, pass.Slot{Binding: shaders.BindSwept, Buffer: b.swept}, status)
}

// inBlocks reports whether sweeps go block by block.
func (s *Sweeps) inBlocks() bool { return s.blocks.phases() > 0 && !s.params.Forward }

// sweepBlocks queues a sweep there and back. Velocities and impulses go to and fro between the state and the
// copy beside it, and end in the state.
func (s *Sweeps) sweepBlocks(there, back visit) {
	p := s.made.blocks
	p.Timer.Begin()
	for k, phase := range s.blocks.plan.Phases {
		v := there
		if phase.Back {
			v = back
		}
		s.rows.Bind(s.blockRow(v, k))
		p.DispatchGroups(s.ctx, [2]uint32{s.blocks.count, 1})
		s.ctx.Barrier(glx.ByShader) // the next phase, or the reader after the last, reads the writes of this one
	}
	p.Timer.End()
}
