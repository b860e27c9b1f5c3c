package tune

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/scene"
)

// near is a tolerance relative to the number wanted.
func near(got, want, tolerance float64) bool { return math.Abs(got-want) <= tolerance*math.Abs(want) }

const round = 1e-9

// column is a vertical chain of n springs of 1 N/m and 1 m between masses of 1 kg.
func column(t *testing.T, springs int) *model.Model {
	t.Helper()
	return must.Get(build.Lattice(build.LatticeSpec{Nx: 1, Ny: 1, Nz: springs + 1, PerMass: 3, Spacing: 1, Mass: 1, Stiffness: 1}))(t)
}

// block is a cube of 1 m that carries itself, as the preset lattice.
func block(t *testing.T, side int) *model.Model {
	t.Helper()
	h := 1 / float64(side-1)
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: side, Ny: side, Nz: side, Spacing: h, Mass: SolidDensity * h * h * h, Stiffness: 1, Bottom: DropPart}))(t)
	ScaleStiffness(m, selfCarrying(m, model.StandardGravity, false), DampingRatio)
	return m
}

func sectionsOf(m *model.Model) *sections {
	lo, hi := m.Bounds()
	return newSections(m, lo, hi)
}

// A spring of two masses: every slice carries the upper one, so the strain is
// g/k all the way up, 10 for g = 10.
func TestCrossSections(t *testing.T) {
	weight, carry := sectionsOf(column(t, 1)).along(2)
	for b, c := range carry {
		if c != 1 || weight[b+1]-weight[b] != map[int]float64{0: 1, len(carry) - 1: 1}[b] {
			t.Fatalf("slice %d carries with %g N and holds %g kg", b, c, weight[b+1]-weight[b])
		}
	}
	// The slices of the foot are left out of the mean, 26 of 512, and the highest
	// slice carries half of the upper mass.
	mean, worst := 10*(1-26.5/512), 10.
	want := max(mean/(sag*bulge), worst/(2*maxStrain*bulge))
	if got := selfCarrying(column(t, 1), 10, false); !near(got, want, round) {
		t.Errorf("factor %g, want %g", got, want)
	}

	// A cross-section of a lattice: 1 + 4/2 + 4/3 springs of full strength per
	// mass inside, less at the rim. C11 = 13/3.
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 40, Ny: 40, Nz: 3, Spacing: 1, Mass: 1, Stiffness: 1}))(t)
	_, carry = sectionsOf(m).along(2)
	exact := 40.*40 + 4*40*39/2. + 4*39*39/3.
	must.Hold(t, near(carry[100], exact, round), "lattice carries with %g N, want %g", carry[100], exact)
}

