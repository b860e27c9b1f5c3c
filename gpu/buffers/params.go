package buffers

import (
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/shaders"
)

// UploadParams writes the uniform block and the contacts of a run with the given number of loads on
// all masses; where a step is divided, dt and drag are those of a substep. No spring of the run may be longer than runaway [m]. d is nil where nothing
// is divided.
func (b *Arrays) UploadParams(m *model.Model, s *settings.Settings, runaway float64, commonLoads int, d *ranges.Division) {
	of, palette := s.Params.Substep(), int64(len(m.Materials)*table.LawRecords(m))
	p := &of
	if d != nil {
		palette = d.Palette
	}
	gravity, gravityLow := options.TwoWords4(p.Gravity)
	dt, dtLow := options.TwoWords(p.DT)
	drag, dragLow := options.TwoWords(p.DragFactor())
	rate, rateLow := options.TwoWords(p.DragRate())
	layout, half := s.Signals, p.Wind.Density()/2
	reach, reachLow := options.TwoWords(p.FrictionReach())
	quadratic, quadraticLow := options.TwoWords(p.QuadraticDrag)
	glx.Upload(b.Params, 0, []shaders.Params{{
		Gravity:       gravity,
		GravityLow:    gravityLow,
		DT:            dt,
		DTLow:         dtLow,
		DragFactor:    drag,
		DragFactorLow: dragLow,
		DragRate:      rate,
		DragRateLow:   rateLow,
		MassCount:     uint32(m.MassCount()),
		SpringCount:   uint32(m.SpringCount()),
		ContactCount:  uint32(len(p.Contacts)),
		PaletteCount:  uint32(palette),
		Runaway:       float32(runaway),
		FrictionReach: reach,
		SignalVectors: uint32(layout.Vectors()),
		CommonLoads:   uint32(commonLoads),
		GuidedCount:   uint32(p.Guided(m)),

		QuadraticDrag: quadratic,
		WindDrag:      float32(half * p.Wind.Drag),
		WindLift:      float32(half * p.Wind.Lift),
		WindSignal:    uint32(layout.Wind),

		FrictionReachLow: reachLow,
		QuadraticDragLow: quadraticLow,
	}})
	if len(p.Contacts) > 0 { // the pipeline fused has them in its table, too
		glx.Upload(b.Contact, 0, options.InWords(b.Precision, func(word options.Rounding) []shaders.Contact { return s.ContactRecords(word) }))
	}
}
