package impulses

import (
	"fmt"

	"hooke/gpu/buffers"
	"hooke/gpu/colored"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/solver"
	"hooke/gpu/table"
	"hooke/gpu/traffic"
	"hooke/model"
	"hooke/shaders"
)

// Sweeps are the springs of a run in their colors, and the passes of its substeps. New makes it,
// SetParams and Make must be called before the first step.
type Sweeps struct {
	ctx    *glx.Context
	arrays *buffers.Arrays // borrowed: the state, external forces, contacts, the status
	model  *model.Model    // borrowed
	params model.Params

	springs   *colored.Springs
	impulse   *glx.Buffer  // sweep, warm; [springs]
	pressed   *glx.Buffer  // contact; [contacts × masses] vec4 where contacts are visited again, else one
	converged *glx.Buffer  // residual; [1]
	started   *glx.Buffer  // residual: positions where the substep began
	rows      colored.Rows // uniform blocks

	rest     rest
	blocks   byBlocks
	links    links
	made     passes
	measures bool // whether steps end with a residual
	measured bool // whether a residual was found since the state was set
}

// passes are those of a substep. contact is nil without contacts, attach without attachments, blocks where
// sweeps go color by color; clear, residual and spring find a residual.
type passes struct {
	predict, warm, sweep, blocks, attach, contact, clear, residual, spring, finish *pass.Pass
}

// New puts the springs of a model on the device in the order of their colors. b has the rest of
// the model. On an error nothing stays allocated.
func New(ctx *glx.Context, b *buffers.Arrays, m *model.Model, n ranges.Counts) (*Sweeps, error) {
	s := &Sweeps{ctx: ctx, arrays: b, model: m}
	if err := s.allocate(n); err != nil {
		s.Release()
		return nil, err
	}
	return s, nil
}

// allocate makes the buffers.
func (s *Sweeps) allocate(n ranges.Counts) (err error) {
	if s.springs, err = colored.New(s.ctx, s.model, n); err != nil {
		return err
	}
	if err := buffers.Allocate(s.ctx.NewBuffer, n, buffers.Slots{"Impulse": {&s.impulse}, "Pressed": {&s.pressed}, "Converged": {&s.converged}, "Started": {&s.started}}); err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	if s.rest, err = newRest(s.ctx, s.model, &s.springs.Colors); err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	s.links.numbers = s.model.Links()
	s.rows, err = colored.NewRows(s.ctx, s.rowCount())
	return err
}

// Colors returns the number of colors, and a sum over the order of springs in them.
func (s *Sweeps) Colors() (count int, sum uint64) {
	return s.springs.Colors.Count(), s.springs.Colors.Sum()
}

// Release frees buffers, but not the passes.
func (s *Sweeps) Release() {
	s.links.release()
	s.rest.release()
	s.blocks.release()
	s.rows.Release()
	s.springs.Release()
	for _, b := range []*glx.Buffer{s.started, s.converged, s.pressed, s.impulse} {
		b.Release()
	}
}

// Reset clears the impulses of springs, for a new state.
func (s *Sweeps) Reset() {
	s.measured, s.links.taken = false, 0
	s.ctx.Barrier(glx.ByTransfer) // the fill overwrites the output of passes
	s.impulse.Fill(0)
}

// SetParams makes parameters, with their substeps chosen, those of the steps that are queued
// from here on. resolves says that k and c of springs at a substep are others than before. On an
// error nothing changes.
func (s *Sweeps) SetParams(p model.Params, resolves bool) error {
	if resolves && s.model.PerSpring() {
		if err := s.springs.Arrays.UploadCoefficients(table.ResponseOf(s.springs.Ordered(s.model), p), nil); err != nil {
			return err
		}
	}
	if err := s.makeRoom(p); err != nil {
		return err
	}
	s.params = p
	s.writeRows()
	return nil
}

// makeRoom allocates the impulses of contacts, if these are visited again.
func (s *Sweeps) makeRoom(p model.Params) error {
	bytes := 16 * int64(len(p.Contacts)) * int64(s.model.MassCount())
	if touches(p) == 1 || bytes <= s.pressed.Bytes() {
		return nil
	}
	room, err := s.ctx.NewBuffer("hooke.Pressed", bytes)
	if err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	s.pressed.Release()
	s.pressed = room
	if s.made.contact != nil {
		s.made.contact.Rebind(shaders.BindPressed, room)
	}
	return nil
}

// Lasting returns the data that a run carries from step to step: the impulses of springs, if
// substeps begin with a share of them.
func (s *Sweeps) Lasting() (out []solver.Lasts) {
	if s.params.Warm != 0 {
		out = append(out, solver.Lasts{Name: "impulse", Buffer: s.impulse})
	}
	return out
}

// Traffic returns how often a step has each pass.
func (s *Sweeps) Traffic() traffic.Sweeps {
	p := s.params
	t := traffic.Sweeps{Substeps: int64(p.Substeps), Springs: 2 * int64(p.Sweeps()), Contacts: int64(touches(p))}
	if p.Forward {
		t.Springs /= 2
	}
	if s.inBlocks() {
		t.Springs, t.Blocks = 0, int64(p.Sweeps())
	}
	t.Attachments = int64(p.Sweeps())
	if p.Warm > 0 {
		t.Warm = 1
	}
	return t
}

// Residual waits and says how far the springs were from solved in the last substep that Step
// was asked for.
func (s *Sweeps) Residual() model.Residual {
	if !s.measured {
		return model.Residual{Spring: -1}
	}
	var record [1]shaders.Converged
	s.ctx.Barrier(glx.ByTransfer) // the download reads the output of the pass
	glx.Download(s.converged, 0, record[:])
	return model.Residual{Strain: strainOf(record[0]), Spring: int(int32(record[0].Spring))}
}

// Count adds the needs of its sweeps to the counts of a run.
func Count(n *ranges.Counts, p model.Params) {
	if p.Integrator != model.Impulses {
		return
	}
	if n.Sweeping, n.Impulses = true, true; touches(p) > 1 {
		n.Pressed = int64(len(p.Contacts)) * n.Masses
	}
}
