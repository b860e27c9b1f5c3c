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
	{name: "force", add: addForce, alone: func(t *parse.Table) model.Params { return model.Params{Forces: []model.Force{forceFrom(t)}} }, write: writeForces},
	{name: "motor", add: addMotor, alone: func(t *parse.Table) model.Params { return model.Params{Motors: []model.Motor{motorFrom(t)}} }, write: writeMotors},
	{name: "handle", add: addHandle, alone: func(t *parse.Table) model.Params { return model.Params{Handles: []model.Handle{handleFrom(t)}} }, write: writeHandles},
	{name: "spin", add: addSpin, alone: func(t *parse.Table) model.Params { return model.Params{Spins: []model.Spin{spinFrom(t)}} }, write: writeSpins},
	{name: "water", add: addWater, alone: func(t *parse.Table) model.Params { return model.Params{Water: waterFrom(t)} }, write: writeWater},
	{name: "pressure", add: addPressure, alone: func(t *parse.Table) model.Params { return model.Params{Pressures: []model.Pressure{pressureFrom(t)}} }, write: writePressures},
	{name: "area", add: addArea, alone: func(t *parse.Table) model.Params { return model.Params{Areas: []model.Area{areaFrom(t)}} }, write: writeAreas},
	{name: "orient", add: addOrient, alone: aloneOrient, write: writeOrients},
	{name: "track", add: addTrack, alone: aloneTrack, write: writeTracks},
	{name: "shape", add: addShape, alone: func(t *parse.Table) model.Params { return model.Params{Matchings: []model.Matching{shapeFrom(t)}} }, write: writeShapes},
	{name: "limit", add: addLimit, alone: aloneLimit, write: writeLimits},
	{name: "clamp", add: addClamp, alone: func(t *parse.Table) model.Params { return model.Params{Clamps: []model.Clamp{clampFrom(t)}} }, write: writeClamps},
	{name: "guide", add: addGuide, alone: aloneGuide, write: writeGuides},
	{name: "wind", add: addWind, alone: func(t *parse.Table) model.Params { return model.Params{Wind: windFrom(t, 0)} }, write: writeWind},
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

func addForce(f *sceneFile, t *parse.Table, s *scene.Scene, folder string) {
	force := forceFrom(t)
	force.Masses = f.massesOf(t, s.Model)
	if name := t.Text("table"); name != "" {
		force.Table = f.curveOf(t, "table", name, folder, scene.OpenCurve)
	}
	s.Params.Forces = append(s.Params.Forces, force)
}

func addMotor(f *sceneFile, t *parse.Table, s *scene.Scene, folder string) {
	motor := motorFrom(t)
	motor.Masses = f.massesOf(t, s.Model)
	if name := t.Text("table"); name != "" {
		motor.Table = f.curveOf(t, "table", name, folder, scene.OpenCurve)
	}
	s.Params.Motors = append(s.Params.Motors, motor)
}

func addHandle(f *sceneFile, t *parse.Table, s *scene.Scene, _ string) {
	handle := handleFrom(t)
	if t.Value("near") != nil {
		handle.Mass = nearest(s.Model, t.Vector("near", model.Vec3{}))
	} else if t.Whole("mass") >= int64(s.Model.MassCount()) {
		f.FaultAt(t, "mass", "mass %d does not exist; masses are numbered 0 to %d", t.Whole("mass"), s.Model.MassCount()-1)
		return
	}
	if !f.checkDamping(t) && t.Value("damping_ratio") != nil {
		handle.Damping = spring.RatioDamping(t.Number("damping_ratio", 0), handle.Stiffness, s.Model.Mass[handle.Mass])
	}
	s.Params.Handles = append(s.Params.Handles, handle)
}

func addGuide(f *sceneFile, t *parse.Table, s *scene.Scene, folder string) {
	guide := guideFrom(t)
	guide.Masses = f.massesOf(t, s.Model)
	if name := t.Text("cycle"); name != "" {
		guide.Path.Cycle = f.curveOf(t, "cycle", name, folder, scene.OpenWave)
	}
	s.Params.Guides = append(s.Params.Guides, guide)
}

func aloneGuide(t *parse.Table) model.Params {
	g := guideFrom(t)
	g.Path.Cycle = standIn(t, "cycle", g.Path.Cycle)
	return model.Params{Guides: []model.Guide{g}}
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

func addClamp(f *sceneFile, t *parse.Table, s *scene.Scene, folder string) {
	clamp := clampFrom(t)
	clamp.Masses = f.massesOf(t, s.Model)
	if name := t.Text("table"); name != "" {
		clamp.Table = f.curveOf(t, "table", name, folder, scene.OpenCurve)
	}
	s.Params.Clamps = append(s.Params.Clamps, clamp)
	if !f.Faulty() && !slices.ContainsFunc(chain.Of(s.Model).Held([]model.Clamp{clamp}), func(held int) bool { return held == 0 }) {
		f.FaultIn(t, "no segment of a rod has an end at its masses; give a material the rigidities of a rod, or pin masses")
	}
}

func clampFrom(t *parse.Table) model.Clamp {
	return model.Clamp{Name: t.Text("name"), Axis: t.Direction("axis", model.Vec3{}), Angle: t.Number("angle", 0), Table: t.Curve("table")}
}

// writeClamps writes clamps by the groups that have their masses.
func writeClamps(w *writer, p model.Params) {
	for _, c := range p.Clamps {
		w.table("clamp")
		w.titled(c.Name, c.Masses)
		if c.Angle != 0 {
			w.vector("axis", c.Axis)
			w.number("angle", c.Angle)
		}
		w.curve("table", c.Table)
	}
}

// titled writes the name of a thing, if any, and the groups whose masses it acts on: nil masses are all.
// Masses that are no groups are a fault of the writer.
func (w *writer) titled(name string, masses []uint32) {
	if name != "" {
		w.text("name", name)
	}
	if masses == nil {
		return
	}
	if groups := groupsOf(masses, &model.Model{Groups: w.groups}); groups != nil {
		w.texts("group", groups)
	} else if w.fault == nil {
		w.fault = fmt.Errorf("scene: %s %q is of %d masses that are no groups, which cannot be written", w.described.Name, name, len(masses))
	}
}

func writeForces(w *writer, p model.Params) {
	for _, f := range p.Forces {
		w.table("force")
		w.titled(f.Name, f.Masses)
		w.vector("force", f.Force)
		w.curve("table", f.Table)
	}
}

func writeMotors(w *writer, p model.Params) {
	for _, m := range p.Motors {
		w.table("motor")
		w.titled(m.Name, m.Masses)
		w.vector("axis", m.Axis)
		w.number("speed", m.Speed)
		w.number("damping", m.Damping)
		w.unlessZero("limit", m.Limit)
		w.curve("table", m.Table)
	}
}

func writeHandles(w *writer, p model.Params) {
	for _, h := range p.Handles {
		w.table("handle")
		w.line("mass", strconv.Itoa(int(h.Mass)))
		w.vector("target", h.Target)
		w.unlessNothing("velocity", h.TargetVelocity)
		w.number("stiffness", h.Stiffness)
		w.unlessZero("damping", h.Damping)
	}
}

func writeGuides(w *writer, p model.Params) {
	for _, g := range p.Guides {
		w.table("guide")
		w.titled(g.Name, g.Masses)
		w.text("kind", g.Kind.String())
		if g.Kind == model.OnPath {
			w.path(g.Path, "frequency")
			continue
		}
		w.vector("direction", g.Direction)
		if g.Point != nil {
			w.vector("point", *g.Point)
		}
	}
}
