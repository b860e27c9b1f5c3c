package meshfile

import (
	"cmp"

	"hooke/mesh"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/tune"
)

// TrussBox returns a random truss in a box of a size [m] that stands on the plane z = 0, its middle
// above the origin. It reads springs or pitch, seed, density, stiffness or modulus (k of 1 N/m
// without) and the damping ratio of the options. Its groups bottom and top are the masses
// within the pitch of those faces.
func TrussBox(size model.Vec3, o scene.Options) (*model.Model, error) {
	if o.Springs == 0 && o.Pitch == 0 {
		return nil, &scene.OptionError{Option: "springs", Reason: "it is missing, and pitch, too; give one of the two"}
	}
	if o.Springs != 0 && o.Pitch != 0 {
		return nil, &scene.OptionError{Option: "pitch", Reason: "springs is given, too; give one of the two"}
	}
	var report scene.Report
	m, err := asTruss(boxOf(size), o, &report)
	if err != nil {
		return nil, err
	}
	m.Skin = nil // only its springs are visible
	k := cmp.Or(o.Stiffness, m.Materials[1].Stiffness*o.Modulus, 1)
	m.Materials[1].Stiffness, m.Materials[1].Damping = k, materials.RatioDamping(o.DampingRatio, k, m.Mass[0], m.Mass[0])
	bottom, top := model.Group{Name: "bottom"}, model.Group{Name: "top"}
	for i, x := range m.RestPosition {
		if x[2] < report.Truss.Distance {
			bottom.Masses = append(bottom.Masses, uint32(i))
		}
		if x[2] > size[2]-report.Truss.Distance {
			top.Masses = append(top.Masses, uint32(i))
		}
	}
	m.Groups = []model.Group{bottom, top}
	return m, tune.FillFits(int64(m.SpringCount()), trussSprings)
}

// boxOf returns the surface of such a box, its polygons seen counterclockwise from outside.
func boxOf(size model.Vec3) *mesh.Surface {
	s := &mesh.Surface{Name: "box"}
	for i := range 8 {
		s.Vertices = append(s.Vertices, model.Vec3{size[0] * (float64(i&1) - 0.5), size[1] * (float64(i>>1&1) - 0.5), size[2] * float64(i>>2)})
	}
	for _, face := range [][]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}} {
		s.AddFace(face)
	}
	return s
}
