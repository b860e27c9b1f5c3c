package toml

import (
	"slices"

	"hooke/machine/memory"
	"hooke/mesh/build"
	"hooke/mesh/materials"
	"hooke/model"
	"hooke/scene"
	"hooke/scene/toml/parse"
)

// bent is a mesh that resists bending: its triangles, or without those its springs, in the numbers
// of the scene's masses.
type bent struct {
	table     *parse.Table
	triangles [][3]uint32
	springs   []model.Ends
}

// bends reports whether a mesh resists bending by hinges.
func bends(t *parse.Table) bool { return t.Name == "mesh" && t.Value("bend_rigidity") != nil }

// collectBends keeps the triangles and springs of meshes that resist bending until pins are known.
func (f *sceneFile) collectBends(a *assembly) {
	for i, made := range a.made {
		t := a.tables[i]
		if !bends(t) {
			continue
		}
		first, b := uint32(a.first(i)), bent{table: t}
		for _, c := range made.Model.Triangles {
			b.triangles = append(b.triangles, [3]uint32{first + c[0], first + c[1], first + c[2]})
		}
		if b.triangles == nil {
			made.Model.EachSprings(func(_ int, some model.Springs) bool {
				for _, ends := range some.Ends {
					b.springs = append(b.springs, model.Ends{first + ends[0], first + ends[1]})
				}
				return true
			})
		}
		f.bent = append(f.bent, b)
	}
}

// weldBends renumbers the triangles and springs when masses become one.
func (f *sceneFile) weldBends(number []uint32) {
	for _, b := range f.bent {
		for _, c := range b.triangles {
			for k := range c {
				c[k] = number[c[k]]
			}
		}
		for k, ends := range b.springs {
			b.springs[k] = model.Ends{number[ends[0]], number[ends[1]]}
		}
	}
}

// bytesOfHinge is the memory of a triangle or spring while hinges are made.
const bytesOfHinge = 160

// addBends makes the hinges of all meshes that resist bending.
func (f *sceneFile) addBends(s *scene.Scene) {
	for _, b := range f.bent {
		t := b.table
		if err := memory.Ask(bytesOfHinge*int64(len(b.triangles)+len(b.springs)), "the hinges of %d triangles and springs", len(b.triangles)+len(b.springs)); err != nil {
			f.FaultAt(t, "bend_rigidity", "%v", err)
			return
		}
		of := materials.Bending{Rigidity: t.Number("bend_rigidity", 0), DampingRatio: t.Number("bend_damping_ratio", 0), Flat: t.Text("rest_angle") == "flat"}
		hinges := of.OfTriangles(s.Model, b.triangles)
		if b.triangles == nil {
			hinges = of.OfChain(s.Model, b.springs)
		}
		if len(hinges) == 0 {
			f.FaultAt(t, "bend_rigidity", "bend_rigidity: no edge between two triangles of the mesh can bend, and no mass between two springs; leave it out, or give it to cloth or a rope")
			return
		}
		s.Params.Bends = append(s.Params.Bends, model.Bend{Name: t.Text("name"), Hinges: hinges})
	}
}

// slackBends removes the springs over inner edges from a cloth of a file: hinges take their place.
func slackBends(m *model.Model) {
	if m.Triangles != nil && len(m.Materials) > int(build.ClothBend) {
		m.Materials = slices.Clone(m.Materials)
		m.Materials[build.ClothBend] = model.Material{Name: m.Materials[build.ClothBend].Name}
	}
}
