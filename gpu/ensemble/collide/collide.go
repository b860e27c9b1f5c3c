package collide

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hooke/model"
	"hooke/shaders"
)

// Places of a list, unless somebody chooses: leastRoom where masses reach as far as their spacing and a fifth, which
// spheres side by side fill by half, and more with the cube of their reach, up to mostRoom.
const (
	leastRoom  = 24
	mostRoom   = 96
	usualReach = 1.2 // of the spacing
)

// BallWords is the number of words of a mass in the table: radius, body, rest position, and
// its number among those that take part.
const BallWords = 6

// chunk is how many masses share a box.
const chunk = 16

// Plan is how the masses of members of a kind collide.
type Plan struct {
	model     *model.Model
	collision model.Collision
	taking    []uint32 // the masses with a radius, ascending
	room      int
}

// New returns the plan of a kind; nil where no masses collide. With a room of 0 it is chosen.
func New(m *model.Model, c model.Collision, room int) *Plan {
	p := &Plan{model: m, collision: c, room: room}
	for i, r := range m.Radius {
		if r > 0 {
			p.taking = append(p.taking, uint32(i))
		}
	}
	if !c.Acts() || len(p.taking) == 0 {
		return nil
	}
	if room == 0 {
		p.room = p.roomy()
	}
	return p
}

// roomy returns how many places lists have unless somebody chooses: by the median of the shortest springs at masses.
func (p *Plan) roomy() int {
	m := p.model
	shortest := make([]float64, m.MassCount())
	for s, ends := range m.Ends {
		for _, i := range ends {
			if r := m.RestLength[s]; r > 0 && (shortest[i] == 0 || r < shortest[i]) {
				shortest[i] = r
			}
		}
	}
	var spacings []float64
	for _, i := range p.taking {
		if shortest[i] > 0 {
			spacings = append(spacings, shortest[i])
		}
	}
	room := float64(leastRoom)
	if len(spacings) > 0 {
		slices.Sort(spacings)
		reach := 2*m.LargestRadius() + p.collision.Skin
		room *= math.Pow(reach/(usualReach*spacings[len(spacings)/2]), 3)
	}
	return max(1, min(int(min(max(room, leastRoom), mostRoom)), len(p.taking)-1))
}

// float returns the word of a number.
func float(x float64) uint32 { return math.Float32bits(float32(x)) }

// Ball returns the words of a mass: BallWords.
func (p *Plan) Ball(i int) []uint32 {
	radius, number := 0., len(p.taking)
	if at, in := slices.BinarySearch(p.taking, uint32(i)); in {
		radius, number = p.model.Radius[i], at
	}
	out := []uint32{float(radius), uint32(p.model.BodyOf(i))}
	x := p.model.RestPosition[i]
	for axis := range 3 {
		out = append(out, float(x[axis]))
	}
	return append(out, uint32(number))
}

// Words returns the words that all masses share: skin, largest radius, the masses that take part, surfaces of bodies.
func (p *Plan) Words() []uint32 {
	out := append([]uint32{float(p.collision.Skin), float(p.model.LargestRadius())}, p.taking...)
	for _, b := range p.collision.Bodies {
		out = append(out, float(b.Stiffness), float(b.DampingRatio), float(b.StaticFriction), float(b.KineticFriction))
	}
	return out
}

// Rows returns how many words a member has for lists, for where masses were when those were made, and for boxes.
func (p *Plan) Rows() int {
	n := len(p.taking)
	return (4+p.room)*n + 6*((n+chunk-1)/chunk)
}

// Words returns the largest number of words of a member with collisions of its masses, with
// friction and a usual skin [words].
func Words(m *model.Model) (words int64) {
	if p := New(m, model.Collision{Bodies: make([]model.Surface, 1), Self: true, Skin: 0.4 * m.LargestRadius()}, 0); p != nil {
		words = int64(p.Rows()) + 2*4*int64(m.MassCount())
	}
	return words
}

// Wishes returns the number of sets of velocities for the friction of pairs: none without
// friction, two if a pass reads the result of the previous one.
func (p *Plan) Wishes() int {
	if p == nil || !p.collision.HasFriction() {
		return 0
	}
	return min(2, p.collision.Iterations())
}

// Passes returns how often a step evaluates the friction of pairs.
func (p *Plan) Passes() int {
	if p == nil || !p.collision.HasFriction() {
		return 0
	}
	return p.collision.Iterations()
}

// Items returns how many work groups of a pack make boxes, and how many lists.
func (p *Plan) Items() (boxes, lists int) {
	groups := func(items int) int { return (items + shaders.MemberRows - 1) / shaders.MemberRows }
	return groups((len(p.taking) + chunk - 1) / chunk), groups(len(p.taking))
}

// Shared returns how many words of shared memory a member takes beside its state.
func (p *Plan) Shared() int {
	if p == nil {
		return 0
	}
	words := 6*((len(p.taking)+chunk-1)/chunk) + 4
	if p.collision.HasFriction() {
		words += 4 * p.model.MassCount()
	}
	return words
}

// mostTurns is how many turns of loops an invocation may make: software drivers break off one after 65,535 of
// them, in silence (Mesa's LP_MAX_TGSI_LOOP_ITERATIONS). Springs and planes have the rest.
const mostTurns = 50000

// MostSteps returns how many steps a dispatch may make in which an invocation has the given number of masses, at least 1: as
// if lists were made in each of them, and none had room.
func (p *Plan) MostSteps(each int) int {
	if p == nil {
		return math.MaxInt
	}
	walk := len(p.taking) + len(p.taking)/chunk + 1
	return max(1, mostTurns/(each*walk*(2+p.Passes())))
}

// Defines tell shaders where words of masses and of all of them are, and rows.
func (p *Plan) Defines(ball, words int) []shaders.Define {
	number := func(name string, x int) shaders.Define {
		return shaders.Define{Name: name, Value: fmt.Sprintf("%du", x)}
	}
	out := []shaders.Define{{Name: "COLLIDES", Value: "1"}, {Name: "SELF", Value: shaders.OnOff(p.collision.Self)}, {Name: "OTHERS", Value: shaders.OnOff(p.collision.Others)},
		number("MASS_BALL", ball), number("PAIR_AT", words), number("TAKING", len(p.taking)), number("ROOM", p.room), number("PAIR_ROWS", p.Rows())}
	if !p.collision.HasFriction() {
		return out
	}
	share := fmt.Sprintf("%.9g", 1/float64(p.Passes()))
	if !strings.Contains(share, ".") {
		share += ".0"
	}
	return append(out, shaders.Define{Name: "PAIR_FRICTION", Value: "1"}, number("FRICTION_PASSES", p.Passes()), shaders.Define{Name: "FRICTION_SHARE", Value: share})
}
