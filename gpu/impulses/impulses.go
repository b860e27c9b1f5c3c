package impulses

import (
	"fmt"
	"unsafe"

	"hooke/coloring"
	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
	"hooke/gpu/traffic"
	"hooke/model"
	"hooke/shaders"
)

// Sweeps are the springs of a run in their colors, and the passes of its substeps. A nil
// *Sweeps keeps nothing and may be released. New makes it, SetParams and Make must be called
// before the first step.
type Sweeps struct {
	ctx    *glx.Context
	arrays *buffers.Arrays // borrowed: the state, external forces, contacts, the status
	model  *model.Model    // borrowed
	params model.Params
	colors coloring.Springs

	springs   buffers.Arrays // ends, springs and materials in the order of colors
	impulse   *glx.Buffer    // sweep, warm; [springs × words]
	number    *glx.Buffer    // of each spring in the model; [springs]
	pressed   *glx.Buffer    // contact; [contacts × masses × words] vec4 where contacts are visited again, else one
	converged *glx.Buffer    // predict, residual; [1]
	rows      *glx.Buffer    // uniform blocks Sweep
	stride    int64          // bytes from one row to the next

	rest     rest
	made     passes
	groups   [][2]uint32 // work groups of the passes over each color
	measures bool        // whether steps end with a residual
	measured bool        // whether a residual was found since the state was set
}

// sweepBytes is the size of the uniform block Sweep.
const sweepBytes = int64(unsafe.Sizeof(shaders.Sweep{}))

// passes are those of a substep. contact is nil where there are no contacts; clear, residual and
// spring find a residual.
type passes struct {
	predict, warm, sweep, contact, clear, residual, spring, finish *pass.Pass
}

// New puts the springs of a model on the device in the order of their colors. b has the rest of
// the model. On an error nothing stays allocated.
func New(ctx *glx.Context, b *buffers.Arrays, m *model.Model, n ranges.Counts) (*Sweeps, error) {
	s := &Sweeps{ctx: ctx, arrays: b, model: m, colors: coloring.OfSprings(m)}
	if err := s.allocate(n); err != nil {
		s.Release()
		return nil, err
	}
	if m.SpringCount() > 0 {
		ordered := s.ordered()
		s.springs.UploadSprings(ordered)
		glx.Upload(s.number, 0, s.colors.Order)
	}
	if len(m.Materials) > 0 {
		s.springs.UploadMaterials(m, nil)
	}
	return s, nil
}

// allocate makes the buffers.
func (s *Sweeps) allocate(n ranges.Counts) (err error) {
	s.springs.Precision = n.Precision
	slots := []**glx.Buffer{&s.springs.Ends, &s.springs.Spring, &s.springs.Material, &s.impulse, &s.number, &s.pressed, &s.converged}
	for k, size := range ranges.SweepSizes(n) {
		if *slots[k], err = s.ctx.NewBuffer("hooke."+size.Name, size.Bytes); err != nil {
			return fmt.Errorf("gpu: %w", err)
		}
	}
	if s.rest, err = newRest(s.ctx, s.model, &s.colors); err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	alignment := max(1, int64(s.ctx.Limits.UniformAlignment))
	s.stride = (sweepBytes + alignment - 1) / alignment * alignment
	if s.rows, err = s.ctx.NewBuffer("hooke.Sweep", s.stride*int64(s.rowCount())); err != nil {
		return fmt.Errorf("gpu: %w", err)
	}
	return nil
}

// ordered is the model with its springs in the order of colors.
func (s *Sweeps) ordered() *model.Model {
	m := *s.model
	m.PickSprings(s.model, s.colors.Order)
	return &m
}

// Colors is the number of colors, and a sum over the order of springs in them.
func (s *Sweeps) Colors() (count int, sum uint64) { return s.colors.Count(), s.colors.Sum() }

// Release frees buffers, but not the passes. On nil it does nothing.
func (s *Sweeps) Release() {
	if s == nil {
		return
	}
	s.rest.release()
	for _, b := range []*glx.Buffer{s.rows, s.converged, s.pressed, s.number, s.impulse, s.springs.Material, s.springs.Spring, s.springs.Ends} {
		b.Release()
	}
}

// Reset forgets what springs have pushed, for a state that is set.
func (s *Sweeps) Reset() {
	if s == nil {
		return
	}
	s.measured = false
	s.ctx.Barrier(glx.ByTransfer) // the fill overwrites what passes wrote
	s.impulse.Fill(0)
}

// SetParams makes parameters, with their substeps chosen, those of the steps that are queued
// from here on. resolves says that k and c of springs at a substep are others than before. On an
// error nothing changes.
func (s *Sweeps) SetParams(p model.Params, resolves bool) error {
	if s == nil {
		return nil
	}
	if resolves && (s.model.PerSpring() || s.springs.Precision != model.Single) {
		if err := s.springs.UploadCoefficients(table.ResponseOf(s.ordered(), p), nil); err != nil {
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

// makeRoom makes room for what contacts have pushed, where they are visited again.
func (s *Sweeps) makeRoom(p model.Params) error {
	_, words := s.springs.Precision.Words()
	bytes := 16 * words * int64(len(p.Contacts)) * int64(s.model.MassCount())
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

// Lasting is the buffer that a run needs from step to step where substeps begin with a part of
// what springs have pushed; else nil.
func (s *Sweeps) Lasting() *glx.Buffer {
	if s == nil || s.params.Warm == 0 {
		return nil
	}
	return s.impulse
}

// Traffic is how often a step has each pass.
func (s *Sweeps) Traffic() (t traffic.Sweeps) {
	if s == nil {
		return t
	}
	p := s.params
	t = traffic.Sweeps{Substeps: int64(p.Substeps), Springs: 2 * int64(p.Sweeps()), Contacts: int64(touches(p))}
	if p.Forward {
		t.Springs /= 2
	}
	if p.Warm > 0 {
		t.Warm = 1
	}
	return t
}

// Residual waits and says how far the springs were from solved in the last substep that Step
// was asked for.
func (s *Sweeps) Residual() (strain float64, spring int) {
	if s == nil || !s.measured {
		return 0, -1
	}
	var record [1]shaders.Converged
	s.ctx.Barrier(glx.ByTransfer) // the download reads what the pass wrote
	glx.Download(s.converged, 0, record[:])
	return strainOf(record[0]), int(int32(record[0].Spring))
}
