package meshfile_test

import (
	"strings"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/scene"
	"hooke/scene/scenetest"
)

// softBody is a deformable body of USD: a tetrahedron of 1 m along each axis, a mesh for pictures of it
// and a material.
const softBody = `#usda 1.0
( upAxis = "Z" metersPerUnit = 1 )
def Xform "Body" ( prepend apiSchemas = ["OmniPhysicsDeformableBodyAPI"] ) {
    rel material:binding:physics = </Rubber>
    def TetMesh "Sim" {
        int4[] tetVertexIndices = [(0, 1, 2, 3)]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    }
    def Mesh "Seen" {
        point3f[] points = [(0.1, 0.1, 0.1), (0.5, 0.1, 0.1), (0.1, 0.5, 0.1), (0.1, 0.1, 0.5)]
        int[] faceVertexCounts = [3, 3, 3, 3]
        int[] faceVertexIndices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
    }
}
def Material "Rubber" { float omniphysics:youngsModulus = 5e4 float omniphysics:density = 600 }
`

// A file's material gives density and modulus, unless options do; its mesh for pictures follows the
// masses.
func TestSubstanceOfAFile(t *testing.T) {
	path := scenetest.Write(t, "body.usda", softBody)
	given := must.Get(ready(path, scene.Options{}))(t)
	must.Near(t, weightOf(given.Model), 100, 1e-9, "mass of 1/6 m³")
	asked := must.Get(ready(path, scene.Options{Modulus: 5e4, Density: 600}))(t)
	for i := range asked.Model.Ends {
		must.Within(t, ownStiffness(given.Model, i), ownStiffness(asked.Model, i), 1e-5, "stiffness of spring %d", i)
	}
	must.Near(t, weightOf(asked.Model), 100, 1e-9, "mass with the options of the file")
	must.Within(t, given.Params.DT, asked.Params.DT, 1e-9, "step")
	heavier := must.Get(ready(path, scene.Options{Modulus: 1e5, Density: 1200}))(t)
	must.Within(t, ownStiffness(heavier.Model, 0), 2*ownStiffness(given.Model, 0), 1e-5, "stiffness with twice the modulus")
	must.Near(t, weightOf(heavier.Model), 200, 1e-9, "mass with twice the density")
	notes := strings.Join(given.Report.Notes, "\n")
	must.Hold(t, strings.Contains(notes, "density of 600 kg/m³ is the file's") && strings.Contains(notes, "modulus of 5e+04 Pa is the file's"), "notes:\n%s", notes)
	must.Hold(t, !strings.Contains(strings.Join(heavier.Report.Notes, "\n"), "is the file's"), "options are said to be the file's")

	// Stretched and turned masses take the mesh along.
	skin := given.Model.Skin
	must.Hold(t, skin.VertexCount() == 4 && len(skin.Triangles) == 4, "the skin has %d vertices", skin.VertexCount())
	place := func(x model.Vec3) model.Vec3 { return model.Vec3{3 - x[1], 2 * x[0], x[2] + x[0]} }
	var masses []model.Vec3
	for _, x := range given.Model.RestPosition {
		masses = append(masses, place(x))
	}
	for v, x := range []model.Vec3{{0.1, 0.1, 0.1}, {0.5, 0.1, 0.1}, {0.1, 0.5, 0.1}, {0.1, 0.1, 0.5}} {
		must.Hold(t, skin.Positions(nil, masses)[v].Sub(place(x)).Len() < 1e-5, "vertex %d is at %v, want %v", v, skin.Positions(nil, masses)[v], place(x))
	}
}

// weightOf returns the sum of the masses [kg].
func weightOf(m *model.Model) (sum float64) {
	for _, kg := range m.Mass {
		sum += kg
	}
	return sum
}
