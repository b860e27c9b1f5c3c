package meshfile

import (
	"cmp"
	"errors"
	"fmt"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/fill"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// closedGap is the greatest openness of a surface that is filled by default: it may have
// a few small holes, but no missing side (see mesh.Topology).
const closedGap = 0.1

// structure makes the model with unit stiffness.
func structure(file *mesh.File, o scene.Options, report *scene.Report) (*model.Model, error) {
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
	}
	closed := faces && report.Topology.Gap <= closedGap
	if closed || o.Fill != "" {
		if err := turn(surface, report); err != nil {
			return nil, err
		}
	}
	switch {
	case o.Fill == "truss":
		return asTruss(surface, o, report)
	case o.Fill != "":
		return asFill(surface, o, report)
	}
	if closed {
		m, err := asFill(surface, o, report)
		if !auto || !errors.Is(err, fill.ErrNotClosed) {
			return m, err
		}
	}
	// Options of a fill would have no effect on an open surface, so they are refused.
	for _, name := range o.Given() {
		if name == "springs" || name == "pitch" || name == "per-mass" {
			return nil, &scene.OptionError{Option: name, Reason: fmt.Sprintf("it belongs to a fill, and %s is not closed (%d boundary edges); "+
				"leave it out, or ask for fill lattice", surface.Name, report.Topology.Boundary)}
		}
	}
	if faces {
		return asCloth(surface, o, report)
	}
	return asLines(surface, o, report)
}

// turn makes the polygons of a surface that is to be filled face as their neighbors do.
func turn(surface *mesh.Surface, report *scene.Report) error {
	if report.Topology.Disagreeing == 0 {
		return nil
	}
	turned, err := surface.Turn()
	report.Turned = turned
	return err
}

// fillSprings is the default number of springs in a fill.
const fillSprings = 50_000

func asFill(surface *mesh.Surface, o scene.Options, report *scene.Report) (*model.Model, error) {
	spec := fill.LatticeSpec{
		Pitch: o.Pitch, Springs: o.Springs, PerMass: o.SpringsPerMass(),
		Density: cmp.Or(o.Density, tune.SolidDensity), Stiffness: 1,
	}
	if spec.Pitch == 0 && spec.Springs == 0 {
		spec.Springs = fillSprings
	}
	if err := tune.FillFits(spec.Springs, spec.PerMass); err != nil {
		return nil, err
	}
	m, filled, err := fill.Lattice(surface, spec)
	report.As, report.Fill = "fill", filled
	if err == nil {
		m.Skin = mesh.Skin(surface, m)
	}
	return m, err
}

// trussSprings is the approximate number of springs per mass of a truss.
const trussSprings = 13

// asTruss makes the model with a modulus of 1 Pa.
func asTruss(surface *mesh.Surface, o scene.Options, report *scene.Report) (*model.Model, error) {
	spec := fill.TrussSpec{Distance: o.Pitch, Springs: o.Springs, Density: cmp.Or(o.Density, tune.SolidDensity), Modulus: 1, Seed: o.Seed}
	if spec.Distance == 0 && spec.Springs == 0 {
		spec.Springs = fillSprings
	}
	if err := tune.FillFits(spec.Springs, trussSprings); err != nil {
		return nil, err
	}
	m, made, err := fill.Truss(surface, spec)
	report.As, report.Truss = "truss", made
	if err == nil {
		m.Skin = mesh.Skin(surface, m)
	}
	return m, err
}

// twinSprings is the number of springs in the coarse fill whose equilibrium is computed
// instead of a finer one. Coarse fills bend more easily, so the resulting stiffness is
// on the safe side, up to 1.7 times the stiffness that the fine one needs.
const twinSprings = 20_000

// fillBending returns the factor that BendingFactor returns for the unit stiffness of a fill.
// A coarse fill of the same material stands for a fine one: modulus and k/h are equal, so
// stiffness scales with the pitch h.
func fillBending(m *model.Model, surface *mesh.Surface, o scene.Options, pitch float64) (float64, error) {
	hanging, scale := o.Pin == "top", 1.0
	if m.SpringCount() > 3*twinSprings/2 {
		twin, filled, err := fill.Lattice(surface, fill.LatticeSpec{
			Springs: twinSprings, PerMass: o.SpringsPerMass(), Density: cmp.Or(o.Density, tune.SolidDensity), Stiffness: 1,
		})
		if err != nil {
			return 0, err
		}
		m, scale = twin, pitch/filled.Pitch
	}
	return scale * tune.BendingFactor(m, model.StandardGravity, hanging), nil
}

func asCloth(surface *mesh.Surface, o scene.Options, report *scene.Report) (*model.Model, error) {
	m, made, err := fill.Cloth(surface, fill.ClothSpec{
		ArealDensity: cmp.Or(o.Density, tune.ClothDensity),
		Stiffness:    build.ClothStiffness{Structural: 1, Shear: 0.5, Bend: 0.5},
	})
	report.As, report.Surface = "cloth", made
	return m, err
}

func asLines(surface *mesh.Surface, o scene.Options, report *scene.Report) (*model.Model, error) {
	m, made, err := fill.Lines(surface, fill.LinesSpec{
		LinearDensity: cmp.Or(o.Density, tune.LineDensity), Stiffness: 1,
	})
	report.As, report.Surface = "lines", made
	return m, err
}
