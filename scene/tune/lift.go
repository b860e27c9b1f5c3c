package tune

import (
	"fmt"
	"math"
	"strings"

	"hooke/model"
	"hooke/scene/words"
)

// Obstacle is a contact that bodies may touch before the first step.
type Obstacle struct {
	Contact model.Contact // only Shape and its side count here
	Name    string        // name in messages: "the plane of line 6"
}

// flat reports whether a plane or a terrain is the surface of a solid: bodies are lifted only
// out of these.
func (s Obstacle) flat() bool {
	switch s.Contact.Shape.(type) {
	case model.Plane, model.Terrain:
		return true
	}
	return false
}

// depth returns how far a point is to be moved along a direction to leave the obstacle [m]: out of a
// terrain up, since another triangle may be beside the one below the point.
func (s Obstacle) depth(x model.Vec3) (depth float64, normal model.Vec3) {
	depth, normal = s.Contact.Depth(x)
	if _, terrain := s.Contact.Shape.(model.Terrain); terrain {
		return depth / normal[2], model.Vec3{0, 0, 1}
	}
	return depth, normal
}

// Lift says how bodies were moved out of planes and terrains.
type Lift struct {
	Move  model.Vec3 // movement of all bodies [m]
	Out   []Obstacle // planes that held some of the bodies
	depth []float64  // depth in each plane when its turn came [m]
}

// Depths says in words how deep the bodies were in each plane.
func (l Lift) Depths() string {
	var all []string
	for i, s := range l.Out {
		all = append(all, fmt.Sprintf("%.3g m deep in %s", l.depth[i], s.Name))
	}
	return words.Enumerated(all)
}

// LiftOut moves all bodies together out of the planes among solids. It takes the planes
// one after the other in their order, each once, and moves along the normal until the
// deepest mass is a gap [m] above the plane. A mass that is then inside one of them, or
// inside another solid, gives a *BuriedError. Meshes of scene files and of the command
// line come to stand on a ground in this way.
func LiftOut(solids []Obstacle, bodies [][]model.Vec3, gap float64) (l Lift, err error) {
	for _, s := range solids {
		depth, _, normal := DeepestMass(s, bodies, l.Move)
		if s.flat() && depth > 0 {
			l.Move = l.Move.Add(normal.Mul(depth + gap))
			l.Out, l.depth = append(l.Out, s), append(l.depth, depth)
		}
	}
	return l, buried(solids, bodies, l)
}

// buried returns a *BuriedError where lifted bodies are inside a solid, else nil.
func buried(solids []Obstacle, bodies [][]model.Vec3, l Lift) error {
	for _, s := range solids {
		if depth, mass, normal := DeepestMass(s, bodies, l.Move); depth > 0 {
			return &BuriedError{solid: s, depth: depth, Mass: mass, width: widthAlong(normal, bodies), normal: normal, lift: l}
		}
	}
	return nil
}

// DeepestMass returns the depth of the deepest mass of moved bodies in an obstacle [m], the
// number of that mass, counted through all bodies, and the normal there. The depth is 0
// if no mass is inside by more than the spacing of float32, which engines
// use, at coordinates of that size.
func DeepestMass(s Obstacle, bodies [][]model.Vec3, move model.Vec3) (depth float64, mass int, normal model.Vec3) {
	first, reach := 0, 0.0
	for _, body := range bodies {
		for i, x := range body {
			x = x.Add(move)
			reach = max(reach, reachOf(x, x))
			if d, n := s.depth(x); d > depth {
				depth, mass, normal = d, first+i, n
			}
		}
		first += len(body)
	}
	if depth <= roundedSteps*step32(reach) {
		return 0, 0, normal
	}
	return depth, mass, normal
}

// roundedSteps is how many steps of float32 rounding may move a mass into a solid: half a
// step of its own, as much of the surface, and as much again for turns.
const roundedSteps = 2

// widthAlong returns the width of bodies along a normal [m].
func widthAlong(normal model.Vec3, bodies [][]model.Vec3) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, body := range bodies {
		for _, x := range body {
			least, most = min(least, x.Dot(normal)), max(most, x.Dot(normal))
		}
	}
	return most - least
}

// meshDrop is how far a mesh falls, in parts of its size. It is less than for a generated
// block, since a mesh on legs that land one after the other falls on its side after a
// deeper fall.
const meshDrop = 1. / 100

// LiftGap returns the default gap between a plane and bodies of a size [m]: the fall of a mesh
// that stands on a ground of its own.
func LiftGap(size float64) float64 { return meshDrop * size }

// BuriedError says that bodies start inside a solid, and that lifting is not allowed or did not help.
type BuriedError struct {
	solid  Obstacle
	depth  float64 // depth of the deepest mass [m]
	Mass   int     // number of the deepest mass, counted through all bodies
	width  float64 // width of the bodies along the normal there [m]
	normal model.Vec3
	lift   Lift
}

// Error returns the message about "it", with the number of the mass among the bodies.
func (e *BuriedError) Error() string { return e.Text("it", e.Mass) }

// Text returns the message about a structure, with a mass number that the caller chooses.
func (e *BuriedError) Text(who string, mass int) string {
	if len(e.lift.Out) == 0 || !e.solid.flat() {
		lifted := ""
		if len(e.lift.Out) > 0 {
			lifted = fmt.Sprintf(", after it was lifted by %s m out of %s", words.Vector(e.lift.Move), solidNames(e.lift.Out))
		}
		return fmt.Sprintf("%s starts in %s: mass %d is %.3g m deep in it%s; move one of the two", who, e.solid.Name, mass, e.depth, lifted)
	}
	text := fmt.Sprintf("%s does not fit: lifted once out of %s, its mass %d is still %.3g m deep in %s, along whose normal %s it is %.3g m wide",
		who, solidNames(e.lift.Out), mass, e.depth, e.solid.Name, words.Vector(e.normal), e.width)
	if slot, against, ok := e.slot(); ok {
		text += fmt.Sprintf("; from there to %s there are %.3g m", against.Name, max(0, slot))
		if slot > e.width {
			return text + "; a smaller gap (ground_gap) leaves room"
		}
	}
	return text + "; move it, make it smaller, or move the planes apart"
}

// slot returns the width of the gap between the plane and the nearest plane that faces
// it and that the bodies were lifted out of [m].
func (e *BuriedError) slot() (width float64, against Obstacle, ok bool) {
	here, _ := e.solid.Contact.Depth(model.Vec3{}) // depth of the origin below the surface, along the normal
	for _, s := range e.lift.Out {
		depth, normal := s.Contact.Depth(model.Vec3{})
		if between := -here - depth; normal.Dot(e.normal) < -facing && (!ok || between < width) {
			width, against, ok = between, s, true
		}
	}
	return width, against, ok
}

// facing is the least cosine at which two planes face each other: 2.5 degrees.
const facing = 0.999

// solidNames lists the names of solids in a sentence, each name once.
func solidNames(solids []Obstacle) string {
	var names []string
	for _, s := range solids {
		names = append(names, s.Name)
	}
	return words.Enumerated(names)
}

// ShapeWord returns the word that files use for a shape's kind.
func ShapeWord(shape model.Shape) string {
	_, word, _ := strings.Cut(fmt.Sprintf("%T", shape), ".")
	return strings.ToLower(word)
}
