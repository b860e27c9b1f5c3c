package surface

import (
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"

	"hooke/model"
	"hooke/shaders"
)

// Find reports for each mass whether it lies inside a volume, on the surface of a volume, in a
// sheet or in a thread. It also chooses the two neighbors that span the surface there, so
// that the normal follows the structure as it moves.
//
// Find looks at 64 directions around each mass and asks which of them are covered, which
// means that they are near enough to a spring that leaves the mass. A mass is inside where
// all directions are covered. Otherwise it is in a sheet where two opposite directions are
// open even by a generous measure. Otherwise it is on the surface of a volume, and the open
// side is outside. Find works on all cores, with the same result on any number of them. It takes
// 32 bytes per mass, 20 more per mass that is not inside, and 4 for each spring there. cloth
// gives the triangles of cloth.
func Find(position []shaders.Position, ends []shaders.Ends, cloth [][3]uint32) Found {
	return FindIn(Excerpt{Masses: len(position), Springs: len(ends)}, position, ends, cloth)
}

// DenseSprings is the number of springs from which on a view of all of them is confusing, so
// that a surface, if there is one, hides them.
const DenseSprings = 2000

// Excerpt describes the structure of which masses and springs are a part.
type Excerpt struct {
	Masses, Springs int    // of the whole structure
	Inside          []bool // which masses of the part are inside, whatever springs of theirs the part lacks; nil: the part is the whole
	Hung            []bool // masses that an embedded surface follows, whose springs Lists needs, too; nil: none
}

// FindIn returns Find for a part of a structure: all of its masses that are not inside, with all
// of their springs, and the masses at the other ends of these. Its result for these masses is that of Find in
// the whole.
func FindIn(of Excerpt, position []shaders.Position, ends []shaders.Ends, cloth [][3]uint32) Found {
	f := Found{position: position, ends: ends, of: of}
	f.cover()
	f.classify()
	f.markCloth(cloth)
	f.at = listSprings(ends, len(position), func(i int) bool {
		return f.Partner[i].Kind != shaders.SurfaceInside || f.ofCloth != nil && f.ofCloth[i] || of.Hung != nil && of.Hung[i]
	})
	f.choose()
	f.showCloth()
	return f
}

const (
	directions = 64
	// A covering angle must exceed the largest gap between the springs of a mass inside:
	// 27° and 35° in cubic lattices with body or face diagonals, 55° in those with edges
	// only. The angle should be small, so that Find sees the open side of a terraced
	// surface, such as that of a filled mesh.
	narrowCosine = 0.74 // 42°
	wideCosine   = 0.53 // 58°
	// manySprings is the least number of springs per mass in a lattice with diagonals.
	manySprings = 7.5
	// flatCross is the least sine between two springs that span a surface.
	flatCross = 0.05
)

// Found is the result of Find for the masses.
type Found struct {
	position []shaders.Position
	ends     []shaders.Ends
	of       Excerpt
	covered  []uint64          // covered directions of each mass, a bit each
	widely   []uint64          // the same with the wide angle
	outward  []mgl32.Vec3      // open direction of each mass on a solid's surface, a unit vector
	at       springsAt         // of masses that are not inside, and of cloth and of Excerpt.Hung
	Partner  []shaders.Partner // for each mass where it lies, and its two neighbors
	given    [][3]uint32       // triangles of cloth, which SkinOf need not look for; nil without cloth
	ofCloth  []bool            // whether a mass is at a corner of such a triangle; nil without cloth
}

// Looks reports how the whole is seen best. A dense structure has an inside that its surface hides,
// and so many springs that a view of all of them is confusing. A sheet is mostly cloth of that many
// springs. The masses of a thread have no surface.
func (f *Found) Looks() (dense, sheet, thread bool) {
	var kinds [shaders.SurfaceThread + 1]int
	for _, p := range f.Partner {
		kinds[p.Kind]++
	}
	many := f.of.Springs >= DenseSprings
	return many && kinds[shaders.SurfaceInside] > 0, many && 2*kinds[shaders.SurfaceSheet] > len(f.Partner), 2*kinds[shaders.SurfaceThread] > len(f.Partner)
}

