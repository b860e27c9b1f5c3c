package toml

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hooke/model"
	"hooke/model/rod/chain"
	"hooke/model/spring"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

// runNumber is a number of [run] that is 0 where it is not given.
type runNumber struct {
	term string // of model that it belongs to
	key  string
	of   func(*model.Params) *float64
}

var runNumbers = []runNumber{
	{"drag", "drag_half_life", func(p *model.Params) *float64 { return &p.DragHalfLife }},
	{"drag", "drag_factor", func(p *model.Params) *float64 { return &p.DragKept }},
	{"quadratic drag", "quadratic_drag", func(p *model.Params) *float64 { return &p.QuadraticDrag }},
}

// loadTable is a table of scene files that makes a load, a guide or the wind.
type loadTable struct {
	name  string                            // of the table, and of the term of model
	alone func(t *parse.Table) model.Params // its loads without a model, to be checked
	add   func(f *sceneFile, t *parse.Table, s *scene.Scene, folder string)
	write func(w *writer, p model.Params)
}

// loadTables are all tables of loads, in the order in which they are read.
var loadTables = []loadTable{
	load[model.Force]{name: "force", list: func(p *model.Params) *[]model.Force { return &p.Forces }, read: forceFrom, write: writeForce,
		masses: func(v *model.Force) *[]uint32 { return &v.Masses }, key: "table", curve: func(v *model.Force) *model.Curve { return &v.Table }}.table(),
	load[model.Motor]{name: "motor", list: func(p *model.Params) *[]model.Motor { return &p.Motors }, read: motorFrom, write: writeMotor,
		masses: func(v *model.Motor) *[]uint32 { return &v.Masses }, key: "table", curve: func(v *model.Motor) *model.Curve { return &v.Table }}.table(),
	load[model.Handle]{name: "handle", list: func(p *model.Params) *[]model.Handle { return &p.Handles }, read: handleFrom, write: writeHandle, finish: finishHandle}.table(),
	load[model.Spin]{name: "spin", list: func(p *model.Params) *[]model.Spin { return &p.Spins }, read: spinFrom, write: writeSpin,
		masses: func(v *model.Spin) *[]uint32 { return &v.Masses }, key: "table", curve: func(v *model.Spin) *model.Curve { return &v.Table }}.table(),
	{name: "water", add: addWater, alone: func(t *parse.Table) model.Params { return model.Params{Water: waterFrom(t)} }, write: writeWater},
	load[model.Pressure]{name: "pressure", list: func(p *model.Params) *[]model.Pressure { return &p.Pressures }, read: pressureFrom, write: writePressure,
		masses: func(v *model.Pressure) *[]uint32 { return &v.Masses }}.table(),
	load[model.Area]{name: "area", list: func(p *model.Params) *[]model.Area { return &p.Areas }, read: areaFrom, write: writeArea,
		masses: func(v *model.Area) *[]uint32 { return &v.Masses }}.table(),
	load[model.Orient]{name: "orient", list: func(p *model.Params) *[]model.Orient { return &p.Orients }, read: orientFrom, write: writeOrient,
		masses: func(v *model.Orient) *[]uint32 { return &v.Masses }, key: "table", curve: func(v *model.Orient) *model.Curve { return &v.Table }, stands: true}.table(),
	load[model.Track]{name: "track", list: func(p *model.Params) *[]model.Track { return &p.Tracks }, read: trackFrom, write: writeTrack, finish: finishTrack,
		masses: func(v *model.Track) *[]uint32 { return &v.Masses }, key: "cycle", curve: func(v *model.Track) *model.Curve { return &v.Path.Cycle }, stands: true}.table(),
	load[model.Matching]{name: "shape", list: func(p *model.Params) *[]model.Matching { return &p.Matchings }, read: shapeFrom, write: writeShape,
		masses: func(v *model.Matching) *[]uint32 { return &v.Masses }}.table(),
	load[model.Limit]{name: "limit", list: func(p *model.Params) *[]model.Limit { return &p.Limits }, read: limitFrom, write: writeLimit, finish: finishLimit, stand: standLimit}.table(),
	load[model.Clamp]{name: "clamp", list: func(p *model.Params) *[]model.Clamp { return &p.Clamps }, read: clampFrom, write: writeClamp, finish: finishClamp,
		masses: func(v *model.Clamp) *[]uint32 { return &v.Masses }, key: "table", curve: func(v *model.Clamp) *model.Curve { return &v.Table }}.table(),
	load[model.Guide]{name: "guide", list: func(p *model.Params) *[]model.Guide { return &p.Guides }, read: guideFrom, write: writeGuide,
		masses: func(v *model.Guide) *[]uint32 { return &v.Masses }, key: "cycle", curve: func(v *model.Guide) *model.Curve { return &v.Path.Cycle }, stands: true}.table(),
	{name: "wind", add: addWind, alone: func(t *parse.Table) model.Params { return model.Params{Wind: windFrom(t, 0)} }, write: writeWind},
}

