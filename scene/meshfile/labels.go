package meshfile

import (
	"fmt"
	"strings"

	"hooke/mesh"
	"hooke/mesh/fill"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/words"
)

// groupsOf makes groups of masses from the labels of a mesh. Labels that are too many to
// be groups are left out with a note.
func groupsOf(file *mesh.File, m *model.Model, report *scene.Report) ([]model.Group, error) {
	groups, err := file.LabelGroups()
	if err != nil {
		report.Note(true, "%v: none were made", err)
		return nil, nil
	}
	switch report.As {
	case "tets":
		return fill.MassGroups(file, m, groups, fill.OfTetrahedra)
	case "cloth":
		return fill.MassGroups(file, m, groups, fill.OfPolygons)
	case "lines":
		return fill.MassGroups(file, m, groups, fill.OfLines)
	}
	return fill.NearGroups(file, m, groups, spacing(report))
}

// spacing returns the distance of neighbors in a solid [m].
func spacing(r *scene.Report) float64 { return max(r.Fill.Pitch, r.Truss.Distance) }

// pinMasses pins the masses that a word names: the top or the bottom, a group, or "none".
// It returns the number of pinned masses.
func pinMasses(m *model.Model, word string) (pinned int, err error) {
	switch word {
	case "", "none":
		return 0, nil
	case "top", "bottom":
		return pinEnds(m, word), nil
	}
	g, ok := m.Group(word)
	if !ok {
		return 0, &scene.OptionError{Option: "pin", Reason: fmt.Sprintf("%q is unknown%s; choose top or bottom or none%s", word, words.Guess(word, append(words.MassGroups(m), "none")), orGroup(m))}
	}
	m.Pin = make([]model.Pin, m.MassCount())
	for _, i := range g.Masses {
		m.Pin[i] = model.PinAll
	}
	return len(g.Masses), nil
}

const noGroups = " (it has no groups: its file has no labels)"

// orGroup lists the groups of a model after other choices, for a message.
func orGroup(m *model.Model) string {
	if len(m.Groups) == 0 {
		return noGroups
	}
	return ", or one of its groups: " + words.Listed(words.Groups(m))
}

// pinEnds pins the masses in the outermost 2 % of the height, at the top or at the
// bottom. It returns the number of these masses.
func pinEnds(m *model.Model, end string) (pinned int) {
	m.Pin = make([]model.Pin, m.MassCount())
	masses := m.End(end, nil)
	for _, i := range masses {
		m.Pin[i] = model.PinAll
	}
	return len(masses)
}

// stiffenGroups multiplies the stiffness of springs with both ends in a group, and their
// damping by the factor's square root, so that the damping ratio stays.
func stiffenGroups(m *model.Model, text string) error {
	list, err := scene.ParseStiffen(text)
	if err != nil {
		return &scene.OptionError{Option: "stiffen", Reason: err.Error()}
	}
	for _, f := range list {
		g, ok := m.Group(f.Group)
		if !ok {
			return &scene.OptionError{Option: "stiffen", Reason: words.UnknownGroup(m, f.Group)}
		}
		member := make([]bool, m.MassCount())
		for _, i := range g.Masses {
			member[i] = true
		}
		if err := materials.Stiffen(m, member, f.Factor); err != nil {
			return &scene.OptionError{Option: "stiffen", Reason: fmt.Sprintf("group %q: %s", f.Group, strings.TrimPrefix(err.Error(), "mesh: stiffen: "))}
		}
	}
	return nil
}
