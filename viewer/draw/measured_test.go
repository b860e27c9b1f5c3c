package draw

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/cpuref"
	"hooke/gpu"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/mirror"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/physics"
	"hooke/physics/measure"
	"hooke/scene"
	"hooke/scene/open"
	"hooke/scene/preset"
	"hooke/viewer/draw/color"
)

// quantityOf returns the quantity that a coloring of springs shows.
func quantityOf(c color.Coloring) measure.Quantity {
	return map[color.Coloring]measure.Quantity{color.ByStrain: measure.Strain, color.ByForce: measure.Force, color.ByEnergy: measure.Energy}[c]
}

// colorRounding is the rounding of a length in single precision: its square, the root and the difference from
// a rest length are each rounded once or twice. Positions are the same on both sides.
const colorRounding = 6.0 / (1 << 24)

// slackOf is by how much a color may differ from a reading of spring i, for rounding alone.
func slackOf(c color.Coloring, r measure.Reading, springs *measure.Springs, i int, speed float64) float64 {
	m, own := springs.Model(), springs.Coefficients(i)
	length := colorRounding * (r.Length + r.Rest)
	if m.IsSegment(i) {
		of := m.Materials[m.MaterialOf[i]].Rod
		along, about := max(of.Stretch, of.Shear)/r.Rest, max(of.Bend, of.Twist)/r.Rest
		length *= 2 // orientations are rounded, too, to a part of 1, as lengths are
		own = model.Coefficients{Stiffness: along, Damping: of.Delay * along}
		if c == color.ByEnergy {
			return (math.Sqrt(2*r.Energy*along)+along*length)*length + (math.Sqrt(2*r.Energy*about)+about*8*colorRounding)*8*colorRounding
		}
	}
	switch c {
	case color.ByStrain:
		return length / r.Rest
	case color.ByForce:
		return own.Stiffness*length + colorRounding*(own.Damping*speed+math.Abs(r.Shown(measure.Force)))
	}
	return own.Stiffness*math.Abs(r.Length-r.Rest)*length + colorRounding*r.Shown(measure.Energy) + own.Stiffness*length*length
}

// colored are the values of springs that a picture of a scene has.
func colored(t *testing.T, ctx *glx.Context, r *Renderer, s Drawable, c color.Coloring) []float32 {
	t.Helper()
	target := must.Get(ctx.NewFramebuffer("test", 8, 8, 1))(t)
	defer target.Release()
	must.Do(t, r.Draw(target, Frame{Camera: LookAt(r.subject.Bounds(), 1), Look: Look{Color: c, NoText: true}}))
	out := make([]float32, s.SpringCount())
	ctx.Barrier(glx.ByTransfer)
	glx.Download(r.values.ofSprings(c, s), 0, out)
	return out
}

// misread reports colors that differ from the measures of the springs, or nothing. Attachments have no color: they are not
// visible.
func misread(c color.Coloring, got []float32, springs *measure.Springs, s *model.State, scale []float64) string {
	for i := range springs.Model().StructuralCount() {
		r := springs.In(s, i, scale)
		want, speed := r.Shown(quantityOf(c)), 0.0
		for _, end := range springs.Model().Ends[i] {
			speed += s.Velocity[end].Len()
		}
		if d := math.Abs(float64(got[i]) - want); !(d <= slackOf(c, r, springs, i, speed)+1e-30) && r.Rest > 0 {
			return fmt.Sprintf("spring %d has %g, measured is %g %s", i, got[i], want, quantityOf(c).Unit())
		}
	}
	return ""
}

// inMotion is a preset a while after its start, pushed about, so that dampers, cables and
// muscles have something to do.
func inMotion(t *testing.T, name string) (*scene.Scene, *model.State) {
	t.Helper()
	s, err := open.Scene(name, scene.Options{Springs: 1500})
	if err != nil { // it has the size that it has
		s, err = open.Scene(name, scene.Options{})
	}
	must.Do(t, err)
	if s.Params.DT == 0 {
		s.Params.DT = physics.AutoStep(s.Model, s.Params)
	}
	least := math.Inf(1)
	for i, rest := range s.Model.RestLength {
		if s.Model.MaterialOf[i] != model.Removed && rest > 0 {
			least = min(least, rest)
		}
	}
	state := s.Start.Clone()
	state.Time = 0.3
	for i := range state.Position {
		if f := float64(i + 1); s.Model.PinOf(i) == 0 {
			state.Position[i] = state.Position[i].Add(model.Vec3{math.Sin(f), math.Sin(2 * f), math.Sin(3 * f)}.Mul(0.03 * least))
			state.Velocity[i] = model.Vec3{math.Cos(f), math.Cos(5 * f), math.Cos(7 * f)}.Mul(0.2)
		}
	}
	state.RoundToFloat32()
	return s, state
}