// between returns the unit vector from one position to another; false where they coincide or are not finite.
func between(from, to *shaders.Position) (way mgl32.Vec3, ok bool) {
	way = mgl32.Vec3(to.Xyz).Sub(from.Xyz)
	length := way.Len()
	if !(length > 0) || math.IsInf(float64(length), 0) {
		return way, false
	}
	return way.Mul(1 / length), true
}

// cover finds the directions that the springs of each mass cover. Masses that are covered already are
// skipped. Cores add directions in no order, which changes nothing.
func (f *Found) cover() {
	wide := wideTable()
	narrow := wide
	if float64(f.of.Springs) > manySprings*float64(f.of.Masses) {
		narrow = narrowTable()
	}
	f.covered = make([]uint64, len(f.position))
	f.widely = make([]uint64, len(f.position))
	add := func(to *uint64, set uint64) {
		if atomic.LoadUint64(to)&set != set {
			atomic.OrUint64(to, set)
		}
	}
	model.InBlocks(len(f.ends), func(_, first, last int) {
		for _, e := range f.ends[first:last] {
			open0, open1 := ^atomic.LoadUint64(&f.covered[e[0]]) != 0, ^atomic.LoadUint64(&f.covered[e[1]]) != 0
			if !open0 && !open1 {
				continue
			}
			way, ok := between(&f.position[e[0]], &f.position[e[1]])
			if !ok {
				continue
			}
			if open0 {
				cell := coverCell(way)
				add(&f.covered[e[0]], narrow[cell])
				add(&f.widely[e[0]], wide[cell])
			}
			if open1 {
				cell := coverCell(way.Mul(-1))
				add(&f.covered[e[1]], narrow[cell])
				add(&f.widely[e[1]], wide[cell])
			}
		}
	})
}

func (f *Found) classify() {
	f.Partner = make([]shaders.Partner, len(f.position))
	f.outward = make([]mgl32.Vec3, len(f.position))
	points := sphere(directions)
	model.InBlocks(len(f.position), func(_, first, last int) {
		for i := first; i < last; i++ {
			p := &f.Partner[i]
			p.A, p.B = uint32(i), uint32(i)
			open, widely := ^f.covered[i], ^f.widely[i]
			switch {
			case open == 0 || f.of.Inside != nil && f.of.Inside[i]:
				p.Kind = shaders.SurfaceInside
			case widely&(widely>>(directions/2)) != 0: // point k + 32 is opposite to point k
				p.Kind = shaders.SurfaceSheet
			default:
				p.Kind = shaders.SurfaceSolid
				var sum mgl32.Vec3
				for rest := open; rest != 0; rest &= rest - 1 {
					sum = sum.Add(points[bits.TrailingZeros64(rest)])
				}
				f.outward[i] = sum.Normalize()
			}
		}
	})
}

// choose takes the neighbors A and B of each mass that is not inside, and finds the masses in threads.
func (f *Found) choose() {
	model.InBlocks(len(f.at.mass), func(_, first, last int) {
		for k := first; k < last; k++ {
			if i := f.at.mass[k]; f.Partner[i].Kind != shaders.SurfaceInside {
				f.chooseFirst(i, f.at.of(uint32(k)))
				f.chooseSecond(i, f.at.of(uint32(k)))
			}
		}
	})
}

// chooseFirst takes as A the neighbor of mass i that lies flattest in the surface.
func (f *Found) chooseFirst(i uint32, springs []uint32) {
	p, best := &f.Partner[i], float32(0)
	for _, spring := range springs {
		neighbor := other(f.ends[spring], i)
		way, ok := between(&f.position[i], &f.position[neighbor])
		if !ok {
			continue
		}
		// The score is 1 in the surface and 0 along the normal. In a sheet all neighbors
		// have the same score.
		score := 1 - abs(way.Dot(f.outward[i]))
		if p.A == i || score > best+1e-4 {
			best, p.A = score, neighbor
		}
	}
}

