package scene

import (
	"errors"
	"fmt"
	"path/filepath"

	"hooke/mesh"
	"hooke/model"
)

// openFile reads a mesh file and makes a scene of it.
func openFile(path string, o Options) (*Scene, error) {
	file, err := mesh.Read(path)
	if err != nil {
		return nil, err
	}
	make := fromSurface
	if file.Structure != nil {
		make = fromStructure
	}
	s, err := make(file, o)
	if err != nil {
		return nil, err
	}
	s.Name = filepath.Base(path)
	s.Model.Name = s.Name
	return s, nil
}

// FileFormats lists the formats of files that Open reads, with the usual
// extension, for messages and help.
func FileFormats() []string {
	var list []string
	for _, f := range mesh.Formats() {
		list = append(list, fmt.Sprintf("%s (%s)", f.Name, f.Extensions[0]))
	}
	return list
}

// fromSurface makes a scene of a mesh: filled, cloth or lines.
func fromSurface(file *mesh.File, o Options) (*Scene, error) {
	surface := file.Surface
	report := Report{
		Vertices: len(surface.Vertices), Polygons: surface.FaceCount(),
		Triangles: surface.TriangleCount(), Lines: len(surface.Lines),
	}
	surface.Scale(or(o.Scale, 1))
	if o.Up != "" {
		surface.TurnUp(o.Up[0])
	}
	lo, hi := surface.Bounds()
	if size := largest(hi.Sub(lo)); !(size > 1e-9 && size < 1e9) {
		return nil, fmt.Errorf("%s: the mesh spans %g m; give a factor (--scale) that brings it between 1e-9 and 1e9 m", surface.Name, size)
	}
	report.Shift = recenterSurface(surface)
	report.Welded = file.Welded
	tets := takesTets(file, o)
	if !tets {
		report.Welded += surface.Weld() // tetrahedra share their vertices as they are
	}
	report.Degenerate = surface.Degenerate
	report.Topology = surface.Topology()

	m, err := structure(file, o, &report)
	if err != nil {
		return nil, err
	}
	shift, err := recenterModel(m, surface.Name)
	if err != nil {
		return nil, err
	}
	report.Shift = report.Shift.Add(shift)
	factor := stiffnessFactor(m, o, o.Pin == "top")
	if o.Modulus > 0 {
		if factor, err = modulusFactor(o, report); err != nil {
			return nil, err
		}
	}
	switch {
	case o.Stiffness > 0 || o.Modulus > 0:
	case report.As == "tets":
		bending, err := tetsBending(m, surface, o)
		if err != nil {
			return nil, err
		}
		factor = max(factor, bending)
	case report.As == "fill":
		bending, err := fillBending(m, surface, o, report.Fill.Pitch)
		if err != nil {
			return nil, err
		}
		factor = max(factor, bending)
	case report.As == "cloth":
		factor *= crumple
	}
	tune(m, factor, o.dampingRatio(dampingRatio))
	pinned := pinEnds(m, o.Pin)
	report.Notes = append(report.Notes, file.Notes...)
	report.write(o.As == "")
	report.note(pinned > 0 && pinned == m.MassCount(), "all %d masses are pinned, so nothing will move: the mesh is flat along z; turn it with up", pinned)
	report.note(o.Up == "" && report.As == "fill" && hi[1]-lo[1] > 0.95*(hi[2]-lo[2]),
		"z is taken as up; a mesh that comes from a program where y is up stands on its feet with up y")

	// The mesh keeps its coordinates, unless it is recentered; the ground lies just
	// below it.
	lo, hi = m.Bounds()
	size := largest(hi.Sub(lo))
	return &Scene{
		Model:    m,
		Params:   model.Params{Gravity: model.EarthGravity(), Contacts: []model.Contact{groundFor(m, lo[2]-meshDrop*size)}},
		Duration: durationOf(size),
		Report:   report,
	}, nil
}

// crumple is what a cloth made of a mesh is stiffer than it must be to carry
// itself: it falls in a heap, and its springs should keep well above half their
// length there, where the safe step ends.
const crumple = 3

// closedGap is the openness up to which a surface is filled unless told
// otherwise: a few small holes, not a missing side (see mesh.Topology).
const closedGap = 0.1

// structure makes the model with unit stiffness.
func structure(file *mesh.File, o Options, report *Report) (*model.Model, error) {
	surface := file.Surface
	faces, lines := surface.FaceCount() > 0, len(surface.Lines) > 0
	auto := o.As == "" && o.Fill == ""
	switch {
	case takesTets(file, o):
		return asTets(file, o, report)
	case !faces && !lines:
		return nil, fmt.Errorf("%s: %d vertices but no polygons and no lines (%d degenerate ones left out); nothing to build springs from",
			surface.Name, len(surface.Vertices), report.Degenerate)
	case o.As == "cloth":
		return asCloth(surface, o, report)
	case o.As == "lines":
		return asLines(surface, o, report)
	case o.Fill != "":
		return asFill(surface, o, report)
	}
	if faces && report.Topology.Gap <= closedGap {
		m, err := asFill(surface, o, report)
		if !auto || !errors.Is(err, mesh.ErrNotClosed) {
			return m, err
		}
	}
	// Not closed: options of a fill would be ignored, so they are refused.
	for _, name := range o.given() {
		if name == "springs" || name == "pitch" || name == "per-mass" {
			return nil, &OptionError{name, fmt.Sprintf("it belongs to a fill, and %s is not closed (%d boundary edges); "+
				"leave it out, or ask for fill lattice", surface.Name, report.Topology.Boundary)}
		}
	}
	if faces {
		return asCloth(surface, o, report)
	}
	return asLines(surface, o, report)
}