// In every preset, each coloring of springs shows their measures, as an engine and as a mirror of another one
// have them, after steps too. The energies sum to that of the structure. Without actuation, dampers or slack
// cables in the measures the comparison fails.
func TestColorsAreWhatIsMeasured(t *testing.T) {
	ctx := gltest.New(t)
	for turn, preset := range preset.All() { // not as tests of their own: OpenGL stays on its thread
		seePreset(t, ctx, preset.Name, gpu.Single, turn)
	}
	for turn, precision := range []gpu.Precision{gpu.Compensated, gpu.Double} {
		seePreset(t, ctx, "worm", precision, 3*turn) // in a pipeline each
		seePreset(t, ctx, "bridge", precision, turn+1)
	}
}

// seePreset compares the colors of a preset in each pipeline; in the short form, every third one in one by turn.
func seePreset(t *testing.T, ctx *glx.Context, name string, precision gpu.Precision, turn int) {
	s, state := inMotion(t, name)
	if model.Unsupported(model.EngineGPU, s.Model, s.Params, precision) != nil {
		if !must.Long() && turn%2 > 0 {
			return
		}
		e := must.Get(cpuref.New(s.Model, s.Params))(t)
		modeltest.StepFrom(t, e, state, 3)
		seeMirror(t, ctx, name, s, e, nil)
		return
	}
	for n, pipeline := range []string{gpu.TwoPass, gpu.Fused} {
		divides := s.Params.Integrator.Method().Divides // such solvers have no pipeline but the first
		if divides && pipeline == gpu.Fused || !must.Long() && (divides && turn%2 > 0 || !divides && (turn+n)%6 > 0) {
			continue
		}
		e := must.Get(gpu.New(ctx, s.Model, s.Params, gpu.Options{Pipeline: pipeline, Precision: precision, Drawing: true}))(t)
		defer e.Close()
		must.Do(t, e.Reset(state))
		r := must.Get(New(ctx, e, Subject{Model: s.Model, Params: e.Params()}))(t)
		defer r.Close()
		seeColors(t, ctx, fmt.Sprintf("%s, %s, %v", name, pipeline, precision), s, r, e)
		must.Do(t, e.Step(3))
		seeColors(t, ctx, fmt.Sprintf("%s, %s, %v, after steps", name, pipeline, precision), s, r, e)
		if pipeline == gpu.Fused || precision != gpu.Single {
			continue
		}
		seeMirror(t, ctx, name, s, e, e.RestScale())
	}
}

// seeMirror compares the colors of the springs of an engine that a mirror shows with the measures of the
// springs.
func seeMirror(t *testing.T, ctx *glx.Context, name string, s *scene.Scene, e model.Engine, scale []float64) {
	t.Helper()
	mirror := must.Get(mirror.New(ctx, s.Model, s.Params, nil))(t)
	defer mirror.Close()
	now := modeltest.Snapshot(t, e)
	must.Do(t, mirror.Show(&now, scale))
	other := must.Get(New(ctx, mirror, Subject{Model: s.Model, Params: s.Params}))(t)
	defer other.Close()
	for _, c := range []color.Coloring{color.ByStrain, color.ByForce, color.ByEnergy} {
		must.Be(t, misread(c, colored(t, ctx, other, mirror, c), measure.Of(s.Model, s.Params), now.State(), scale), "", "%s, mirror, %v", name, c)
	}
}

