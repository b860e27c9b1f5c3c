package implicit

import (
	"errors"
	"fmt"
	"math"

	"hooke/coloring"
	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/gpu/solver"
	"hooke/gpu/traffic"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// lookEvery is how many iterations there are from one look at the residual to the next.
const lookEvery = 4

// Descent is the solver of a run. New makes it, SetParams and Make must be called before the
// first step.
type Descent struct {
	ctx    *glx.Context
	arrays *buffers.Arrays // borrowed: the state, the table, external forces, the status
	model  *model.Model    // borrowed
	order  *order.Order    // borrowed: of the masses on the device; nil: that of the model
	loads  *settings.Loads // borrowed; nil: there are none
	guides *settings.Guides
	params model.Params
	colors coloring.Masses // in the order of the device

	turn   *glx.Buffer // the tally, masses by color, and what guides leave them
	groups *glx.Buffer // work groups of the next iterations, then those of all work; [2 × kinds]
	rows   rows
	made   passes
}

// Run is what a Descent borrows from the run.
type Run struct {
	Model  *model.Model
	Order  *order.Order // of the masses on the device; nil: that of the model
	Loads  *settings.Loads
	Guides *settings.Guides
}

// New puts the colors of the masses of a run on the device. b has the rest of the model, in the
// pipeline fused. On an error nothing stays allocated.
func New(ctx *glx.Context, b *buffers.Arrays, r Run, n ranges.Counts) (*Descent, error) {
	d := &Descent{ctx: ctx, arrays: b, model: r.Model, order: r.Order, loads: r.Loads, guides: r.Guides, colors: ordered(coloring.OfMasses(r.Model), r.Order)}
	words := append(make([]uint32, shaders.TurnTally), d.colors.Order...)
	var err error
	for slot, size := range map[**glx.Buffer]ranges.Size{&d.turn: ranges.TurnSize(n), &d.groups: ranges.TurnGroups(int64(d.kinds()))} {
		if *slot, err = ctx.NewBuffer("hooke."+size.Name, size.Bytes); err != nil {
			d.Release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
	}
	if d.rows, err = newRows(ctx, d.rowCount()); err != nil {
		d.Release()
		return nil, err
	}
	glx.Upload(d.turn, 0, words)
	return d, nil
}

// Colors is the number of colors, and a sum over the order of masses in them.
func (d *Descent) Colors() (count int, sum uint64) { return d.colors.Count(), d.colors.Sum() }

// Release frees buffers, but not the passes.
func (d *Descent) Release() {
	d.rows.release()
	d.groups.Release()
	d.turn.Release()
}

// Reset forgets residuals, for a state that is set.
func (d *Descent) Reset() {
	d.ctx.Barrier(glx.ByTransfer) // the upload overwrites what passes wrote
	glx.Upload(d.turn, 0, make([]uint32, shaders.TurnTally))
}

// SetParams makes parameters, with their substeps chosen, those of the steps that are queued
// from here on. k and c of springs are in the table and the palette.
func (d *Descent) SetParams(p model.Params, _ bool) error {
	if d.made.begin != nil && yields(p) != yields(d.params) {
		return errors.New("gpu: set parameters: quadratic drag where there was none, or none where there was; make a new engine")
	}
	if holds(p) {
		glx.Upload(d.turn, d.guidesAt(), d.held(p))
	}
	d.params = p
	d.writeRows()
	return nil
}

// Lasting is nil: nothing goes on from step to step but the state.
func (d *Descent) Lasting() []solver.Lasts { return nil }

// Counted is the buffer that has the tally.
func (d *Descent) Counted() *glx.Buffer { return d.turn }

// Flows are none: solver.Refuse refuses a ledger.
func (d *Descent) Flows() (f model.Flows) { return f }

// ForgetFlows does nothing.
func (d *Descent) ForgetFlows() {}

// Measure does nothing: all substeps have a residual.
func (d *Descent) Measure(bool) {}

// Traffic is how often a step has each pass, if no substep ends early.
func (d *Descent) Traffic() traffic.Sweeps {
	n := int64(d.params.Sweeps())
	return traffic.Sweeps{Substeps: int64(d.params.Substeps), Springs: n, Looks: (n + lookEvery - 1) / lookEvery}
}

var (
	_ solver.Divided = (*Descent)(nil)
	_ solver.Counter = (*Descent)(nil)
)

// Residual waits and says how far the latest substep was solved, and the worst one since the
// state was set, in steps from then.
func (d *Descent) Residual() model.Residual {
	var tally [shaders.TurnTally]uint32
	d.ctx.Barrier(glx.ByTransfer) // the download reads what the passes wrote
	glx.Download(d.turn, 0, tally[:])
	number := func(bits uint32) float64 {
		if x := float64(math.Float32frombits(bits)); !math.IsNaN(x) {
			return x
		}
		return math.Inf(1)
	}
	return model.Residual{Iterations: int(tally[tallyIterations]), Force: number(tally[tallyResidual]), Worst: number(tally[tallyWorst]), Step: int64(tally[tallyWorstStep])}
}

// These are words of the tally, see tally.glsl.
const (
	tallyIterations = 3
	tallyResidual   = 5
	tallyWorst      = 6
	tallyWorstStep  = 7
)
