package physics_test

import (
	"math"
	"runtime"
	"sync"
	"testing"

	"hooke/mesh/build"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// patterns are grids of several blocks of springs, near the origin and far from it, pinned or not.
func patterns(t *testing.T) map[string]*model.Model {
	t.Helper()
	out := map[string]*model.Model{}
	for name, s := range map[string]build.LatticeSpec{
		"block": {Nx: 19, Ny: 18, Nz: 31, PerMass: 13}, "far": {Nx: 7, Ny: 40, Nz: 30, PerMass: 13, Bottom: 3e9},
		"plate": {Nx: 90, Ny: 91, Nz: 1, PerMass: 9}, "beam": {Nx: 2, Ny: 2, Nz: 4000, PerMass: 13}, "column": {Nx: 1, Ny: 1, Nz: 4000, PerMass: 13}, "row": {Nx: 300, Ny: 1, Nz: 1, PerMass: 13}, "wall": {Nx: 2, Ny: 1, Nz: 300, PerMass: 13}, "edges": {Nx: 30, Ny: 29, Nz: 28, PerMass: 3},
	} {
		s.Spacing, s.Mass, s.Stiffness, s.ByPattern = 0.013, 0.5, 1, true
		m := must.Get(build.Lattice(s))(t)
		out[name] = m
	}
	cloth := must.Get(build.Cloth(build.ClothSpec{Nx: 100, Ny: 101, Spacing: 0.01, Mass: 0.1, Stiffness: build.ClothStiffness{Structural: 1, Shear: 1, Bend: 1}, ByPattern: true}))(t)
	cloth.Pin = make([]model.Pin, cloth.MassCount())
	for i := range cloth.Pin {
		cloth.Pin[i] = model.Pin(i % 8)
	}
	out["cloth"] = cloth
	return out
}

// Springs near their positions are those of arrays, wherever positions lie; a position or a pin
// that is another one is seen.
func TestNearSpringsAreThoseOfArrays(t *testing.T) {
	for name, m := range patterns(t) {
		want := *m
		want.InArrays()
		narrow := make([][3]float32, m.MassCount())
		for i := range narrow {
			narrow[i] = [3]float32{float32(3 * i), float32(3*i + 1), float32(3*i + 2)}
		}
		for kind, at := range map[string]model.Vectors{"rest": m.RestPositions(), "narrow": {Narrow: narrow}, "wide": {Wide: want.RestPosition}} {
			if faults, blocks := nearFaults(m, &want, at, at); faults > 0 || blocks < 1 {
				t.Errorf("%s, %s: %d springs are not those of arrays, in %d blocks", name, kind, faults, blocks)
			}
		}
		other := model.Vectors{Narrow: append([][3]float32(nil), narrow...)}
		other.Narrow[len(narrow)/2][1]++
		if faults, _ := nearFaults(m, &want, model.Vectors{Narrow: narrow}, other); faults == 0 {
			t.Errorf("%s: a mass at another place is not seen", name)
		}
	}
}

// nearFaults counts the springs that differ from those of a model in arrays at positions.
func nearFaults(m, want *model.Model, at, there model.Vectors) (faults, blocks int) {
	var mutex sync.Mutex
	physics.SpringBlocks(m, at, func(block int, some physics.NearSprings) {
		wrong := 0
		for i, ends := range some.Ends {
			s := some.First + i
			a, b := want.Ends[s][0], want.Ends[s][1]
			if some.At[ends[0]] != there.At(int(a)) || some.At[ends[1]] != there.At(int(b)) || some.PinOf(ends[0]) != want.PinOf(int(a)) ||
				some.PinOf(ends[1]) != want.PinOf(int(b)) || some.RestLength[i] != want.RestLength[s] || some.MaterialOf[i] != want.MaterialOf[s] {
				wrong++
			}
		}
		mutex.Lock()
		defer mutex.Unlock()
		if block != some.First/model.BlockSize {
			wrong++
		}
		faults, blocks = faults+wrong, blocks+1
	})
	return faults, blocks
}

// look holds the data that tests read of a spring: its way, its rest length, and how its ends are rounded.
type look struct {
	way      model.Vec3
	rest     float64
	from, to [3]int
}

func lookOf(o *model.Offset, from, to model.Vec3) look {
	l := look{way: to.Sub(from), rest: o.RestLength}
	for axis := range 3 {
		l.from[axis], l.to[axis] = math.Ilogb(from[axis]), math.Ilogb(to[axis])
	}
	return l
}

// The value of the kind of a spring is that of the spring, from any spring on; with the kinds of
// a grid elsewhere it is not.
func TestKindsLookLikeTheirSprings(t *testing.T) {
	for name, m := range patterns(t) {
		want := *m
		want.InArrays()
		kinds := physics.KindsOf(m.Pattern)
		if kinds == nil {
			t.Errorf("%s: too many kinds", name)
			continue
		}
		table := physics.NewKindTable(kinds, lookOf)
		for _, part := range [][2]int{{0, 1}, {0, m.SpringCount()}, {1, 20}, {333, 10001}, {m.SpringCount() - 7, m.SpringCount()}, {5, 5}} {
			if part[1] > m.SpringCount() {
				continue
			}
			if faults := kindFaults(table, &want, part[0], part[1]); faults > 0 {
				t.Errorf("%s: %d of springs %v look otherwise", name, faults, part)
			}
		}
		moved := *m.Pattern
		moved.Corner[1] += 0.3
		if kindFaults(physics.NewKindTable(physics.KindsOf(&moved), lookOf), &want, 0, m.SpringCount()) == 0 {
			t.Errorf("%s: a grid elsewhere looks the same", name)
		}
	}
}

func kindFaults(table *physics.KindTable[look], want *model.Model, first, last int) (faults int) {
	s := first
	table.Rows(first, last, func(row physics.KindRow[look]) {
		for x := row.X; x < row.End; x++ {
			for _, l := range row.Links {
				if uint(x+l.Dx) >= uint(row.Length) {
					continue
				}
				from, to := want.RestPosition[want.Ends[s][0]], want.RestPosition[want.Ends[s][1]]
				if l.Values[l.Kind[x]] != lookOf(&model.Offset{RestLength: want.RestLength[s]}, from, to) {
					faults++
				}
				s++
			}
		}
	})
	if s != last {
		faults++
	}
	return faults
}

// Blocks are the same on any number of threads.
func TestNearOnAnyNumberOfThreads(t *testing.T) {
	m := patterns(t)["block"]
	want := *m
	want.InArrays()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, threads := range []int{1, 5} {
		runtime.GOMAXPROCS(threads)
		if faults, blocks := nearFaults(m, &want, m.RestPositions(), m.RestPositions()); faults > 0 || blocks < 3 {
			t.Errorf("%d threads: %d faults in %d blocks", threads, faults, blocks)
		}
	}
}

// Each kind comes with the number of its springs, so that sums over kinds are those over all
// springs; those of a grid elsewhere are others.
func TestKindsAreCounted(t *testing.T) {
	for name, m := range patterns(t) {
		want, all := *m, 0.0
		want.InArrays()
		sum := func(p *model.Pattern) (sum, count float64) {
			if !physics.KindsOf(p).Each(func(o *model.Offset, from, to model.Vec3, n float64) {
				sum, count = sum+n*o.RestLength*math.Sqrt(1+to.Sub(from).Len()), count+n
			}) {
				t.Fatalf("%s: too many kinds", name)
			}
			return sum, count
		}
		for s, ends := range want.Ends {
			all += want.RestLength[s] * math.Sqrt(1+want.RestPosition[ends[1]].Sub(want.RestPosition[ends[0]]).Len())
		}
		got, count := sum(m.Pattern)
		if count != float64(m.SpringCount()) || math.Abs(got-all) > 1e-11*all {
			t.Errorf("%s: %g springs, sum %.15g, want %d and %.15g", name, count, got, m.SpringCount(), all)
		}
		wider := *m.Pattern
		wider.Spacing *= 1.001
		if other, _ := sum(&wider); math.Abs(other-all) <= 1e-11*all {
			t.Errorf("%s: another spacing is not seen", name)
		}
	}
}
