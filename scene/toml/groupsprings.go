package toml

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"hooke/model"
	"hooke/model/spring"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

// Springs on groups: of their orientation, their center and their shape.

// titleOf returns the name of a table, or those of its groups.
func titleOf(t *parse.Table) string {
	if name := t.Text("name"); name != "" {
		return name
	}
	return strings.Join(t.Texts("group"), ", ")
}

// perMass returns s [1/s²] and d [1/s] of a spring on a group: by a frequency with a damping ratio
// or a half-life, or critical by a half-life alone.
func perMass(t *parse.Table) (s, d float64) {
	frequency, halfLife := t.Number("frequency", 0), t.Number("half_life", 0)
	s = spring.StiffnessFromFrequency(frequency)
	switch {
	case halfLife > 0:
		if d = spring.DampingFromHalfLife(halfLife); frequency == 0 {
			s = spring.StiffnessFromRatio(1, d)
		}
	case frequency > 0:
		d = spring.DampingFromRatio(t.Number("damping_ratio", 1), s)
	}
	return s, d
}

// checkPerMass looks for two of the keys of a spring on a group that say the same, and for those
// that make it too stiff to count.
func (f *sceneFile) checkPerMass(t *parse.Table) {
	for _, pair := range [][2]string{{"damping_ratio", "half_life"}, {"stiffness", "frequency"}, {"stiffness", "half_life"}} {
		if t.Value(pair[0]) != nil && t.Value(pair[1]) != nil {
			f.FaultAt(t, pair[0], "%s: %s is given too; give one of the two", pair[0], pair[1])
			return
		}
	}
	s, d := perMass(t)
	for _, key := range []struct {
		name string
		of   float64
	}{{"frequency", s}, {"half_life", d}, {"damping_ratio", d}} {
		if t.Value(key.name) != nil && !(key.of <= model.Largest) {
			f.FaultAt(t, key.name, "%s makes the spring too stiff: stiffness and damping are %g 1/s² and %g 1/s, and at most %g", key.name, s, d, model.Largest)
			return
		}
	}
}

func orientFrom(t *parse.Table) model.Orient {
	o := model.Orient{Name: titleOf(t), Table: t.Curve("table"), Up: t.Direction("up", model.Vec3{}), Axis: t.Direction("axis", model.Vec3{}),
		Torsion: t.Number("stiffness", 0), Drag: t.Number("damping", 0), Limit: t.Number("limit", 0)}
	o.Stiffness, o.Damping = perMass(t)
	o.Turn = turnFrom(t)
	return o
}

// turnFrom returns the rotation vector of the angles of turn [rad]. About one axis it may be more than
// half a turn, which a table may lead to.
func turnFrom(t *parse.Table) model.Vec3 {
	angles, alone := t.Vector("turn", model.Vec3{}), 0
	for _, angle := range angles {
		if angle != 0 {
			alone++
		}
	}
	if alone <= 1 {
		return angles.Mul(math.Pi / 180)
	}
	return spring.ScaledAxis(t.Turn("turn"))
}

func finishTrack(f *sceneFile, t *parse.Table, s *scene.Scene, track *model.Track) bool {
	if track.Follows {
		track.Mass, _ = f.endFinder(s.Model).end(t, "follow")
	}
	return true
}

func trackFrom(t *parse.Table) model.Track {
	k := model.Track{Name: titleOf(t), Path: pathFrom(t, "wave_frequency"), Follows: t.Value("follow") != nil, Lag: t.Flag("lag"), Limit: t.Number("limit", 0)}
	k.Stiffness, k.Damping = perMass(t)
	if t.Value("target") != nil {
		target := t.Vector("target", model.Vec3{})
		k.Target = &target
	}
	return k
}

func shapeFrom(t *parse.Table) model.Matching {
	s := model.Matching{Name: titleOf(t)}
	s.Stiffness, s.Damping = perMass(t)
	return s
}

// roundest returns the number with the fewest digits that a function turns into want, near a number that
// would give that without rounding; that number if no such number exists.
func roundest(near, want float64, read func(float64) float64) (x float64, ok bool) {
	for digit := 1; digit <= 17; digit++ {
		if x, err := strconv.ParseFloat(strconv.FormatFloat(near, 'g', digit, 64), 64); err == nil && read(x) == want {
			return x, true
		}
	}
	for _, toward := range []float64{math.Inf(1), math.Inf(-1)} {
		x := near
		for range 4 {
			if x = math.Nextafter(x, toward); read(x) == want {
				return x, true
			}
		}
	}
	return near, read(near) == want
}

