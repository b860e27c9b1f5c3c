package export

import (
	"slices"

	"hooke/model"
	"hooke/physics"
)

// PartOf returns the part of a model that the given masses make, which ascend: with the
// springs, triangles and groups that lie in it completely, but without attachments. For nil
// masses it is the whole model. In a run with p, springs are as stiff as they are in the whole
// model.
func PartOf(m *model.Model, masses []uint32, p model.Params) *model.Model {
	if masses == nil {
		if m.Attachments > 0 {
			m = resolved(m, p).WithoutAttachments()
		}
		return m
	}
	part, number := resolved(m, p).WithoutAttachments().Part(masses)
	part.Skin = skinOf(m.Skin, number)
	return part
}

// resolved returns a model whose normalized springs have, as coefficients of their own,
// their k and c in a run with p: normalized materials depend on neighbors, and a
// part lacks some of these. Without such materials it is the model itself.
func resolved(m *model.Model, p model.Params) *model.Model {
	if !m.HasNormalized() {
		return m
	}
	out := *m
	out.Materials, out.Own = make([]model.Material, len(m.Materials)), physics.ResolverOf(m, p).All(nil)
	for k, material := range m.Materials {
		out.Materials[k] = material.WithoutResponse()
	}
	return &out
}

// skinOf returns the part of a skin that follows masses of a part. number has the new number
// of each mass plus 1; 0: the mass is not in the part. nil when nothing is left.
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
				masses[j] = 0 // its weight is 0, so any mass will do
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

// partSeries gives a series the part of each frame that it writes.
type partSeries struct {
	Series
	masses []uint32
	part   Frame

	segments, links []int // of rods, and rigid, that lie in the part: their numbers among those of the whole
	springs         []int // that lie in the part
}

// OfPart returns a series that writes only some masses, those that PartOf was given; for nil
// masses it is s itself.
func OfPart(s Series, m *model.Model, masses []uint32) Series {
	if masses == nil {
		return s
	}
	p := &partSeries{Series: s, masses: masses}
	segments, links, rigid := 0, 0, m.Links()
	for spring, ends := range m.Ends {
		inside := true
		for _, end := range ends {
			_, in := slices.BinarySearch(masses, end)
			inside = inside && in
		}
		if inside {
			p.springs = append(p.springs, spring)
		}
		if m.IsSegment(spring) {
			if inside {
				p.segments = append(p.segments, segments)
			}
			segments++
		}
		if links < len(rigid) && rigid[links] == uint32(spring) {
			if inside {
				p.links = append(p.links, links)
			}
			links++
		}
	}
	return p
}

func (p *partSeries) Frame(f *Frame) error {
	p.part.Resize(len(p.masses))
	p.part.Origin, p.part.Step, p.part.Time, p.part.RestScale, p.part.InUse, p.part.Picture = f.Origin, f.Step, f.Time, f.RestScale, f.InUse, f.Picture
	p.part.Orientation, p.part.AngularVelocity, p.part.LinkForce = some(f.Orientation, p.segments), some(f.AngularVelocity, p.segments), some(f.LinkForce, p.links)
	p.part.SpringForce = some(f.SpringForce, p.springs)
	p.part.Changes = some(f.Changes, p.springs)
	for at, i := range p.masses {
		p.part.Position[at], p.part.Velocity[at] = f.Position[i], f.Velocity[i]
	}
	if p.part.Full = nil; f.Full != nil {
		p.part.Full = &model.State{Step: f.Full.Step, Time: f.Full.Time, Position: at(f.Full.Position, p.masses), Velocity: at(f.Full.Velocity, p.masses),
			Orientation: some(f.Full.Orientation, p.segments), AngularVelocity: some(f.Full.AngularVelocity, p.segments), LinkForce: some(f.Full.LinkForce, p.links), SpringForce: some(f.Full.SpringForce, p.springs), Changes: some(f.Full.Changes, p.springs)}
	}
	return p.Series.Frame(&p.part)
}

// some returns those of the given numbers; nil if the frame lacks them.
func some[T any](of []T, numbers []int) (out []T) {
	for _, k := range numbers {
		if len(of) > 0 {
			out = append(out, of[k])
		}
	}
	return out
}

// at returns the vectors of some masses.
func at(of []model.Vec3, masses []uint32) (out []model.Vec3) {
	for _, i := range masses {
		out = append(out, of[i])
	}
	return out
}

// MassesOf returns the masses of some groups, ascending and without repeats.
func MassesOf(groups []model.Group) (masses []uint32) {
	for _, g := range groups {
		masses = append(masses, g.Masses...)
	}
	slices.Sort(masses)
	return slices.Compact(masses)
}
