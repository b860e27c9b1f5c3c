package export

import (
	"slices"

	"hooke/model"
	"hooke/physics"
)

// PartOf is the part of a model that some masses make, ascending: with the springs,
// triangles and groups that lie in it wholly. nil masses are all of it, and the
// part is the model itself. Springs are as stiff as they are in the whole at steps of
// dt [s].
func PartOf(m *model.Model, masses []uint32, dt float64) *model.Model {
	if masses == nil {
		return m
	}
	part, number := resolved(m, dt).Part(masses)
	part.Skin = skinOf(m.Skin, number)
	return part
}

// resolved is a model whose normalized springs have their k and c of steps of dt [s] as
// those of their own: in a part the neighbors are missing that normalized materials
// count. One without such materials is itself.
func resolved(m *model.Model, dt float64) *model.Model {
	if !m.HasNormalized() {
		return m
	}
	out := *m
	out.Materials, out.Own = make([]model.Material, len(m.Materials)), physics.NewResolver(m, dt).All(nil)
	for k, material := range m.Materials {
		out.Materials[k] = model.Material{Name: material.Name, TensionOnly: material.TensionOnly}
	}
	return &out
}

// skinOf is the part of a skin that hangs on masses of a part, whose numbers are
// given, plus 1; 0: of no part. nil when nothing is left.
func skinOf(skin *model.Skin, number []uint32) *model.Skin {
	if skin == nil {
		return nil
	}
	vertex := make([]uint32, skin.VertexCount()) // in the part, plus 1
	part := &model.Skin{}
	for v, masses := range skin.Masses {
		inside := true
		for j, i := range masses {
			if skin.Weights[v][j] == 0 {
				masses[j] = 0 // any mass
			} else if inside = inside && number[i] > 0; inside {
				masses[j] = number[i] - 1
			}
		}
		if inside {
			part.Masses, part.Weights = append(part.Masses, masses), append(part.Weights, skin.Weights[v])
			vertex[v] = uint32(len(part.Masses))
		}
	}
	for _, corners := range skin.Triangles {
		if a, b, c := vertex[corners[0]], vertex[corners[1]], vertex[corners[2]]; a > 0 && b > 0 && c > 0 {
			part.Triangles = append(part.Triangles, [3]uint32{a - 1, b - 1, c - 1})
		}
	}
	if len(part.Triangles) == 0 {
		return nil
	}
	return part
}

// partSeries hands a series the part of each frame that it is about.
type partSeries struct {
	Series
	masses []uint32
	part   Frame
}

// OfPart is a series of a part of the masses, which PartOf was made of; nil is all
// of them.
func OfPart(s Series, masses []uint32) Series {
	if masses == nil {
		return s
	}
	return &partSeries{Series: s, masses: masses}
}

func (p *partSeries) Frame(f *Frame) error {
	p.part.Resize(len(p.masses))
	p.part.Step, p.part.Time, p.part.RestScale, p.part.Picture = f.Step, f.Time, f.RestScale, f.Picture
	for at, i := range p.masses {
		p.part.Position[at], p.part.Velocity[at] = f.Position[i], f.Velocity[i]
	}
	return p.Series.Frame(&p.part)
}

// MassesOf are the masses of some groups of a model, ascending and each once.
func MassesOf(groups []model.Group) (masses []uint32) {
	for _, g := range groups {
		masses = append(masses, g.Masses...)
	}
	slices.Sort(masses)
	return slices.Compact(masses)
}