// fillSprings is the size of a fill unless told otherwise.
const fillSprings = 50_000

func asFill(surface *mesh.Surface, o Options, report *Report) (*model.Model, error) {
	spec := mesh.FillSpec{
		Pitch: o.Pitch, Springs: o.Springs, PerMass: o.perMass(),
		Density: or(o.Density, solidDensity), Stiffness: 1,
	}
	if spec.Pitch == 0 && spec.Springs == 0 {
		spec.Springs = fillSprings
	}
	m, filled, err := mesh.Fill(surface, spec)
	report.As, report.Fill = "fill", filled
	if err == nil {
		m.Skin = mesh.Skin(surface, m)
	}
	return m, err
}

// twinSprings is the size of the coarse fill that stands in for a finer one
// where its equilibrium is sought. Coarse fills bend more easily: the stiffness
// that comes out is on the safe side, up to 1.7 times what the fine one needs.
const twinSprings = 20_000

// fillBending is the factor on the unit stiffness of a fill that bendingFactor
// asks for. A fine fill is judged by a coarse one of the same material: modulus
// and k/h stay, so stiffness scales with the pitch h.
func fillBending(m *model.Model, surface *mesh.Surface, o Options, pitch float64) (float64, error) {
	hanging, scale := o.Pin == "top", 1.0
	if m.SpringCount() > 3*twinSprings/2 {
		twin, filled, err := mesh.Fill(surface, mesh.FillSpec{
			Springs: twinSprings, PerMass: o.perMass(), Density: or(o.Density, solidDensity), Stiffness: 1,
		})
		if err != nil {
			return 0, err
		}
		m, scale = twin, pitch/filled.Pitch
	}
	return scale * bendingFactor(m, model.StandardGravity, hanging), nil
}

func asCloth(surface *mesh.Surface, o Options, report *Report) (*model.Model, error) {
	m, made, err := mesh.SurfaceCloth(surface, mesh.SurfaceClothSpec{
		ArealDensity: or(o.Density, clothDensity),
		Stiffness:    mesh.ClothStiffness{Structural: 1, Shear: 0.5, Bend: 0.5},
	})
	report.As, report.Surface = "cloth", made
	return m, err
}

func asLines(surface *mesh.Surface, o Options, report *Report) (*model.Model, error) {
	m, made, err := mesh.SurfaceLines(surface, mesh.SurfaceLinesSpec{
		LinearDensity: or(o.Density, lineDensity), Stiffness: 1,
	})
	report.As, report.Surface = "lines", made
	return m, err
}

// write turns what was left out or changed into sentences; auto says that nobody
// asked for what the mesh was made into.
func (r *Report) write(auto bool) {
	r.note(r.Shift != model.Vec3{}, "the mesh was moved by (%.9g, %.9g, %.9g) m to the origin: where it was, float32 leaves fewer than %d steps to its shortest spring",
		r.Shift[0], r.Shift[1], r.Shift[2], fineSteps)
	r.note(r.Degenerate > 0, "%d degenerate polygons or lines were left out", r.Degenerate)
	r.note(r.Welded > 0, "%d vertices were joined to others at the same place", r.Welded)
	r.note(r.As == "fill" && r.Topology.Boundary > 0, "the surface has holes (%d boundary edges); the fill closes them", r.Topology.Boundary)
	r.note(r.As == "cloth" && auto && r.Topology.Boundary == 0, "made into cloth, although no edge is open: its polygons enclose no volume, such as when they face different ways")
	r.note(r.As == "fill" && r.Lines > 0, "%d lines were not used by the fill", r.Lines)
	r.note(r.As == "lines" && r.Polygons > 0, "%d polygons were not used, only lines", r.Polygons)
	r.note(r.Fill.Dropped > 0, "%d masses of the fill were apart from the rest and were left out", r.Fill.Dropped)
	r.note(r.As != "fill" && r.Surface.Isolated > 0, "%d vertices belong to nothing and were left out", r.Surface.Isolated)
	r.note(r.Surface.Duplicates > 0, "%d lines were given more than once", r.Surface.Duplicates)
	r.note(r.Surface.Raised > 0, "%d very light masses were raised to a twentieth of the mean", r.Surface.Raised)
}

// pinEnds holds the outermost 2 % of the height, at the top or at the bottom. It
// returns how many masses that are.
func pinEnds(m *model.Model, end string) (pinned int) {
	if end != "top" && end != "bottom" {
		return 0
	}
	lo, hi := m.Bounds()
	margin := 0.02 * (hi[2] - lo[2])
	m.Pin = make([]model.Pin, m.MassCount())
	for i, p := range m.RestPosition {
		if (end == "top" && p[2] >= hi[2]-margin) || (end == "bottom" && p[2] <= lo[2]+margin) {
			m.Pin[i] = model.PinAll
			pinned++
		}
	}
	return pinned
}
