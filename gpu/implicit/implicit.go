package implicit

import (
	"errors"
	"fmt"
	"math"

	"hooke/coloring"
	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
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
	works  *ledger.Works
	grown  *glx.Buffer // book-lengths; [springs × words, and works]
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
	for slot, size := range map[**glx.Buffer]ranges.Size{&d.turn: ranges.TurnSize(n), &d.grown: ranges.GrownSize(n), &d.groups: ranges.TurnGroups(int64(d.kinds()))} {
		if *slot, err = ctx.NewBuffer("hooke."+size.Name, size.Bytes); err != nil {
			d.Release()
			return nil, fmt.Errorf("gpu: %w", err)
		}
	}
	if d.works, err = ledger.NewWorks(ctx, n); err != nil {
		d.Release()
		return nil, err
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
	d.works.Release()
	d.groups.Release()
	d.grown.Release()
	d.turn.Release()
}

// Reset forgets residuals and works, for a state that is set.
func (d *Descent) Reset() {
	d.ctx.Barrier(glx.ByTransfer) // the upload overwrites what passes wrote
	glx.Upload(d.turn, 0, make([]uint32, shaders.TurnTally))
	d.ForgetFlows()
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

// Lasting are the works; nothing else goes on from step to step but the state.
func (d *Descent) Lasting() (out []solver.Lasts) {
	if d.works != nil {
		out = append(out, solver.Lasts{Name: "work", Buffer: d.works.Buffer()})
		if len(d.params.Actuators) > 0 {
			out = append(out, solver.Lasts{Name: "grown", Buffer: d.grown})
		}
	}
	return out
}

// Booked is the buffer of the works on masses.
func (d *Descent) Booked() *glx.Buffer { return d.works.Buffer() }

// Counted is the buffer that has the tally.
func (d *Descent) Counted() *glx.Buffer { return d.turn }

// Flows waits and returns the works since the state was set, or since ForgetFlows.
func (d *Descent) Flows() model.Flows {
	f := d.works.Flows(d.ctx)
	if d.works != nil && len(d.params.Actuators) > 0 {
		_, words := d.arrays.Precision.Words()
		springs := int64(d.model.SpringCount())
		f.Actuators = ledger.SumSprings(d.grown, words*springs, springs)[shaders.WorkActuators]
	}
	return f
}

// ForgetFlows begins the works anew.
func (d *Descent) ForgetFlows() {
	if d.works != nil {
		d.works.Clear(d.ctx)
		d.grown.Fill(0)
	}
}

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
	_ solver.Booker  = (*Descent)(nil)
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