// load is a kind of loads of which params have a list.
type load[T any] struct {
	name   string
	list   func(p *model.Params) *[]T
	read   func(t *parse.Table) T
	write  func(w *writer, v T)                                                 // behind the name of the table
	masses func(v *T) *[]uint32                                                 // those of its key group; nil: it lacks the key
	key    string                                                               // of the file of its curve; "": it has none
	curve  func(v *T) *model.Curve                                              // that the file fills
	finish func(f *sceneFile, t *parse.Table, s *scene.Scene, v *T) (keep bool) // the rest of its keys, which need the model; nil: none
	stands bool                                                                 // a file of a curve counts as a curve where it is not read
	stand  func(t *parse.Table, v *T)                                           // replaces what it lacks without a model; nil: nothing
}

func (l load[T]) table() loadTable {
	alone := func(t *parse.Table) (p model.Params) {
		v := l.read(t)
		if l.stands {
			*l.curve(&v) = standIn(t, l.key, *l.curve(&v))
		}
		if l.stand != nil {
			l.stand(t, &v)
		}
		*l.list(&p) = []T{v}
		return p
	}
	write := func(w *writer, p model.Params) {
		for _, v := range *l.list(&p) {
			w.table(l.name)
			l.write(w, v)
		}
	}
	return loadTable{l.name, alone, l.add, write}
}

func (l load[T]) add(f *sceneFile, t *parse.Table, s *scene.Scene, folder string) {
	v := l.read(t)
	if l.masses != nil {
		*l.masses(&v) = f.massesOf(t, s.Model)
	}
	if l.curve != nil && t.Text(l.key) != "" {
		open := scene.OpenCurve
		if l.key == "cycle" {
			open = scene.OpenWave
		}
		*l.curve(&v) = f.curveOf(t, l.key, t.Text(l.key), folder, open)
	}
	if l.finish == nil || l.finish(f, t, s, &v) {
		list := l.list(&s.Params)
		*list = append(*list, v)
	}
}

// addLoads adds the loads of the tables.
func (f *sceneFile) addLoads(s *scene.Scene, folder string) {
	for _, load := range loadTables {
		f.Each(load.name, func(t *parse.Table) { load.add(f, t, s, folder) })
	}
}

// blameLoad adds an error of a model and its loads, "model NAME: pressure 1 (skin): words" or
// "model NAME: wind: words", as a fault of the table of that load. It reports whether there is
// such a table.
func (f *sceneFile) blameLoad(err error) bool {
	for _, load := range loadTables {
		_, words, pending := strings.Cut(err.Error(), ": "+load.name)
		if !pending {
			continue
		}
		number := 0
		if _, err := fmt.Sscanf(words, " %d", &number); err != nil && !strings.HasPrefix(words, ":") {
			continue
		}
		at := 0
		f.Each(load.name, func(t *parse.Table) {
			if at == number {
				f.reject(t, errors.New(load.name+words))
				pending = false
			}
			at++
		})
		if !pending {
			return true
		}
	}
	return false
}

func finishHandle(f *sceneFile, t *parse.Table, s *scene.Scene, handle *model.Handle) bool {
	if t.Value("near") != nil {
		handle.Mass = nearest(s.Model, t.Vector("near", model.Vec3{}))
	} else if t.Whole("mass") >= int64(s.Model.MassCount()) {
		f.FaultAt(t, "mass", "mass %d does not exist; masses are numbered 0 to %d", t.Whole("mass"), s.Model.MassCount()-1)
		return false
	}
	if !f.checkDamping(t) && t.Value("damping_ratio") != nil {
		handle.Damping = spring.RatioDamping(t.Number("damping_ratio", 0), handle.Stiffness, s.Model.Mass[handle.Mass])
	}
	return true
}

func addWind(_ *sceneFile, t *parse.Table, s *scene.Scene, _ string) {
	s.Params.Wind = windFrom(t, s.Seed)
}

