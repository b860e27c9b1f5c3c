package pbd

import (
	"math"

	"hooke/gpu/buffers"
	"hooke/gpu/colored"
	"hooke/gpu/glx"
	"hooke/gpu/ledger"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/solver"
	"hooke/gpu/table"
	"hooke/gpu/traffic"
	"hooke/model"
)

// Positions are the springs of a run in their colors, and the passes of its substeps. New makes
// it, SetParams and Make must be called before the first step.
type Positions struct {
	ctx    *glx.Context
	arrays *buffers.Arrays // borrowed: the state, contacts, the status
	params model.Params

	springs *colored.Springs
	pushed  *glx.Buffer // push-out, rub; [contacts × masses × words] where contacts rub, else empty
	rows    colored.Rows
	works   *ledger.Works
	made    passes
}

// passes are those of a substep. rest is nil where all springs have a color, pushOut where there
// are no contacts, and rub where none of them rubs.
type passes struct {
	bookPredict, predict, project, rest, pushOut, rub, finish *pass.Pass
}

// New puts the springs of a model on the device in the order of their colors. b has the rest of
// the model. On an error nothing stays allocated.
func New(ctx *glx.Context, b *buffers.Arrays, m *model.Model, n ranges.Counts) (*Positions, error) {
	s := &Positions{ctx: ctx, arrays: b}
	err := s.allocate(m, n)
	if err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

func (s *Positions) allocate(m *model.Model, n ranges.Counts) (err error) {
	if s.springs, err = colored.New(s.ctx, m, n); err != nil {
		return err
	}
	sizes := ranges.PushedSizes(n)
	if len(sizes) == 0 {
		sizes = []ranges.Size{{Name: "Pushed"}}
	}
	if err := colored.Allocate(s.ctx, sizes, &s.pushed); err != nil {
		return err
	}
	if s.works, err = ledger.NewWorks(s.ctx, n); err != nil {
		return err
	}
	s.rows, err = colored.NewRows(s.ctx, s.rowCount())
	return err
}

// Count adds to the counts of a run what its passes take.
func Count(n *ranges.Counts, p model.Params) {
	if p.Integrator != model.PositionBased {
		return
	}
	if p.Ledger {
		n.Worked = n.Masses
	}
	if n.Sweeping = true; rubs(p) {
		n.Pushed = int64(len(p.Contacts)) * n.Masses
	}
}

// rubs says whether any contact rubs.
func rubs(p model.Params) bool {
	for _, c := range p.Contacts {
		if c.StaticFriction != 0 {
			return true
		}
	}
	return false
}

// Release frees buffers, but not the passes.
func (s *Positions) Release() {
	s.rows.Release()
	s.works.Release()
	s.pushed.Release()
	s.springs.Release()
}

// share is s' of a stiffness s in (0, 1], for n iterations: 1 − (1 − s)^(1/n).
func share(s float64, n int) float64 { return -math.Expm1(math.Log1p(-s) / float64(n)) }

// SetParams makes parameters, with their substeps chosen, those of the steps that are queued
// from here on. On an error nothing changes.
func (s *Positions) SetParams(p model.Params, _ bool) error {
	if p.Sweeps() != s.params.Sweeps() || s.params.Integrator != p.Integrator {
		if err := s.uploadShares(p.Sweeps()); err != nil {
			return err
		}
	}
	s.params = p
	s.writeRows()
	return nil
}

// uploadShares writes what each spring takes of its stretch in one of so many iterations, where
// springs of other solvers have k.
func (s *Positions) uploadShares(iterations int) error {
	m, arrays := *s.springs.Model, &s.springs.Arrays
	if len(m.Materials) == 0 {
		return nil
	}
	own := m.PerSpring()
	m.Own, m.Materials = nil, make([]model.Material, len(m.Materials))
	for i := range m.Materials {
		of := &s.springs.Model.Materials[i]
		m.Materials[i] = model.Material{TensionOnly: of.TensionOnly, Stiffness: share(of.PositionStiffness(), iterations)}
	}
	arrays.UploadMaterials(&m, nil)
	if !own && arrays.Precision == options.Single {
		return nil
	}
	ordered := s.springs.Ordered(&m)
	if own {
		ordered.Own = make([]model.Coefficients, ordered.SpringCount()) // each has an entry, with nothing of its own
	}
	return arrays.UploadCoefficients(table.NewResponse(ordered, 0), nil)
}

// Reset forgets works.
func (s *Positions) Reset() { s.works.Clear(s.ctx) }

// Lasting are the works; no step needs more than the state.
func (s *Positions) Lasting() []solver.Lasts {
	if s.works == nil {
		return nil
	}
	return []solver.Lasts{{Name: "work", Buffer: s.works.Buffer()}}
}

// Flows waits and returns the works since the state was set, or since ForgetFlows.
func (s *Positions) Flows() model.Flows { return s.works.Flows(s.ctx) }

// ForgetFlows begins the works anew.
func (s *Positions) ForgetFlows() { s.works.Clear(s.ctx) }

// Measure does nothing, and Residual is none: this solver does not solve for anything.
func (s *Positions) Measure(bool) {}

// Residual is none.
func (s *Positions) Residual() model.Residual { return model.Residual{} }

// Colors is the number of colors, and a sum over the order of springs in them.
func (s *Positions) Colors() (count int, sum uint64) {
	return s.springs.Colors.Count(), s.springs.Colors.Sum()
}

// Traffic is how often a step has each pass.
func (s *Positions) Traffic() traffic.Sweeps {
	n := int64(s.params.Sweeps())
	return traffic.Sweeps{Substeps: int64(s.params.Substeps), Springs: n, Contacts: n}
}
