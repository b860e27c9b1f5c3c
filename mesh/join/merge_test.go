package join

import (
	"math"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/google/go-cmp/cmp"

	"hooke/mesh"
	"hooke/mesh/build"
	"hooke/mesh/fill"
	"hooke/model"
	"hooke/must"
)

// Parts of several blocks, merged on all cores, equal those merged spring by spring, with any number of
// threads: numbers are shifted, and an array that only one part has is zero in the other.
func TestMergeIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	const rounding = 1e-14 // of a turn, in parts of the size of 1 m
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	cloth := must.Get(build.Cloth(build.ClothSpec{Nx: 190, Ny: 180, Spacing: 0.005, Mass: 0.1, Stiffness: build.ClothStiffness{Structural: 3, Shear: 2, Bend: 1}}))(t)
	rope := must.Get(build.Rope(build.RopeSpec{Masses: model.BlockSize + 9, Length: 1, Mass: 0.2, Stiffness: 7}))(t)
	rope.Pin = make([]model.Pin, rope.MassCount())
	rope.Pin[5] = model.PinAll
	rope.ActuatorOf = make([]uint16, rope.SpringCount())
	rope.Own = make([]model.Coefficients, rope.SpringCount())
	for s := range rope.Own {
		rope.ActuatorOf[s], rope.Own[s] = uint16(s%3), model.Coefficients{Stiffness: float64(s), Damping: 1}
	}
	turn := mgl64.QuatRotate(math.Pi/2, model.Vec3{0, 0, 1})
	parts := []Part{{Model: cloth, Name: "a"}, {Model: rope, Turn: turn, Move: model.Vec3{0, 0, 2}, FirstActuator: 4}}

	want := must.Get(Merge("both", parts...))(t)
	for _, threads := range []int{2, 5} {
		runtime.GOMAXPROCS(threads)
		if got, err := Merge("both", parts...); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d threads: another model (%v)", threads, err)
		}
	}

	must.Do(t, want.Validate())
	first, firstSpring := cloth.MassCount(), cloth.SpringCount()
	for i, x := range rope.RestPosition {
		moved := model.Vec3{-x[1], x[0], x[2] + 2}
		if want.RestPosition[first+i].Sub(moved).Len() > rounding || want.Mass[first+i] != 0.2 || want.PinOf(first+i) != rope.Pin[i] {
			t.Fatalf("mass %d of the rope: at %v, %g kg, pin %d", i, want.RestPosition[first+i], want.Mass[first+i], want.PinOf(first+i))
		}
	}
	for s, ends := range rope.Ends {
		at := firstSpring + s
		actuator := rope.ActuatorOf[s]
		if actuator > 0 {
			actuator += 4
		}
		if want.Ends[at] != (model.Ends{ends[0] + uint32(first), ends[1] + uint32(first)}) || want.RestLength[at] != rope.RestLength[s] ||
			want.Materials[want.MaterialOf[at]] != rope.Materials[1] || want.ActuatorOf[at] != actuator || want.Own[at] != rope.Own[s] {
			t.Fatalf("spring %d of the rope: ends %v, %g m, material %d, actuator %d, own %v", s,
				want.Ends[at], want.RestLength[at], want.MaterialOf[at], want.ActuatorOf[at], want.Own[at])
		}
	}
	for s, ends := range cloth.Ends {
		if want.Ends[s] != ends || want.ActuatorOf[s] != 0 || want.Own[s] != (model.Coefficients{}) {
			t.Fatalf("spring %d of the cloth: ends %v, actuator %d, own %v", s, want.Ends[s], want.ActuatorOf[s], want.Own[s])
		}
	}
	if !reflect.DeepEqual(want.Triangles, cloth.Triangles) || !reflect.DeepEqual(want.RestPosition[:first], cloth.RestPosition) {
		t.Error("the cloth is not the first part, as it was")
	}
}

