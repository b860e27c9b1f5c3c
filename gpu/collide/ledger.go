package collide

import (
	"fmt"
	"unsafe"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// sums are the passes that sum the energy of pairs.
type sums struct {
	enter  *pass.Pass  // into the sums of the engine; nil: it has no sums
	energy *pass.Pass  // alone; nil: not requested
	own    *glx.Buffer // pair-ledger, of energy
}

func (s *sums) release() {
	s.enter.Release()
	s.energy.Release()
	s.own.Release()
	*s = sums{}
}

// LedgerGroups returns the number of work groups of pair-ledger.
func (c *Pairs) LedgerGroups() int64 { return c.overSums().GroupsIn(nil) }

func (c *Pairs) overSums() pass.Extent {
	return pass.Extent{Items: pass.OfAll, Count: c.count, Groups: shaders.LedgerGroups}
}

// MakeLedger compiles the pass that adds the energy of pairs to the sums of package ledger.
func (c *Pairs) MakeLedger(k pass.Maker, b *buffers.Arrays, into *glx.Buffer) (err error) {
	c.sums.enter.Release()
	c.sums.enter, err = c.makeSum(k, b, "pair-ledger", into)
	return err
}

func (c *Pairs) makeSum(k pass.Maker, b *buffers.Arrays, name string, into *glx.Buffer) (*pass.Pass, error) {
	a := &c.arrays
	slots := []pass.Slot{{Binding: shaders.BindPosition, Buffer: b.Position, All: true}, {Binding: shaders.BindVelocity, Buffer: b.Velocity, All: true},
		{Binding: shaders.BindBodySurface, Buffer: a.surface}, {Binding: shaders.BindPairList, Buffer: a.list}, {Binding: shaders.BindBall, Buffer: a.ball},
		{Binding: shaders.BindLedger, Buffer: into}}
	return k.Summing().Make(name, shaders.PairLedger, c.overSums(), slots)
}

// Enter queues the sums of the pairs' energy at the state. The reader of the sums issues the
// barrier.
func (c *Pairs) Enter() {
	c.bind()
	c.sums.enter.Dispatch(c.ctx)
}

// Energy waits and sums ½ kc δ² of all touches at the state [J]. Parameters must be bound.
func (c *Pairs) Energy(k pass.Maker, b *buffers.Arrays) (sum float64, err error) {
	first := ledger.Records(false)
	records := make([]shaders.Ledger, c.LedgerGroups())
	s := &c.sums
	if s.own == nil {
		if s.own, err = c.ctx.NewBuffer("hooke.Ledger", ledger.Records(true)*int64(unsafe.Sizeof(shaders.Ledger{}))); err != nil {
			return 0, fmt.Errorf("gpu: %w", err)
		}
	}
	if s.energy == nil {
		if s.energy, err = c.makeSum(k, b, "pair-energy", s.own); err != nil {
			return 0, err
		}
	}
	c.bind()
	s.energy.Dispatch(c.ctx)
	c.ctx.Barrier(glx.ByTransfer) // the download reads the sums
	glx.Download(s.own, first, records)
	for _, part := range records {
		sum += float64(part.Hi) + float64(part.Lo)
	}
	return sum, c.ctx.Err("gpu: energy of pairs")
}