// The stiffness of a block of several blocks of springs, its lightest way
// included, is the same with any number of threads.
func TestSelfCarryingIsTheSameOnAnyNumberOfThreads(t *testing.T) {
	m := must.Get(build.Lattice(build.LatticeSpec{Nx: 30, Ny: 29, Nz: 41, Spacing: 0.013, Mass: 0.7, Stiffness: 11}))(t)
	for i := range m.Mass {
		m.Mass[i] *= 1 + 0.3*math.Sin(float64(i))
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	factor, mean, ground := selfCarrying(m, 9.81, false), MeanMass(m), GroundFor(m, 0)
	for _, threads := range []int{2, 5} {
		runtime.GOMAXPROCS(threads)
		must.Be(t, selfCarrying(m, 9.81, false), factor, "%d threads: factor", threads)
		must.Be(t, MeanMass(m), mean, "%d threads: mean mass, in kg", threads)
		if count := springsOf(m); count[model.Removed] != 0 || count[1] != int64(m.SpringCount()) {
			t.Errorf("%d threads: %v springs of each material, want %d of the second", threads, count, m.SpringCount())
		}
		must.Be(t, GroundFor(m, 0), ground, "%d threads: ground", threads)
	}
}

// A hanging chain of N springs: spring i carries N − i masses, so the last mass
// moves by (g m/k) N (N + 1)/2.
func TestEquilibriumOfChain(t *testing.T) {
	const springs = 12
	m := column(t, springs)
	held := make([]model.Pin, m.MassCount())
	held[springs] = model.PinAll
	moved := newNetwork(m, held).settle(10)
	// The soft supports, 2e-5 N/m each at 12 masses that move by 500 m, take 0.12 N
	// of the weight of 120 N.
	const support = 2e-3
	if want := -10. * springs * (springs + 1) / 2; !near(moved[0][2], want, support) {
		t.Errorf("the lowest mass moves by %g m, want %g", moved[0][2], want)
	}
	must.Be(t, moved[springs], (model.Vec3{}), "the held mass moves by")
}

// The sag of a block, standing, is the one that the recipe promises: the equilibrium solved exactly against
// the estimate by cross-sections.
func TestSagOfLattice(t *testing.T) {
	const side = 14
	m := block(t, side)
	held := make([]model.Pin, m.MassCount())
	for i := range side * side {
		held[i] = model.PinZ
	}
	moved := newNetwork(m, held).settle(model.StandardGravity)
	sum := 0.0
	for _, u := range moved[len(moved)-side*side:] {
		sum -= u[2] / (side * side)
	}
	// The estimate leaves out the foot (one part in ten of the sag) and the softer
	// surface; 2 % is the promise.
	must.Hold(t, sum >= 0.7*sag && sum <= 0.02, "the top sags by %.4f of the height; want about %g, at most 0.02", sum, sag)
}

func TestGround(t *testing.T) {
	m := column(t, 2)
	ScaleStiffness(m, 9, 0.5)
	// 2 springs of 9 N/m around 3 masses: 12 N/m a mass.
	ground := GroundFor(m, -3)
	if !near(ground.Stiffness, 4.8, round) || !near(ground.Damping, 0.4*math.Sqrt(4.8), round) ||
		ground.Shape != (model.Plane{Offset: -3}) || ground.StaticFriction != 0.6 || ground.KineticFriction != 0.5 {
		t.Errorf("ground %+v", ground)
	}
	// 2 ζ √(k m/2)
	if got := m.Materials[1]; got.Stiffness != 9 || !near(got.Damping, math.Sqrt(4.5), round) {
		t.Errorf("material %+v", got)
	}
	// The safe step stays about that of the springs. The bound allows for ground
	// under every mass, inner ones too: K grows by a sixth and C by a third.
	side := must.Get(build.LatticeSide(10_000, 13))(t)
	m = block(t, side)
	free := model.Params{Gravity: model.EarthGravity()}
	touched := free
	touched.Contacts = []model.Contact{GroundFor(m, 0)}
	if with, without := physics.SafeStep(m, touched), physics.SafeStep(m, free); with < 0.85*without {
		t.Errorf("safe step %g s with the ground, %g s without", with, without)
	}
}

// A shape thinner than the shortest spring has a note, with advice for the structure, unless it touches
// springs, is a container or lacks a thickness.
func TestThinContactsAreNoted(t *testing.T) {
	cloth := must.Get(build.Cloth(build.ClothSpec{Nx: 3, Ny: 3, Spacing: 0.05, Mass: 1, Stiffness: ClothRatios(1)}))(t)
	block := must.Get(build.Lattice(build.LatticeSpec{Nx: 3, Ny: 3, Nz: 3, Spacing: 0.05, Mass: 1, Stiffness: 1}))(t)
	net := *cloth
	net.Triangles = nil
	thin := model.Contact{Shape: model.Capsule{B: model.Vec3{1}, Radius: 0.01}}
	able, inside := thin, thin
	able.Touches, inside.Inside = model.TouchSprings, true
	p := model.Params{Contacts: []model.Contact{{Shape: model.Plane{}}, able, inside, thin, {Shape: model.Sphere{Radius: 0.03}}}}
	for advice, m := range map[string]*model.Model{`touches = "springs" or "triangles"`: cloth, `touches = "springs"`: &net, "more masses": block} {
		s := &scene.Scene{Model: m, Params: p}
		noteThin(s)
		if n := s.Report.Notes; len(n) != 1 || !strings.HasPrefix(n[0], "contact 3 is 0.02 m thick, less than the shortest spring, 0.05 m,") || !strings.HasSuffix(n[0], advice) {
			t.Errorf("want one note that ends with %q, got %q", advice, n)
		}
	}
	p.Contacts = []model.Contact{{Shape: model.Box{Half: model.Vec3{1, 1, 0.01}}}, {Shape: model.Box{Half: model.Vec3{1, 0.02, 0.01}}}}
	plates := &scene.Scene{Model: cloth, Params: p}
	if noteThin(plates); len(plates.Report.Notes) != 2 || !strings.Contains(plates.Report.Notes[0], "and edge-on may") || strings.Contains(plates.Report.Notes[1], "edge-on") {
		t.Errorf("a plate and a bar: %q", plates.Report.Notes)
	}
	s := &scene.Scene{Model: &model.Model{}, Params: p}
	if noteThin(s); !slices.Equal(s.Report.Notes, nil) {
		t.Errorf("without springs: %q", s.Report.Notes)
	}
}

func TestWhatAStructureTakes(t *testing.T) {
	must.Be(t, bytesOf(1000, 13000), 142_000+572_000, "bytes")
}