func TestMergeFollowsTheParts(t *testing.T) {
	a, b := tile(1, 10), tile(2, 10)
	b.Materials = append(b.Materials, model.Material{Name: "stiff", Stiffness: 99})
	b.MaterialOf[5] = 2
	b.Pin = []model.Pin{model.PinAll, 0, 0, 0}
	b.ActuatorOf = []uint16{1, 0, 0, 0, 0, 2}
	m := mustMerge(t, Part{Model: a, Name: "a"},
		Part{Model: b, Turn: mgl64.QuatRotate(math.Pi/2, model.Vec3{0, 0, 1}), Move: model.Vec3{5, 0, 1}, FirstActuator: 3})
	if m.MassCount() != 8 || m.SpringCount() != 12 || !slices.Equal(m.Mass, []float64{1, 1, 1, 1, 2, 2, 2, 2}) {
		t.Fatalf("%d masses %v, %d springs", m.MassCount(), m.Mass, m.SpringCount())
	}
	// A quarter turn takes (1, 0, 0) to (0, 1, 0).
	if got := m.RestPosition[5].Sub(model.Vec3{5, 1, 1}).Len(); got > placeRounding {
		t.Errorf("mass 5 is %g m off", got)
	}
	want := []model.Group{{Name: "a/left", Masses: []uint32{0, 2}}, {Name: "a/right", Masses: []uint32{1, 3}}, {Name: "a/corner", Masses: []uint32{3}},
		{Name: "left", Masses: []uint32{4, 6}}, {Name: "right", Masses: []uint32{5, 7}}, {Name: "corner", Masses: []uint32{7}}}
	if diff := cmp.Diff(want, m.Groups); diff != "" {
		t.Error(diff)
	}
	if m.Ends[11] != (model.Ends{6, 7}) || m.Triangles[2] != [3]uint32{4, 5, 7} {
		t.Errorf("last spring %v, triangle %v", m.Ends[11], m.Triangles[2])
	}
	if len(m.Materials) != 3 || m.MaterialOf[0] != 1 || m.MaterialOf[6] != 1 || m.MaterialOf[11] != 2 {
		t.Errorf("materials %v: %v", m.Materials, m.MaterialOf)
	}
	must.BeAll(t, m.ActuatorOf, []uint16{0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 5}, "actuators")
	must.BeAll(t, m.Pin, []model.Pin{0, 0, 0, 0, model.PinAll, 0, 0, 0}, "pins")
	// Groups of one name become one.
	if g, _ := mustMerge(t, Part{Model: a}, Part{Model: a}).Group("left"); !slices.Equal(g.Masses, []uint32{0, 2, 4, 6}) {
		t.Errorf("group left has %v", g.Masses)
	}
}

func TestMergeErrors(t *testing.T) {
	pinned, broken := tile(1, 1), tile(1, 1)
	pinned.Pin = []model.Pin{model.PinX, 0, 0, 0}
	broken.Mass[0] = 0
	turn := mgl64.QuatRotate(1, model.Vec3{0, 0, 1})
	for want, p := range map[string]Part{
		"part 1 (tile): turn":          {Model: tile(1, 1), Turn: mgl64.Quat{W: 2}},
		"pinned on some axes only":     {Model: pinned, Turn: turn},
		"mass 0: mass is 0 kg":         {Model: broken},
		"actuators -1 to":              {Model: tile(1, 1), FirstActuator: -1},
		"they are numbered 0 to 65534": {Model: tile(1, 1), FirstActuator: 65535},
	} {
		must.Say(t, "", must.Err(Merge("m", Part{Model: tile(1, 1)}, p)), want)
	}
}

