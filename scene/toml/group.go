package toml

import (
	"math"
	"strings"

	"hooke/mesh/join"
	"hooke/model"
	"hooke/physics/measure"
	"hooke/scene"
	"hooke/scene/toml/parse"
	"hooke/scene/words"
)

// addGroups adds the groups of the file to the model.
func (f *sceneFile) addGroups(m *model.Model) {
	f.Each("group", func(t *parse.Table) {
		name := t.Text("name")
		if _, there := m.OwnGroup(name); there {
			f.FaultAt(t, "name", "group %q already exists; choose another name", name)
			return
		}
		candidate := func(uint32) bool { return true }
		if t.Value("within") != nil {
			member, ok := f.members(t, "within", m)
			if !ok {
				return
			}
			candidate = func(i uint32) bool { return member[i] }
		}
		chosen, ok := f.chooser(t, m)
		if !ok {
			return
		}
		g := model.Group{Name: name}
		for i := range uint32(m.MassCount()) {
			if candidate(i) && chosen(i) {
				g.Masses = append(g.Masses, i)
			}
		}
		if len(g.Masses) == 0 {
			lo, hi := m.Bounds()
			f.FaultIn(t, "group %q has no mass; the masses lie from [%.4g, %.4g, %.4g] to [%.4g, %.4g, %.4g] m", name, lo[0], lo[1], lo[2], hi[0], hi[1], hi[2])
			return
		}
		m.Groups = append(m.Groups, g)
	})
}

// chooser says which masses a group takes.
func (f *sceneFile) chooser(t *parse.Table, m *model.Model) (chosen func(i uint32) bool, ok bool) {
	at := func(inside func(x model.Vec3) bool) func(uint32) bool {
		return func(i uint32) bool { return inside(m.RestPosition[i]) }
	}
	switch t.Text("shape") {
	case "box":
		lo, hi := t.Vector("min", model.Vec3{}), t.Vector("max", model.Vec3{})
		for axis, letter := range "xyz" {
			if lo[axis] > hi[axis] {
				f.FaultAt(t, "max", "max is below min along %c; exchange them", letter)
				return nil, false
			}
		}
		return at(func(x model.Vec3) bool {
			for axis := range 3 {
				if x[axis] < lo[axis] || x[axis] > hi[axis] {
					return false
				}
			}
			return true
		}), true
	case "sphere":
		center, radius := t.Vector("center", model.Vec3{}), t.Number("radius", 0)
		return at(func(x model.Vec3) bool { return x.Sub(center).Len() <= radius }), true
	case "plane":
		point, normal := t.Vector("point", model.Vec3{}), t.Vector("normal", model.Vec3{})
		return at(func(x model.Vec3) bool { return x.Sub(point).Dot(normal) >= 0 }), true
	case "list":
		listed := make([]bool, m.MassCount())
		for _, v := range t.Value("masses").Items {
			if v.Whole() >= int64(len(listed)) {
				f.FaultAt(t, "masses", "mass %d does not exist; masses are numbered 0 to %d", v.Whole(), len(listed)-1)
				return nil, false
			}
			listed[v.Whole()] = true
		}
		return func(i uint32) bool { return listed[i] }, true
	}
	member, ok := f.members(t, "labels", m)
	return func(i uint32) bool { return member[i] }, ok
}

// members says of every mass whether it is in one of the groups that a key
// names. A name that is no group is a fault.
func (f *sceneFile) members(t *parse.Table, key string, m *model.Model) (member []bool, ok bool) {
	member = make([]bool, m.MassCount())
	ok = true
	for _, name := range t.Texts(key) {
		g, there := m.Group(name)
		if !there {
			ok = false
			f.FaultAt(t, key, "%s", words.UnknownGroup(m, name))
		}
		for _, i := range g.Masses {
			member[i] = true
		}
	}
	return member, ok
}

// massesOf returns the masses of the groups that key "group" names, ascending; nil,
// all masses, when it is not given.
func (f *sceneFile) massesOf(t *parse.Table, m *model.Model) (masses []uint32) {
	if t.Value("group") == nil {
		return nil
	}
	member, _ := f.members(t, "group", m)
	masses = []uint32{}
	for i, in := range member {
		if in {
			masses = append(masses, uint32(i))
		}
	}
	return masses
}

// addPins holds masses.
func (f *sceneFile) addPins(m *model.Model) (pins []measure.Pin) {
	f.Each("pin", func(t *parse.Table) {
		axes := model.PinAll
		if t.Value("axes") != nil {
			axes = 0
			for _, axis := range t.Text("axes") {
				axes |= model.PinX << (axis - 'x')
			}
		}
		masses := f.massesOf(t, m)
		if m.Pin == nil {
			m.Pin = make([]model.Pin, m.MassCount())
		}
		for _, i := range masses {
			m.Pin[i] |= axes
		}
		pins = append(pins, measure.Pin{Masses: masses, Axes: axes})
	})
	if pins == nil {
		return measure.PinsOf(m)
	}
	return pins
}

// addAttachments attaches masses to pinned ones. It comes after all that makes springs, or chooses
// numbers by them.
func (f *sceneFile) addAttachments(s *scene.Scene) {
	f.Each("attachment", func(t *parse.Table) {
		if f.Faulty() {
			return // materials and muscles are not final yet
		}
		o := join.AttachOptions{Masses: f.massesOf(t, s.Model), Anchors: int(min(t.Whole("anchors"), math.MaxInt32)), Slack: t.Number("slack", join.DefaultSlack), Actuators: s.Params.Actuators}
		o.Faults(func(field, format string, args ...any) { f.FaultAt(t, field, format, args...) })
		if f.Faulty() {
			return
		}
		attached, err := join.Attach(s.Model, o)
		if err != nil {
			f.FaultIn(t, "%s", strings.TrimPrefix(err.Error(), "attach: "))
			return
		}
		free := 0
		s.Model.Each(o.Masses, func(i int) {
			if s.Model.PinOf(i) != model.PinAll {
				free++
			}
		})
		s.Report.Note(attached < free, "%d of %d masses are attached; to the others springs lead from no pinned mass, or another [[attachment]] has them", attached, free)
	})
}
