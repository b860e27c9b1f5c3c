package meshfile

import (
	"fmt"
	"path/filepath"

	"hooke/mesh"
	"hooke/mesh/format"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// Open reads a mesh file and makes a scene of it. Zero options mean numbers that suit the
// mesh.
func Open(path string, o scene.Options) (*scene.Scene, error) {
	file, err := format.ReadOptions{Weld: o.Weld, KeepDuplicates: o.KeepDuplicates, KeepUp: o.Up != ""}.Read(path)
	if err != nil {
		return nil, err
	}
	return FromFile(file, filepath.Base(path), o)
}

// FromFile makes a scene of the contents of a mesh file, under a name for people. It takes over the file.
func FromFile(file *mesh.File, name string, o scene.Options) (*scene.Scene, error) {
	make := FromSurface
	if file.Structure != nil {
		make = fromStructure
	}
	s, err := make(file, o)
	if err != nil {
		return nil, err
	}
	s.Name, s.Model.Name = name, name
	return s, nil
}

// Formats lists the formats of files that Open reads, with the usual
// extension, for messages and help.
func Formats() []string {
	var list []string
	for _, f := range format.Formats() {
		list = append(list, fmt.Sprintf("%s (%s)", f.Name, f.Extensions[0]))
	}
	return list
}

// FromSurface makes a scene of a mesh: filled, cloth, lines or tetrahedra.
func FromSurface(file *mesh.File, o scene.Options) (*scene.Scene, error) {
	report, err := arrange(file, o)
	if err != nil {
		return nil, err
	}
	surface := file.Surface
	up, high := surface.Bounds()
	m, err := structure(file, o, &report)
	if err != nil {
		return nil, err
	}
	o = withSubstance(file, m, o, &report)
	if m.Groups, err = groupsOf(file, m, &report); err != nil {
		return nil, err
	}
	shift, err := tune.RecenterModel(m, surface.Name)
	if err != nil {
		return nil, err
	}
	report.Shift = report.Shift.Add(shift)
	if err := weigh(m, o); err != nil {
		return nil, err
	}
	factor, err := resistance(m, surface, o, report)
	if err != nil {
		return nil, err
	}
	tune.ScaleStiffness(m, factor, o.Damping(tune.DampingRatio))
	if err := stiffenGroups(m, o.Stiffen); err != nil {
		return nil, err
	}
	pinned, err := pinMasses(m, o.Pin)
	if err != nil {
		return nil, err
	}
	report.Notes = append(report.Notes, file.Notes...)
	writeNotes(&report, o.As == "")
	why := "all are in the group " + o.Pin
	if o.Pin == "top" || o.Pin == "bottom" {
		why = "the mesh is flat along z; turn it with up"
	}
	report.Note(pinned > 0 && pinned == m.MassCount(), "all %d masses are pinned, so nothing will move: %s", pinned, why)
	report.Note(o.Up == "" && !file.UpNamed && (report.As == "fill" || report.As == "truss") && high[1]-up[1] > 0.95*(high[2]-up[2]),
		UpNote)

	// The mesh keeps its coordinates, unless it is moved to the origin; the ground lies
	// just below it.
	lo, hi := m.Bounds()
	size := scene.Largest(hi.Sub(lo))
	return &scene.Scene{
		Model:          m,
		Params:         model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{tune.GroundFor(m, lo[2]-tune.LiftGap(size))}},
		Duration:       tune.DurationOf(size),
		Report:         report,
		ChosenContacts: []int{0},
	}, nil
}

// arrange scales a mesh to meters, turns z up, moves it near the origin, and joins its
// vertices.
func arrange(file *mesh.File, o scene.Options) (scene.Report, error) {
	surface := file.Surface
	report := scene.Report{
		Vertices: len(surface.Vertices), Polygons: surface.FaceCount(),
		Triangles: surface.TriangleCount(), Lines: len(surface.Lines), Tetrahedra: len(file.Tets),
	}
	surface.Scale(o.Meters())
	if o.Up != "" {
		surface.TurnUp(o.Up[0])
	}
	if len(surface.Vertices) == 0 {
		return report, fmt.Errorf("%s: it has no triangles, polygons or lines (%d degenerate ones left out; read as %s): was nothing selected when it was exported?",
			surface.Name, surface.Degenerate, file.Format)
	}
	lo, hi := surface.Bounds()
	if size := scene.Largest(hi.Sub(lo)); !(size > 1e-9 && size < 1e9) {
		return report, fmt.Errorf("%s: the mesh spans %g m; give its unit (--units) or a factor (--scale) that brings it between 1e-9 and 1e9 m", surface.Name, size)
	}
	report.Shift = tune.RecenterSurface(surface)
	if drawn := file.Drawn; drawn != nil {
		drawn.Scale(o.Meters())
		if o.Up != "" {
			drawn.TurnUp(o.Up[0])
		}
		drawn.Move(report.Shift)
	}
	if !takesTets(file, o) && !o.KeepDuplicates {
		file.Weld() // tetrahedra keep the vertices that they share
	}
	report.Welded = file.Welded
	report.Degenerate = surface.Degenerate
	report.Topology = surface.Topology()
	return report, nil
}

// resistance returns the factor on the unit stiffness of a model: the one of the options, else
// one with which the model carries its own weight.
func resistance(m *model.Model, surface *mesh.Surface, o scene.Options, report scene.Report) (float64, error) {
	if o.Modulus > 0 {
		return modulusFactor(o, report)
	}
	factor := tune.StiffnessFactor(m, o, o.Pin == "top")
	if o.Stiffness > 0 {
		return factor, nil
	}
	var bending float64
	var err error
	switch report.As {
	case "tets", "truss":
		bending, err = tetsBending(m, surface, o)
	case "fill":
		bending, err = fillBending(m, surface, o, report.Fill.Pitch)
	case "cloth":
		factor *= crumple
	}
	return max(factor, bending), err
}

// crumple is the ratio of the stiffness of a cloth from a mesh to the least stiffness
// that carries it: the cloth falls in a heap, where its springs should keep well above
// half their length, at which the safe step ends.
const crumple = 3