func writeWind(w *writer, p model.Params) {
	if p.Wind == (model.Wind{}) {
		return
	}
	w.table("wind")
	w.vector("velocity", p.Wind.Velocity)
	w.number("drag", p.Wind.Drag)
	w.number("lift", p.Wind.Lift)
	w.unlessZero("gust", p.Wind.Gust)
	w.unlessZero("gust_time", p.Wind.GustTime)
	w.unlessZero("air_density", p.Wind.AirDensity)
	w.line("seed", strconv.FormatUint(p.Wind.Seed, 10))
}

func forceFrom(t *parse.Table) model.Force {
	return model.Force{Name: t.Text("name"), Force: t.Vector("force", model.Vec3{}), Table: t.Curve("table")}
}

func motorFrom(t *parse.Table) model.Motor {
	return model.Motor{Name: t.Text("name"), Axis: t.Direction("axis", model.Vec3{}), Speed: t.Number("speed", 0),
		Table: t.Curve("table"), Damping: t.Number("damping", 0), Limit: t.Number("limit", 0)}
}

func handleFrom(t *parse.Table) model.Handle {
	return model.Handle{Mass: uint32(min(t.Whole("mass"), math.MaxUint32)), Target: t.Vector("target", model.Vec3{}),
		TargetVelocity: t.Vector("velocity", model.Vec3{}), Stiffness: t.Number("stiffness", 0), Damping: t.Number("damping", 0)}
}

func guideFrom(t *parse.Table) model.Guide {
	g := model.Guide{Name: t.Text("name")}
	for _, k := range model.GuideKinds() {
		if k.String() == t.Text("kind") {
			g.Kind = k
		}
	}
	if g.Kind == model.OnPath {
		g.Path = pathFrom(t, "frequency")
		return g
	}
	g.Direction = t.Direction("direction", model.Vec3{})
	if t.Value("point") != nil {
		point := t.Vector("point", model.Vec3{})
		g.Point = &point
	}
	return g
}

// windFrom returns the wind; seed is that of the run.
func windFrom(t *parse.Table, seed uint64) model.Wind {
	w := model.Wind{Velocity: t.Vector("velocity", model.Vec3{}), Gust: t.Number("gust", 0), Seed: seed,
		AirDensity: t.Number("air_density", 0), Drag: t.Number("drag", 1), Lift: t.Number("lift", 0)}
	if w.Gust > 0 {
		w.GustTime = 1
	}
	w.GustTime = t.Number("gust_time", w.GustTime)
	if t.Value("seed") != nil {
		w.Seed = uint64(t.Whole("seed"))
	}
	return w
}

func finishClamp(f *sceneFile, t *parse.Table, s *scene.Scene, c *model.Clamp) bool {
	if !f.Faulty() && !slices.ContainsFunc(chain.Of(s.Model).Held([]model.Clamp{*c}), func(held int) bool { return held == 0 }) {
		f.FaultIn(t, "no segment of a rod has an end at its masses; give a material the rigidities of a rod, or pin masses")
	}
	return true
}

func clampFrom(t *parse.Table) model.Clamp {
	return model.Clamp{Name: t.Text("name"), Axis: t.Direction("axis", model.Vec3{}), Angle: t.Number("angle", 0), Table: t.Curve("table")}
}

func writeClamp(w *writer, c model.Clamp) {
	w.titled(c.Name, c.Masses)
	if c.Angle != 0 {
		w.vector("axis", c.Axis)
		w.number("angle", c.Angle)
	}
	w.curve("table", c.Table)
}

func writeForce(w *writer, f model.Force) {
	w.titled(f.Name, f.Masses)
	w.vector("force", f.Force)
	w.curve("table", f.Table)
}

func writeMotor(w *writer, m model.Motor) {
	w.titled(m.Name, m.Masses)
	w.vector("axis", m.Axis)
	w.number("speed", m.Speed)
	w.number("damping", m.Damping)
	w.unlessZero("limit", m.Limit)
	w.curve("table", m.Table)
}

func writeHandle(w *writer, h model.Handle) {
	w.line("mass", strconv.Itoa(int(h.Mass)))
	w.vector("target", h.Target)
	w.unlessNothing("velocity", h.TargetVelocity)
	w.number("stiffness", h.Stiffness)
	w.unlessZero("damping", h.Damping)
}

func writeGuide(w *writer, g model.Guide) {
	w.titled(g.Name, g.Masses)
	w.text("kind", g.Kind.String())
	if g.Kind == model.OnPath {
		w.path(g.Path, "frequency")
		return
	}
	w.vector("direction", g.Direction)
	if g.Point != nil {
		w.vector("point", *g.Point)
	}
}