// seeColors compares the colors of an engine's springs with the measures of the springs.
func seeColors(t *testing.T, ctx *glx.Context, what string, s *scene.Scene, r *Renderer, e *gpu.Engine) {
	t.Helper()
	m, springs, scale := s.Model, measure.Of(s.Model, s.Params), e.RestScale()
	state := modeltest.State(t, e)
	for _, c := range []color.Coloring{color.ByStrain, color.ByForce, color.ByEnergy} {
		got := colored(t, ctx, r, e, c)
		must.Be(t, misread(c, got, springs, &state, scale), "", "%s, %v", what, c)
		if c == color.ByEnergy {
			sum, held := 0.0, physics.NewEnergyLaw(m, s.Params).At(scale, &state).Elastic
			slack := 0.0
			for i, v := range got {
				sum += float64(v)
				slack += slackOf(c, springs.In(&state, i, scale), springs, i, 0)
			}
			if math.Abs(sum-held) > slack+1e-9*held {
				t.Errorf("%s: the energies shown sum to %g J, the springs hold %g J (± %g)", what, sum, held, slack)
			}
		}
		if c == color.ByStrain && len(scale) > 0 && misread(c, got, springs, &state, nil) == "" {
			t.Errorf("%s, %v: it passes without actuation", what, c)
		}
		without := *m
		without.Materials = append([]model.Material{}, m.Materials...)
		damped, cables := false, false
		for k := range without.Materials {
			damped = damped || m.Materials[k].Damps()
			without.Materials[k] = without.Materials[k].Undamped()
		}
		byLaw := len(state.SpringForce) == 0 || c != color.ByForce // impulses report forces themselves
		if byLaw && c == color.ByForce && damped && m.Own == nil && misread(c, got, measure.Of(&without, s.Params), &state, scale) == "" {
			t.Errorf("%s, %v: it passes without dampers", what, c)
		}
		copy(without.Materials, m.Materials)
		for k := range without.Materials {
			cables = cables || m.Materials[k].TensionOnly && !m.Materials[k].Rigid && slices.Contains(m.MaterialOf[:m.StructuralCount()], uint16(k))
			without.Materials[k].TensionOnly = false
		}
		if byLaw && c != color.ByStrain && cables && misread(c, got, measure.Of(&without, s.Params), &state, scale) == "" {
			t.Errorf("%s, %v: it passes when cables push", what, c)
		}
		other := state // with segments and links as they are not
		other.Orientation, other.LinkForce = slices.Clone(state.Orientation), slices.Clone(state.LinkForce)
		for k := range other.Orientation {
			other.Orientation[k] = mgl64.QuatRotate(0.01, model.Vec3{1}).Mul(other.Orientation[k])
		}
		for k := range other.LinkForce {
			other.LinkForce[k] *= 1.001
		}
		other.SpringForce = slices.Clone(state.SpringForce)
		for k := range other.SpringForce {
			other.SpringForce[k] *= 1.001
		}
		if !byLaw && misread(c, got, springs, &other, scale) == "" {
			t.Errorf("%s, %v: it passes when springs have pushed otherwise", what, c)
		}
		links := len(state.LinkForce) > m.Attachments // those behind them are of attachments
		if (len(state.Orientation) > 0 || links && c == color.ByForce) && misread(c, got, springs, &other, scale) == "" {
			t.Errorf("%s, %v: it passes when rods are turned and links pull otherwise", what, c)
		}
	}
}

// Pictures of one film grow a range wider, never narrower; those of a whole recorded run
// have the one of all states.
func TestRangesThatPicturesShare(t *testing.T) {
	v := values{together: &color.Ranges{}}
	for _, c := range []struct {
		strain float64
		want   float64
	}{{0.01, 0.01}, {0.1, 0.1}, {0.002, 0.1}} {
		v.seen[color.ByStrain] = color.Seen{Typical: c.strain, Known: true}
		v.widen(color.ByStrain)
		must.Near(t, v.automatic(color.ByStrain), c.want, 1e-6*c.want, "in a film a strain of %g has the range", c.strain)
	}
	v.together.Whole = true
	v.seen[color.ByStrain] = color.Seen{Typical: 0.9, Known: true}
	v.widen(color.ByStrain)
	must.Near(t, v.automatic(color.ByStrain), 0.1, 1e-6, "in a recorded run the range")
	must.Be(t, v.automatic(color.ByForce), color.ByForce.RangeOf(color.Seen{}, 0), "another coloring has the range")
}
