package draw_test

import (
	"testing"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
	"hooke/viewer/draw"
)

// still is a scene that does not move, with strains that the test chooses.
type still struct {
	masses, springs        int
	position, ends, strain *glx.Buffer
	velocity, spring       *glx.Buffer
	updates                int
	fault                  error // of UpdateStrain
	from                   model.Vec3
}

func newStill(t *testing.T, ctx *glx.Context, position []shaders.Position, ends []shaders.Ends, strain []float32) *still {
	t.Helper()
	s := &still{masses: len(position), springs: len(ends)}
	for _, b := range []struct {
		buffer **glx.Buffer
		bytes  int64
	}{{&s.position, 16 * int64(s.masses)}, {&s.ends, 8 * int64(s.springs)}, {&s.strain, 4 * int64(s.springs)},
		{&s.velocity, 16 * int64(s.masses)}, {&s.spring, 8 * int64(s.springs)}} {
		buffer := must.Get(ctx.NewBuffer("still", b.bytes))(t)
		*b.buffer = buffer
	}
	glx.Upload(s.position, 0, position)
	glx.Upload(s.ends, 0, ends)
	glx.Upload(s.strain, 0, strain)
	records := make([]shaders.Spring, s.springs)
	for i := range records {
		records[i] = shaders.Spring{RestLength: 1, Kind: 1}
	}
	glx.Upload(s.spring, 0, records)
	return s
}

func (s *still) MassCount() int              { return s.masses }
func (s *still) SpringCount() int            { return s.springs }
func (s *still) PositionBuffer() *glx.Buffer { return s.position }
func (s *still) EndsBuffer() *glx.Buffer     { return s.ends }
func (s *still) StrainBuffer() *glx.Buffer   { return s.strain }
func (s *still) VelocityBuffer() *glx.Buffer { return s.velocity }
func (s *still) SpringBuffer() *glx.Buffer   { return s.spring }
func (s *still) MassOrder() []uint32         { return nil }
func (s *still) UpdateStrain() error         { s.updates++; return s.fault }

// Measure leaves values as they are.
func (s *still) Measure(shaders.Measured, *glx.Buffer) error { return s.fault }

func (s *still) Origin() model.Vec3 { return s.from }

func (s *still) release() {
	s.position.Release()
	s.ends.Release()
	s.strain.Release()
	s.velocity.Release()
	s.spring.Release()
}

var _ draw.Drawable = (*still)(nil)

// at is a free mass of 1 kg.
func at(x, y, z float32) shaders.Position {
	return shaders.Position{Xyz: [3]float32{x, y, z}, InverseMass: 1}
}
