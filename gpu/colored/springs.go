package colored

import (
	"fmt"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/model"
	"hooke/order"
	"hooke/shaders"
)

// Springs are the springs of a model in the order of their colors. New makes them.
type Springs struct {
	Model  *model.Model // borrowed
	Colors order.SpringColors
	Arrays buffers.Arrays // ends, springs and materials
	Number *glx.Buffer    // of each spring in the model; [springs]

	ctx    *glx.Context
	groups [][2]uint32 // work groups of the passes over each color
}

// New puts the springs of a model on the device, with its materials. On an error nothing stays
// allocated.
func New(ctx *glx.Context, m *model.Model, n ranges.Counts) (*Springs, error) {
	s := &Springs{ctx: ctx, Model: m, Colors: order.ColorSprings(m)}
	err := buffers.Allocate(ctx.NewBuffer, n, buffers.Slots{"SweepEnds": {&s.Arrays.Ends}, "SweepSpring": {&s.Arrays.Spring}, "SweepMaterial": {&s.Arrays.Material}, "SpringNumber": {&s.Number}})
	if err != nil {
		s.Release()
		return nil, fmt.Errorf("gpu: %w", err)
	}
	if m.SpringCount() > 0 {
		s.Arrays.UploadSprings(s.Ordered(m))
		glx.Upload(s.Number, 0, s.Colors.Order)
	}
	if len(m.Materials) > 0 {
		s.Arrays.UploadMaterials(m, nil)
	}
	return s, nil
}

// Ordered returns a model like the given one, with its springs in the order of colors.
func (s *Springs) Ordered(like *model.Model) *model.Model {
	m := *like
	m.PickSprings(like, s.Colors.Order)
	return &m
}

// Release frees the buffers. On nil it does nothing.
func (s *Springs) Release() {
	if s == nil {
		return
	}
	for _, b := range []*glx.Buffer{s.Number, s.Arrays.Material, s.Arrays.Spring, s.Arrays.Ends} {
		b.Release()
	}
}

// Extent returns a pass with an invocation for each spring.
func (s *Springs) Extent() pass.Extent {
	return pass.Extent{Items: pass.OfSprings, Count: int64(s.Model.SpringCount())}
}

// Slots returns the arrays of the springs as passes bind them, and NumberSlot that of their numbers.
func (s *Springs) Slots() []pass.Slot {
	return []pass.Slot{{Binding: shaders.BindEnds, Buffer: s.Arrays.Ends}, {Binding: shaders.BindSpring, Buffer: s.Arrays.Spring},
		{Binding: shaders.BindMaterial, Buffer: s.Arrays.Material}}
}

// NumberSlot returns the array of the numbers of the springs in the model.
func (s *Springs) NumberSlot() pass.Slot {
	return pass.Slot{Binding: shaders.BindSpringNumber, Buffer: s.Number}
}

// Group divides the springs of each color into work groups of a size.
func (s *Springs) Group(size int) (err error) {
	out := make([][2]uint32, s.Colors.Count())
	for c := range out {
		if out[c][0], out[c][1], err = s.ctx.Limits.Groups(int64(len(s.Colors.Color(c))), size); err != nil {
			return err
		}
	}
	s.groups = out
	return nil
}

// Visit queues a pass over the springs of a color, whose row is bound.
func (s *Springs) Visit(p *pass.Pass, color int) {
	p.DispatchGroups(s.ctx, s.groups[color])
	s.ctx.Barrier(glx.ByShader) // the springs of the next color read the changes by these
}
