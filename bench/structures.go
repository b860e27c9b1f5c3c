package bench

import (
	"fmt"

	"hooke/model"
	"hooke/order/random"
	"hooke/physics"
	"hooke/scene"
)

// These are the sizes of the ropes, which are stiff enough to look like ropes and short
// enough for float32.
const (
	ropeSprings = 1000  // springs of one rope
	ropeSegment = 0.002 // length of a spring [m]
	ropeApart   = 0.01  // distance from rope to rope [m]
	ropeMass    = 2e-4  // each mass [kg], which makes 0.1 kg/m
)

// ropes makes parallel ropes along x that are held at both ends. It makes as many as come
// nearest to the wanted number of springs; a single rope may be shorter. One rope of a
// million masses would have segments of a millionth of its length, which float32 does not
// resolve.
func ropes(springs int64, o scene.Options) (*Case, error) {
	each, count := int64(ropeSprings), max(1, (springs+ropeSprings/2)/ropeSprings)
	if springs < ropeSprings {
		each, count = max(1, springs), 1
	}
	if count*each > model.MaxCount {
		return nil, fmt.Errorf("bench: ropes of %d springs; at most %d", count*each, int64(model.MaxCount))
	}
	side := int64(1) // ropes beside one another, and also the number of layers
	for side*side < count {
		side++
	}
	masses := int(count * (each + 1))
	m := &model.Model{
		Name:         fmt.Sprintf("%d ropes of %d springs", count, each),
		RestPosition: make([]model.Vec3, masses), Mass: make([]float64, masses), Pin: make([]model.Pin, masses),
		Ends: make([]model.Ends, count*each), RestLength: make([]float64, count*each), MaterialOf: make([]uint16, count*each),
		Materials: []model.Material{{}, {Name: "rope", Stiffness: 1000, Damping: 0.01}},
	}
	i, s := 0, 0
	for rope := range count {
		y, z := ropeApart*float64(rope%side), ropeApart*float64(rope/side)
		for k := range each + 1 {
			m.RestPosition[i] = model.Vec3{ropeSegment * (float64(k) - float64(each)/2), y, z}
			m.Mass[i] = ropeMass
			if k == 0 || k == each {
				m.Pin[i] = model.PinAll
			}
			if k > 0 {
				m.Ends[s] = model.Ends{uint32(i - 1), uint32(i)}
				m.RestLength[s], m.MaterialOf[s] = ropeSegment, 1
				s++
			}
			i++
		}
	}
	return ownCase(m, o), nil
}

// These are the sizes of the network, which has a cell for each mass.
const (
	networkCell    = 0.01 // side of a cell [m]
	networkMost    = 26   // most springs that a mass begins; on average it begins half of them
	networkReach   = 2    // most cells to a neighbor along each axis
	networkDoubled = 2    // tries to find a neighbor that lies inside the box
)

// network makes masses at random positions in the cells of a box. Each mass begins a random
// number of springs, 0 to 26, to random masses near by, so that a mass has 25 springs on
// average, and from a few to about 50. The numbering of masses is random, and so is that
// of springs. It takes O(n) time.
func network(springs int64, o scene.Options) (*Case, error) {
	side := int64(2)
	for networkSprings((side+1)*(side+1)*(side+1)) <= springs {
		side++
	}
	layers := max(2, (springs+networkSprings(side*side)/2)/networkSprings(side*side))
	box := [3]int{int(side), int(side), int(layers)}
	masses := box[0] * box[1] * box[2]
	if int64(masses)*networkMost > model.MaxCount {
		return nil, fmt.Errorf("bench: network of %d springs; at most %d", springs, int64(model.MaxCount))
	}
	m := &model.Model{
		Name:         "random network",
		RestPosition: make([]model.Vec3, masses), Mass: make([]float64, masses),
		Materials: []model.Material{{}, {Name: "network", Stiffness: 100}},
	}
	number := shuffled(masses, 1)
	for cell := range masses {
		at := cellAt(cell, box)
		var x model.Vec3
		for axis := range 3 {
			x[axis] = networkCell * (float64(at[axis]) + 0.9*random.Unit(random.Of(uint64(3*cell+axis))))
		}
		m.RestPosition[number[cell]], m.Mass[number[cell]] = x, 1e-3
	}

	ends := make([]model.Ends, 0, int64(masses)*networkMost/2)
	for cell := range masses {
		numbers := random.Of(uint64(cell) ^ 0x5eed<<32)
		wanted := int(numbers % (networkMost + 1))
		for k := range wanted {
			for try := range networkDoubled {
				other, ok := neighbor(cell, box, random.Of(numbers+uint64(networkDoubled*k+try)))
				if ok {
					ends = append(ends, model.Ends{number[cell], number[other]})
					break
				}
			}
		}
	}
	place := shuffled(len(ends), 2)
	m.Ends, m.RestLength, m.MaterialOf = make([]model.Ends, len(ends)), make([]float64, len(ends)), make([]uint16, len(ends))
	for s, e := range ends {
		m.Ends[place[s]], m.MaterialOf[place[s]] = e, 1
		m.RestLength[place[s]] = m.RestPosition[e[0]].Sub(m.RestPosition[e[1]]).Len()
	}
	return ownCase(m, o), nil
}

// networkSprings returns about how many springs that many masses begin. Some tries near
// the rim miss.
func networkSprings(masses int64) int64 { return masses * networkMost / 2 * 95 / 100 }

// neighbor returns a near cell that a random number picks. ok is false where that cell is
// outside of the box, or is the cell itself.
func neighbor(cell int, box [3]int, random uint64) (other int, ok bool) {
	at := cellAt(cell, box)
	same := true
	for axis := range 3 {
		step := int(random%(2*networkReach+1)) - networkReach
		random /= 2*networkReach + 1
		at[axis] += step
		same = same && step == 0
		if at[axis] < 0 || at[axis] >= box[axis] {
			return 0, false
		}
	}
	return (at[2]*box[1]+at[1])*box[0] + at[0], !same
}

func cellAt(cell int, box [3]int) [3]int {
	return [3]int{cell % box[0], cell / box[0] % box[1], cell / (box[0] * box[1])}
}

// shuffled returns the numbers below count in a fixed random order (Fisher and Yates).
func shuffled(count int, seed uint64) []uint32 {
	out := make([]uint32, count)
	for i := range out {
		out[i] = uint32(i)
	}
	for i := count - 1; i > 0; i-- {
		j := random.Of(uint64(i)^seed<<48) % uint64(i+1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// ownCase makes the case of a model that falls. It shakes the model first.
func ownCase(m *model.Model, o scene.Options) *Case {
	p := model.Params{Gravity: model.EarthGravity(), Integrator: o.Integrator}
	p.DT = physics.AutoStep(m, p)
	c := &Case{Title: m.Name, Model: m, Start: m.Start(), Params: p, own: true}
	shake(m, c.Start)
	return c
}
