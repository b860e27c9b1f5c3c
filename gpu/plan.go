package gpu

import (
	"cmp"
	"fmt"
	"strings"

	"hooke/gpu/limits"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/resident"
	"hooke/gpu/settings"
	"hooke/gpu/solver"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/order"
	"hooke/physics/bigstep"
)

// plan holds the decisions of New before it allocates anything on the device: everything that
// follows from a model, the initial parameters, the options and the limits of the device. It
// does not change later.
type plan struct {
	model     *model.Model // as given
	options   Options
	pipeline  string
	variant   options.Variant    // of the passes of fused and resident; SetVariant changes it
	laws      *table.SlotLaws    // of that variant; nil: laws are not in their slots
	constants *table.Constants   // of that variant, or nil
	fallback  string             // why the pipeline is not the one that was asked for; empty: it is
	fused     *table.Arrangement // of masses and springs; nil in two-pass
	columns   *table.Columns     // of forces in two-pass; nil: each mass has a list of its springs
	degree    []uint32           // springs at each mass, until they are listed on the device; nil in fused
	counts    ranges.Counts      // of all buffers
	division  *ranges.Division   // nil: nothing is divided
	classes   settings.Classes   // of masses in contacts PerMass; nil: the first parameters had no such contact
	first     settings.Settings  // of the parameters that New was given
}

// newPlan makes these decisions. An error names the option or the limit of the device that
// does not allow the run.
func newPlan(limits limits.Limits, m *model.Model, params model.Params, o Options) (*plan, error) {
	p := &plan{model: m, options: o}
	params, err := bigstep.With(m, params)
	if err != nil {
		return nil, fmt.Errorf("gpu: %w", err)
	}
	response := table.ResponseOf(m, params)
	if p.classes, err = settings.ClassesOf(m, params); err != nil {
		return nil, err
	}
	if err := p.choose(limits, response, params); err != nil {
		return nil, err
	}
	if p.division != nil {
		p.counts.SpringRanges, p.counts.SpanRanges = int64(p.division.Springs.Number()), int64(p.division.Spans.Number())
	}
	if p.fused == nil && p.columns == nil {
		p.degree = ranges.SpringDegrees(m)
		_, p.counts.Incidences = ranges.ListWindows(p.masses(), p.degree)
	}
	p.first = p.settings(params)
	p.first.Response = response
	if p.pipeline == options.Resident {
		if p.fallback = resident.Refusal(limits, p.held(options.Variant{Storage: p.variant.Storage}, nil)); p.fallback != "" {
			p.pipeline, p.variant.Shared, p.variant.Lanes = options.Fused, false, 0
		}
	}
	return p, p.resides(limits, p.variant, p.laws)
}

// choose decides on the pipeline and how the model is divided.
func (p *plan) choose(limits limits.Limits, r *table.Response, params model.Params) (err error) {
	asked := p.options.Pipeline
	if p.pipeline, p.variant, err = options.SplitPipeline(asked); err != nil {
		return err
	}
	if params.Integrator.Method().Divides {
		if p.pipeline, err = solver.Pipeline(p.pipeline, params.Integrator); err != nil {
			return err
		}
	}
	p.options.Pipeline = p.pipeline
	if p.pipeline != options.TwoPass {
		err = p.chooseFused(limits, r, params)
		if p.pipeline != options.Auto {
			if err == nil {
				p.laws, p.constants, err = p.lawsOf(p.variant, r)
			}
			if err == nil {
				err = p.tiles(p.variant, limits, &params, cmp.Or(p.options.WorkGroup, options.DefaultWorkGroup(limits)))
			}
			return err
		}
		if err == nil {
			p.pipeline = options.Fused
			return nil
		}
	}
	p.pipeline, p.counts = options.TwoPass, CountsOf(p.model, params, p.options)
	if err = ranges.Fits(limits, p.counts); err == nil {
		p.division, err = ranges.Divide(limits, p.counts, p.model, params, nil)
	}
	if p.division != nil && p.counts.Sweeping {
		return solver.TooLarge(p.counts, params.Integrator)
	}
	if err == nil && p.division == nil && !p.counts.Sweeping && p.options.columns.wanted(p.counts.Springs) {
		p.chooseColumns(limits, r)
	}
	return err
}

// columnsOption says whether the forces of two-pass are in columns where the springs allow it; the zero value: of
// structures that are large enough to gain from it.
type columnsOption uint8

const (
	columnsIfLarge columnsOption = iota
	columnsAlways
	columnsNever
)

// fewestInColumns is the number of springs from which forces are in columns. The passes of each pattern of columns are
// compiled anew, and steps of smaller structures take the time of their dispatches, not that of their bytes.
const fewestInColumns = 20_000

func (o columnsOption) wanted(springs int64) bool {
	return o == columnsAlways || o == columnsIfLarge && springs >= fewestInColumns
}

