package join

import (
	"errors"
	"fmt"
	"math"

	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/model"
)

// DefaultSlack is the part of its way by which an attachment is longer, by default.
const DefaultSlack = 0.02

// AttachOptions choose the attachments that Attach makes. The zero value attaches every mass to
// its nearest pinned mass, without slack.
type AttachOptions struct {
	Masses  []uint32 // the attached masses, ascending; nil: all
	Anchors int      // the number of pinned masses for each, the nearest ones, 0 to model.MaxAnchors; 0 stands for 1
	Slack   float64  // the part of its way by which an attachment is longer, >= 0

	Actuators []model.Actuator // of the run: a way is as long as its muscles get
}

// Faults reports each invalid field of the options to fault.
func (o AttachOptions) Faults(fault func(field, format string, args ...any)) {
	if o.Anchors < 0 || o.Anchors > model.MaxAnchors {
		fault("anchors", "anchors are %d; give 1 to %d", o.Anchors, model.MaxAnchors)
	}
	if !(o.Slack >= 0) || math.IsInf(o.Slack, 0) {
		fault("slack", "slack is %g; it must not be negative", o.Slack)
	}
}

// Attach attaches masses of a model to masses that are pinned on all axes, and returns the number
// of masses that have an attachment. A mass gets none if no springs lead to it from a pinned mass.
// An attachment has the material of the spring at its mass on the way from its anchor, without
// damper. If nothing can be attached, Attach returns an error and leaves the model unchanged.
func Attach(m *model.Model, o AttachOptions) (attached int, err error) {
	o.Faults(func(field, format string, args ...any) { err = fmt.Errorf("attach: "+format, args...) })
	if err != nil {
		return 0, err
	}
	m.InArrays()
	w := newWays(m, o)
	if !w.begin() {
		return 0, errors.New("attach: no mass is pinned on all axes; pin one, or leave attachments out")
	}
	w.find()
	list, attached := w.wanted(o.Masses)
	if attached == 0 {
		return 0, errors.New("attach: springs lead from no pinned mass to one of these masses; pin another mass, or leave attachments out")
	}
	if err := mesh.Fits(0, int64(len(list))); err != nil {
		return 0, fmt.Errorf("attach: %w", err)
	}
	return attached, addAttachments(m, list, o)
}

// attachment is one that is to be made.
type attachment struct {
	mass uint32
	way
}

// wanted returns the attachments of some masses, by mass, and how many masses have one.
func (w *ways) wanted(masses []uint32) (list []attachment, attached int) {
	has := make([]bool, w.model.MassCount())
	for s := w.model.StructuralCount(); s < w.model.SpringCount(); s++ {
		has[w.model.Ends[s][0]] = true
	}
	w.model.Each(masses, func(i int) {
		if has[i] {
			return
		}
		before := len(list)
		for _, way := range w.to[i] {
			if way.length > 0 {
				list = append(list, attachment{uint32(i), way})
			}
		}
		if len(list) > before {
			attached++
		}
	})
	return list, attached
}

// addAttachments makes attachments springs of a model, behind all others.
func addAttachments(m *model.Model, list []attachment, o AttachOptions) error {
	kind := map[uint16]uint16{} // material of attachments to springs of a material
	for _, a := range list {
		of := m.MaterialOf[a.last]
		if _, there := kind[of]; there {
			continue
		}
		if len(m.Materials) > materials.Most {
			return fmt.Errorf("attach: more than %d materials", materials.Most)
		}
		cable := m.Materials[of].Undamped()
		if cable.Rod.There() { // its solvers take attachments as rigid
			cable = model.Material{Name: cable.Name, Rigid: true}
		}
		cable.Name, cable.TensionOnly = cable.Name+" attachment", true
		kind[of] = uint16(len(m.Materials))
		m.Materials = append(m.Materials, cable)
	}
	before := m.Attachments
	m.Attachments = 0 // all springs so far keep their numbers
	for _, a := range list {
		m.AddSpring(model.Ends{a.mass, a.anchor}, a.length*(1+o.Slack), kind[m.MaterialOf[a.last]])
		if m.Own != nil {
			m.Own[m.SpringCount()-1].Stiffness = m.Own[a.last].Stiffness
		}
	}
	m.Attachments = before + len(list)
	return nil
}

// Loosen removes the attachments that have lost their support: the anchor is unpinned, or cut
// springs have made the way to it longer than the attachment. It marks them in m.MaterialOf and
// returns their number.
func Loosen(m *model.Model) (removed int) {
	if m.Attachments == 0 {
		return 0
	}
	w := newWays(m, AttachOptions{Anchors: model.MaxAnchors})
	w.begin()
	w.find()
	for s := m.StructuralCount(); s < m.SpringCount(); s++ {
		if m.MaterialOf[s] != model.Removed && !w.within(m.Ends[s], m.RestLength[s]) {
			m.MaterialOf[s] = model.Removed
			removed++
		}
	}
	return removed
}

// within reports whether a mass, end 0, is within reach of an anchor, end 1.
func (w *ways) within(ends model.Ends, reach float64) bool {
	for _, way := range w.to[ends[0]] {
		if way.anchor == ends[1] && way.length <= reach {
			return true
		}
	}
	return false
}