// Attachments of all parts come behind all other springs, with all that springs have.
func TestMergeBringsAttachmentsLast(t *testing.T) {
	part := func() *model.Model {
		m := &model.Model{Name: "held", Materials: []model.Material{{}, {Name: "a", Stiffness: 1}, {Name: "cable", Stiffness: 2, TensionOnly: true}}, Pin: []model.Pin{model.PinAll, 0, 0},
			Mass: []float64{1, 1, 1}, RestPosition: []model.Vec3{{}, {1, 0, 0}, {2, 0, 0}}, Own: []model.Coefficients{}}
		for i := range uint32(2) {
			m.AddSpring(model.Ends{i, i + 1}, 1+float64(i), 1)
		}
		m.AddSpring(model.Ends{2, 0}, 3, 2)
		m.Own[2].Stiffness, m.Attachments = 9, 1
		return m
	}
	m := must.Get(Merge("both", Part{Model: part(), Name: "one"}, Part{Model: part(), Name: "two", Move: model.Vec3{0, 1, 0}}))(t)
	want := []model.Ends{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {2, 0}, {5, 3}}
	if m.Attachments != 2 || !slices.Equal(m.Ends, want) || !slices.Equal(m.RestLength, []float64{1, 2, 1, 2, 3, 3}) || m.Own[4].Stiffness != 9 || m.MaterialOf[5] != 2 || m.Validate() != nil {
		t.Errorf("%+v", m)
	}
	carved, err := Carve(m, func(x model.Vec3) bool { return x[1] == 1 })
	if err != nil || carved.Attachments != 1 || !slices.Equal(carved.Ends, []model.Ends{{0, 1}, {1, 2}, {2, 0}}) {
		t.Errorf("carved: %+v, %v", carved, err)
	}
	welded, _, err := WeldNear(m, "one/end", "two/end", 2)
	must.Hold(t, err != nil, "welded groups that are not there: %+v", welded)
	m.Groups = append(m.Groups, model.Group{Name: "p", Masses: []uint32{2}}, model.Group{Name: "q", Masses: []uint32{5}})
	if welded, _, err = WeldNear(m, "p", "q", 2); err != nil || welded.Attachments != 2 || welded.SpringCount() != 6 {
		t.Errorf("welded: %+v, %v", welded, err)
	}
	if n, err := ConnectNear(m, "p", "q", 2, model.Material{Name: "c", Stiffness: 1}); err != nil || n != 1 || m.Attachments != 2 || m.Ends[4] != (model.Ends{2, 5}) || m.MaterialOf[4] != 3 {
		t.Errorf("connected: %d, %+v, %v", n, m, err)
	}
	if bare := m.WithoutAttachments(); bare.SpringCount() != 5 || bare.Attachments != 0 || m.SpringCount() != 7 {
		t.Errorf("bare: %+v", bare)
	}
}

// Merged, welded and carved models keep the skins of the remaining parts.
func TestSkinGoesWithItsMasses(t *testing.T) {
	cube := cubeSurface()
	part, _, err := fill.Lattice(cube, fill.LatticeSpec{Pitch: 0.3, Density: 1000, Stiffness: 100})
	must.Do(t, err)
	part.Skin = mesh.Skin(cube, part)
	both := must.Get(Merge("both", Part{Model: part}, Part{Model: part, Move: model.Vec3{3, 0, 0}}))(t)
	must.Do(t, both.Validate())
	if both.Skin.VertexCount() != 16 || len(both.Skin.Triangles) != 24 {
		t.Fatalf("%d vertices, %d triangles; want twice those of a cube", both.Skin.VertexCount(), len(both.Skin.Triangles))
	}
	for v, x := range both.Skin.Positions(nil, both.RestPosition)[8:] {
		if want := cube.Vertices[v].Add(model.Vec3{3, 0, 0}); x.Sub(want).Len() > 1e-6 {
			t.Errorf("vertex %d of the second at %v, want %v", v, x, want)
		}
	}
	one := must.Get(Carve(both, func(p model.Vec3) bool { return p[0] > 2 }))(t)
	must.Do(t, one.Validate())
	must.Be(t, len(one.Skin.Triangles), 12, "triangles are left")
}

// cubeSurface is a cube of 1 m of twelve triangles that face outward.
func cubeSurface() *mesh.Surface {
	s := &mesh.Surface{FaceStart: []uint32{0}}
	for i := range 8 {
		s.Vertices = append(s.Vertices, model.Vec3{float64(i & 1), float64(i >> 1 & 1), float64(i >> 2)})
	}
	for _, f := range [][4]uint32{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {1, 3, 7, 5}, {3, 2, 6, 7}, {2, 0, 4, 6}} {
		s.Corners = append(s.Corners, f[0], f[1], f[2], f[0], f[2], f[3])
		s.FaceStart = append(s.FaceStart, uint32(len(s.Corners)-3), uint32(len(s.Corners)))
	}
	return s
}