// chooseColumns puts the forces of two-pass into columns, where the model has them and they fit.
func (p *plan) chooseColumns(limits limits.Limits, r *table.Response) {
	n, c := p.counts, table.FindColumns(r, p.options.Precision)
	if c == nil {
		return
	}
	if n.Columns = c.Places(); ranges.Undivided(limits, n) {
		p.columns, p.counts = c, n
	}
}

// chooseFused arranges the model for the pipeline fused, and divides it; on an error
// the plan is as before.
func (p *plan) chooseFused(limits limits.Limits, r *table.Response, params model.Params) error {
	a, err := table.Arrange(r, p.options.arrangement())
	if err != nil {
		return err
	}
	_, words := p.options.Precision.Words()
	a.Table.Contacts = int64(len(params.Contacts)*p.classes.Number()) * table.ContactWords * words
	a.Table.Divide(a.Table.Masses)
	n := fusedCounts(a, p.model, params, p.options)
	if err := ranges.Fits(limits, n); err != nil {
		return err
	}
	d, err := ranges.Divide(limits, n, a.Model, a.Order.Params(params), a.Table)
	if err != nil {
		return err
	}
	if d != nil {
		n.Table = a.Table.Length()
	}
	p.fused, p.counts, p.division = a, n, d
	return nil
}

// lawsOf are the laws in their slots, or in the text of programs, where a variant wants them there; nil: it does not. The
// error says why the model has no such variant and wraps model.ErrUnsupported.
func (p *plan) lawsOf(v options.Variant, r *table.Response) (*table.SlotLaws, *table.Constants, error) {
	switch {
	case v.Constants:
		c, err := p.fused.Constants(r, p.options.Precision)
		return nil, c, err
	case v.Laws:
		l, err := p.fused.SlotLaws(p.options.Precision)
		return &l, nil, err
	}
	return nil, nil, nil
}

// held is the run as one work group would hold it in a variant, in the pipeline fused.
func (p *plan) held(v options.Variant, laws *table.SlotLaws) resident.Run {
	r := resident.Run{Masses: p.counts.Masses, Texels: p.fused.Table.Length(), Divided: p.division != nil, Params: p.first.Params, Precision: p.options.Precision, Storage: v.Storage, Lanes: int64(v.Lanes)}
	if v.Shared {
		h := p.fused.HeldLaws(p.options.Precision, laws)
		r.Table, r.Laws = r.Texels, h.Vectors()
	}
	return r
}

// resides returns the reason why the model has no such variant of the pipeline resident, and wraps
// model.ErrUnsupported; nil where it has, or where the variant is one of fused, too.
func (p *plan) resides(limits limits.Limits, v options.Variant, laws *table.SlotLaws) error {
	if !v.Shared && v.Lanes == 0 {
		return nil
	}
	why := fmt.Sprintf("it is for the pipeline %s, and this is %s", options.Resident, p.pipeline)
	if p.pipeline == options.Resident {
		if why = resident.Refusal(limits, p.held(v, laws)); v.Lanes > 0 && (v.Constants || v.Unroll > 0) {
			why = "the variants constants and unroll visit the springs of a mass in rows"
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("gpu: the variant %s: %s: %w", strings.TrimPrefix(options.Variant{Shared: v.Shared, Lanes: v.Lanes}.String(), "+"), why, model.ErrUnsupported)
}

// settings are the settings of parameters with a step, without the response of the springs.
func (p *plan) settings(params model.Params) settings.Settings {
	return settings.New(p.model, p.order(), p.classes, params, p.options.Precision)
}

// onDevice is the model in the order of the masses on the device.
func (p *plan) onDevice() *model.Model {
	if p.fused == nil {
		return p.model
	}
	return p.fused.Model
}

// order is the order of the masses on the device; nil: they have the order of the model.
func (p *plan) order() *order.Order {
	if p.fused == nil {
		return nil
	}
	return p.fused.Order
}

// masses are the ranges of the masses; springs gives those of the springs.
func (p *plan) masses() ranges.Ranges {
	if p.division == nil {
		return ranges.Ranges{All: int64(p.model.MassCount())}
	}
	return p.division.Masses
}

func (p *plan) springs() ranges.Ranges {
	if p.division == nil {
		return ranges.Ranges{All: int64(p.model.SpringCount())}
	}
	return p.division.Springs
}

// overMasses is a pass with an invocation for each mass and some past the last one,
// overSprings one for springs.
func (p *plan) overMasses(extra int64) pass.Extent {
	return pass.Extent{Items: pass.OfMasses, Count: int64(p.model.MassCount()), Extra: extra}
}

func (p *plan) overSprings(extra int64) pass.Extent {
	return pass.Extent{Items: pass.OfSprings, Count: int64(p.model.SpringCount()), Extra: extra}
}
