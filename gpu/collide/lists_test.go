package collide

import (
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"hooke/gpu/buffers"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/gpu/ranges"
	"hooke/gpu/settings"
	"hooke/model"
	"hooke/must"
	"hooke/shaders"
)

// scene is a cloud of masses on the device.
type scene struct {
	pairs  *Pairs
	arrays *buffers.Arrays
	model  *model.Model
	params model.Params
}

// params are those of a cloud whose masses collide.
func params(skin float64, bodies int) model.Params {
	p := model.Params{DT: 1e-3, Collision: model.Collision{Self: true, Others: true, Skin: skin, CheckEvery: 8}}
	for k := range bodies {
		p.Collision.Bodies = append(p.Collision.Bodies, model.Surface{Stiffness: 100 * float64(1+k), DampingRatio: 0.1 * float64(1+k), StaticFriction: 0.5, KineticFriction: 0.3})
	}
	return p
}

// begin puts a cloud on the device.
func begin(t *testing.T, ctx *glx.Context, m *model.Model, p model.Params, files fs.FS, group int, precision options.Precision) *scene {
	t.Helper()
	n := ranges.Counts{Masses: int64(m.MassCount()), Loaded: 2 * int64(m.MassCount()), Precision: precision,
		Taking: ranges.Taking(m, p), Bodies: int64(len(p.Collision.Bodies)), FrictionMasses: int64(m.MassCount())}
	arrays := must.Get(buffers.New(ctx, n, 0))(t)
	t.Cleanup(arrays.Release)
	s := &scene{arrays: arrays, model: m, params: p}
	set := settings.New(m, nil, nil, p, precision)
	arrays.UploadParams(m, &set, math.Inf(1), 0, nil)
	s.pairs = must.Get(New(ctx, m, n, nil, arrays))(t)
	t.Cleanup(s.pairs.Release)
	defines := append(slices.Clone(set.Variant), (*ranges.Division)(nil).Defines()...)
	k := pass.Maker{Ctx: ctx, Files: files, Group: group, Arrays: arrays, Defines: defines}
	must.Do(t, s.pairs.Make(k.With("FUSED", 0), arrays, p))
	s.pairs.Upload(p)
	s.place(m.Start())
	return s
}

// place gives the cloud a state.
func (s *scene) place(state *model.State) {
	s.arrays.UploadState(s.model, ranges.Ranges{All: int64(s.model.MassCount())}, s.params, nil, state)
	s.pairs.ctx.BindUniform(uint32(shaders.BindParams), s.arrays.Params)
}

// lists reads the list of each mass that takes part.
func (s *scene) lists(t *testing.T) [][]uint32 {
	t.Helper()
	words := make([]uint32, s.pairs.arrays.list.Bytes()/4)
	s.pairs.ctx.Barrier(glx.ByTransfer)
	glx.Download(s.pairs.arrays.list, 0, words)
	out := make([][]uint32, s.pairs.count)
	for p := range out {
		first, end := words[p], min(words[p+1], uint32(s.pairs.capacity))
		out[p] = words[s.pairs.count+1:][min(first, end):end]
	}
	return out
}

// near are the masses that belong into each list: all pairs are looked at, in float64.
// Pairs that rounding may put on either side are in unsure.
func near(m *model.Model, p model.Params, state *model.State) (lists [][]uint32, unsure map[[2]uint32]bool) {
	unsure = map[[2]uint32]bool{}
	var part []int
	for i, r := range m.Radius {
		if r > 0 {
			part = append(part, i)
		}
	}
	lists = make([][]uint32, len(part))
	for a, i := range part {
		for b, j := range part {
			sum := m.Radius[i] + m.Radius[j]
			rest := m.RestPosition[i].Sub(m.RestPosition[j]).Len()
			distance := state.Position[i].Sub(state.Position[j]).Len()
			same := m.BodyOf(i) == m.BodyOf(j)
			if a == b || !p.Collision.Meet(m.BodyOf(i), m.BodyOf(j)) || same && rest <= model.RestReach*sum {
				continue
			}
			if math.Abs(distance-sum-p.Collision.Skin) < 1e-5 {
				unsure[[2]uint32{uint32(a), uint32(b)}] = true
			} else if distance < sum+p.Collision.Skin {
				lists[a] = append(lists[a], uint32(b))
			}
		}
	}
	return lists, unsure
}

// differ returns the first mass with another list than it should have, -1 if all lists are right.
func differ(got, want [][]uint32, unsure map[[2]uint32]bool) int {
	for p := range want {
		list := slices.DeleteFunc(slices.Clone(got[p]), func(q uint32) bool { return unsure[[2]uint32{uint32(p), q}] })
		if !slices.Equal(list, want[p]) {
			return p
		}
	}
	return -1
}