// degrees returns an angle in degrees that reads back as the same number, the roundest if it can.
func degrees(radians float64) float64 {
	x, _ := roundest(radians*180/math.Pi, radians, func(x float64) float64 { return x * math.Pi / 180 })
	return x
}

// perMass writes s and d of a spring on a group. The half-life alone makes a critical spring; a damper
// without a spring has no keys.
func (w *writer) perMass(s, d float64) {
	halfLife, exact := 0.0, false
	if d > 0 {
		halfLife, exact = roundest(spring.HalfLifeFromDamping(d), d, spring.DampingFromHalfLife)
	}
	switch {
	case s == 0 && d == 0:
		return
	case exact && s == spring.StiffnessFromRatio(1, spring.DampingFromHalfLife(halfLife)):
		w.number("half_life", halfLife)
		return
	case s == 0:
		if w.fault == nil {
			w.fault = fmt.Errorf("scene: %s has a damper without a spring, which cannot be written", w.described.Name)
		}
		return
	}
	frequency, _ := roundest(spring.FrequencyFromStiffness(s), s, spring.StiffnessFromFrequency)
	w.number("frequency", frequency)
	ratio, same := roundest(spring.RatioFromDamping(d, s), d, func(x float64) float64 { return spring.DampingFromRatio(x, s) })
	if exact && !same {
		w.number("half_life", halfLife)
	} else {
		w.number("damping_ratio", ratio)
	}
}

// turn writes a rotation vector as angles about x, then y, then z.
func (w *writer) turn(v model.Vec3) {
	alone, angles := 0, v
	for axis, x := range v {
		if x != 0 {
			alone++
		}
		angles[axis] = degrees(x)
	}
	if alone == 0 {
		return
	}
	if alone > 1 {
		r := mgl64.QuatRotate(v.Len(), v.Normalize()).Mat4().Mat3()
		angles = model.Vec3{math.Atan2(r.At(2, 1), r.At(2, 2)), math.Asin(max(-1, min(1, -r.At(2, 0)))), math.Atan2(r.At(1, 0), r.At(0, 0))}.Mul(180 / math.Pi)
	}
	w.vector("turn", angles)
}

func writeSpin(w *writer, s model.Spin) {
	w.titled(s.Name, s.Masses)
	w.vector("axis", s.Axis)
	w.number("speed", s.Speed)
	w.number("damping", s.Damping)
	w.unlessZero("limit", s.Limit)
	w.curve("table", s.Table)
}

func writeOrient(w *writer, o model.Orient) {
	w.titled(o.Name, o.Masses)
	w.turn(o.Turn)
	w.unlessNothing("up", o.Up)
	w.unlessNothing("axis", o.Axis)
	w.perMass(o.Stiffness, o.Damping)
	w.unlessZero("stiffness", o.Torsion)
	w.unlessZero("damping", o.Drag)
	w.unlessZero("limit", o.Limit)
	w.curve("table", o.Table)
}

func writeTrack(w *writer, k model.Track) {
	w.titled(k.Name, k.Masses)
	if k.Target != nil {
		w.vector("target", *k.Target)
	}
	if k.Follows {
		w.line("follow", strconv.Itoa(int(k.Mass)))
	}
	if k.Lag {
		w.line("lag", "true")
	}
	w.path(k.Path, "wave_frequency")
	w.perMass(k.Stiffness, k.Damping)
	w.unlessZero("limit", k.Limit)
}

func writeShape(w *writer, s model.Matching) {
	w.titled(s.Name, s.Masses)
	w.perMass(s.Stiffness, s.Damping)
}

func areaFrom(t *parse.Table) model.Area {
	return model.Area{Name: t.Text("name"), Stiffness: t.Number("stiffness", 0), Damping: t.Number("damping", 0)}
}

func writeArea(w *writer, a model.Area) {
	w.titled(a.Name, a.Masses)
	w.number("stiffness", a.Stiffness)
	w.unlessZero("damping", a.Damping)
}