// chooseSecond takes as B the neighbor of mass i that spans the surface best together with A. It
// puts the two in the order whose cross product points outward.
func (f *Found) chooseSecond(i uint32, springs []uint32) {
	p, best, inward := &f.Partner[i], float32(0), false
	first, _ := between(&f.position[i], &f.position[p.A])
	for _, spring := range springs {
		neighbor := other(f.ends[spring], i)
		way, ok := between(&f.position[i], &f.position[neighbor])
		if !ok || neighbor == p.A {
			continue
		}
		cross := first.Cross(way)
		score, flip := cross.Len(), false
		if p.Kind == shaders.SurfaceSolid {
			out := cross.Dot(f.outward[i])
			score, flip = abs(out), out < 0
		}
		if score > best+1e-4 {
			best, p.B, inward = score, neighbor, flip
		}
	}
	if best < flatCross {
		*p = shaders.Partner{A: i, B: i, Kind: shaders.SurfaceThread}
	} else if inward {
		p.A, p.B = p.B, p.A
	}
}

func abs(x float32) float32 { return float32(math.Abs(float64(x))) }

// sphere returns count unit vectors that are spread evenly: a Fibonacci spiral on half
// the sphere, and the opposite vectors. Point k + count/2 is opposite to point k.
func sphere(count int) []mgl32.Vec3 {
	golden := math.Pi * (3 - math.Sqrt(5))
	out := make([]mgl32.Vec3, count)
	for k := range count / 2 {
		z := 1 - (float64(k)+0.5)/float64(count/2)
		sin, cos := math.Sincos(golden * float64(k))
		r := math.Sqrt(1 - z*z)
		out[k] = mgl32.Vec3{float32(r * cos), float32(r * sin), float32(z)}
		out[k+count/2] = out[k].Mul(-1)
	}
	return out
}

// coverTable has the set of directions that a spring covers, by the direction of the
// spring. It divides the faces of a cube around the mass into cells.
type coverTable [6 * tableSide * tableSide]uint64

const tableSide = 24 // cells along the side of a face: about 4° each

// Tables are made once.
var (
	wideTable   = sync.OnceValue(func() *coverTable { return newCoverTable(sphere(directions), wideCosine) })
	narrowTable = sync.OnceValue(func() *coverTable { return newCoverTable(sphere(directions), narrowCosine) })
)

func newCoverTable(points []mgl32.Vec3, cosine float32) *coverTable {
	var t coverTable
	for cell := range t {
		way := cellCenter(cell)
		for k, point := range points {
			if way.Dot(point) > cosine {
				t[cell] |= 1 << k
			}
		}
	}
	return &t
}

// coverCell returns the entry of a coverTable for a unit vector.
func coverCell(way mgl32.Vec3) int {
	axis := 0
	for k := 1; k < 3; k++ {
		if abs(way[k]) > abs(way[axis]) {
			axis = k
		}
	}
	face := 2 * axis
	if way[axis] < 0 {
		face++
	}
	scale := 1 / abs(way[axis])
	cell := func(x float32) int { return min(int((x*scale+1)*0.5*tableSide), tableSide-1) }
	return (face*tableSide+cell(way[(axis+1)%3]))*tableSide + cell(way[(axis+2)%3])
}

func cellCenter(cell int) mgl32.Vec3 {
	face, u, v := cell/(tableSide*tableSide), cell/tableSide%tableSide, cell%tableSide
	coordinate := func(k int) float32 { return (float32(k)+0.5)/tableSide*2 - 1 }
	var way mgl32.Vec3
	way[face/2] = 1 - 2*float32(face%2)
	way[(face/2+1)%3], way[(face/2+2)%3] = coordinate(u), coordinate(v)
	return way.Normalize()
}