// cloud is a random cloud around the origin, of two bodies; one in nine masses takes no part.
func cloud(seed uint64, masses int, width, radius float64) *model.Model {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &model.Model{Name: "cloud", Materials: []model.Material{{}}, Pin: make([]model.Pin, masses)}
	for i := range masses {
		x := model.Vec3{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}.Mul(width)
		m.RestPosition = append(m.RestPosition, x)
		m.Mass = append(m.Mass, 0.01*(1+r.Float64()))
		m.Radius = append(m.Radius, radius*(0.5+0.5*r.Float64()))
		m.Body = append(m.Body, uint16(r.IntN(2)))
		if i%9 == 4 {
			m.Radius[i] = 0
		}
	}
	return m
}

// onBorders puts masses on the borders of cells, and their neighbors beside them.
func onBorders(p model.Params) *model.Model {
	m := cloud(3, 120, 1, 0.05)
	edge := float64(float32(1.001 * (2*m.LargestRadius() + p.Collision.Skin)))
	for i := range m.RestPosition {
		for axis := range 3 {
			m.RestPosition[i][axis] = edge * math.Round(m.RestPosition[i][axis]/edge)
		}
		if i%2 == 1 {
			m.RestPosition[i] = m.RestPosition[i-1].Sub(model.Vec3{0.06, 1e-7, 1e-7})
			m.Body[i] = 1 - m.Body[i-1]
		}
	}
	return m
}

// look makes the lists with as much room as they need.
func (s *scene) look(t *testing.T) shaders.PairStatus {
	t.Helper()
	s.pairs.Look()
	status := must.Get(s.pairs.Status())(t)
	if int64(status.Listed) > s.pairs.Room() {
		must.Do(t, s.pairs.Grow(int64(status.Listed)))
		s.pairs.Look()
	}
	return status
}

// Lists are those of all pairs, as the same sorted sets.
func TestListsAreAllPairs(t *testing.T) {
	ctx := gltest.New(t)
	p := params(0.02, 2)
	for name, m := range map[string]*model.Model{
		"cloud": cloud(1, 600, 1, 0.05), "sparse": cloud(2, 300, 40, 0.05), "one cell": cloud(4, 60, 0.02, 0.05), "borders": onBorders(p), "two": cloud(5, 2, 0.1, 0.1),
		"long lists": cloud(6, 1700, 1, 1), // 750 entries each
	} {
		s := begin(t, ctx, m, p, shaders.Files(), 64, options.Single)
		s.look(t)
		want, unsure := near(m, p, m.Start())
		got := s.lists(t)
		if at := differ(got, want, unsure); at >= 0 {
			t.Errorf("%s: mass %d has list %v, want %v", name, at, got[at], want[at])
		}
		entries := 0
		for _, l := range want {
			entries += len(l)
		}
		if name != "two" && name != "sparse" && entries < 50 {
			t.Errorf("%s: only %d entries", name, entries)
		}
	}
}

// Each of these faults in a shader gives other lists. Truncation in place of floor is none: it
// only joins the cells beside 0.
func TestListsSeeFaults(t *testing.T) {
	ctx := gltest.New(t)
	p := params(0.02, 2)
	m := cloud(1, 600, 1, 0.05)
	want, unsure := near(m, p, m.Start())
	for name, f := range map[string][3]string{
		"26 cells":                {"list_near.comp", "n < 27", "n < 26"},
		"cells of half the edge":  {"grid.glsl", "floor(x * collision.perCell)", "floor(2.0 * x * collision.perCell)"},
		"every cell of a bucket":  {"list_near.comp", " || ivec3(other.x, other.y, other.z) != there", ""},
		"lists as they come":      {"list_near.comp", "FIRST_GAP = 1093u", "FIRST_GAP = 0u"},
		"no exclusion by rest":    {"list_near.comp", "return collision.self != 0u && length(rest) > REST_REACH * sum;", "return collision.self != 0u;"},
		"no skin":                 {"list_near.comp", "sum + collision.skin", "sum"},
		"blocks not added":        {"scan_add.comp", "sum += grid[blockAt(groupNumber())].entry;", ""},
		"one entry past the list": {"grid_place.comp", "+ left - 1u", "+ left"},
	} {
		s := begin(t, ctx, m, p, gltest.Mutated(t, f[0], f[1], f[2]), 64, options.Single)
		s.look(t)
		must.Hold(t, differ(s.lists(t), want, unsure) >= 0, "%s: lists are the same", name)
	}
}
