package place

import (
	"fmt"
	"math"
	"strings"

	"hooke/model"
	"hooke/scene/words"
)

// Solid is a contact as bodies meet it before the first step.
type Solid struct {
	Contact model.Contact // its shape and its side count here
	Name    string        // in messages: "the plane of line 6"
}

// flat says that a solid has a plane as its surface: only out of those bodies are lifted.
func (s Solid) flat() bool {
	_, flat := s.Contact.Shape.(model.Plane)
	return flat
}

// Lift is how bodies were brought out of planes.
type Lift struct {
	Move  model.Vec3 // of all of them [m]
	Out   []Solid    // planes that they were in
	depth []float64  // how deep in each, when its turn came [m]
}

// Depths says how deep the bodies were in what.
func (l Lift) Depths() string {
	var all []string
	for i, s := range l.Out {
		all = append(all, fmt.Sprintf("%.3g m deep in %s", l.depth[i], s.Name))
	}
	return words.Enumerated(all)
}

// LiftOut moves bodies, all of them together, out of the planes among solids: one after
// the other in their order, each once, along its normal, until the deepest mass is a gap
// [m] above it. What is in one of them then, or in another solid, is a *BuriedError. This
// is how meshes of scene files and of the command line come to stand on a ground.
func LiftOut(solids []Solid, bodies [][]model.Vec3, gap float64) (l Lift, err error) {
	for _, s := range solids {
		depth, _, normal := Deepest(s, bodies, l.Move)
		if s.flat() && depth > 0 {
			l.Move = l.Move.Add(normal.Mul(depth + gap))
			l.Out, l.depth = append(l.Out, s), append(l.depth, depth)
		}
	}
	return l, buried(solids, bodies, l)
}

// buried is a *BuriedError where bodies that were lifted are in a solid; nil: nowhere.
func buried(solids []Solid, bodies [][]model.Vec3, l Lift) error {
	for _, s := range solids {
		if depth, mass, normal := Deepest(s, bodies, l.Move); depth > 0 {
			return &BuriedError{solid: s, depth: depth, Mass: mass, width: widthAlong(normal, bodies), normal: normal, lift: l}
		}
	}
	return nil
}

// Deepest is how deep the deepest mass of moved bodies is in a solid [m], which one that
// is, counted through all bodies, and the normal there. It is 0 where all are outside, or
// in by less than float32, which engines have, tells apart among coordinates of that size.
func Deepest(s Solid, bodies [][]model.Vec3, move model.Vec3) (depth float64, mass int, normal model.Vec3) {
	first, reach := 0, 0.0
	for _, body := range bodies {
		for i, x := range body {
			x = x.Add(move)
			reach = max(reach, reachOf(x, x))
			if d, n := s.Contact.Depth(x); d > depth {
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

// roundedSteps is how many steps of float32 a mass may be in a solid by rounding: half a
// step of its own, as much of the surface, and as much again for turns.
const roundedSteps = 2

// widthAlong is how wide bodies are along a normal [m].
func widthAlong(normal model.Vec3, bodies [][]model.Vec3) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, body := range bodies {
		for _, x := range body {
			least, most = min(least, x.Dot(normal)), max(most, x.Dot(normal))
		}
	}
	return most - least
}

// meshDrop is how far a mesh falls, in parts of its size: less than a generated block, since
// on legs that land one after the other a deeper fall ends on the side.
const meshDrop = 1. / 100

// LiftGap is how far above a plane bodies of a size [m] are left unless told otherwise:
// as far as a mesh falls that stands on a ground of its own.
func LiftGap(size float64) float64 { return meshDrop * size }

// BuriedError says that bodies start in a solid, out of which they are not to be lifted or
// were lifted in vain.
type BuriedError struct {
	solid  Solid
	depth  float64 // of the deepest mass [m]
	Mass   int     // its number, counted through all bodies
	width  float64 // of the bodies along the normal there [m]
	normal model.Vec3
	lift   Lift
}

// Error says it of "it", with the number of the mass among the bodies.
func (e *BuriedError) Error() string { return e.Text("it", e.Mass) }

// Text says it of who, whose mass has a number.
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

// slot is how wide the room is between the plane and the nearest one that faces it, out of
// which the bodies were lifted [m].
func (e *BuriedError) slot() (width float64, against Solid, ok bool) {
	here, _ := e.solid.Contact.Depth(model.Vec3{}) // of the origin below the surface, along the normal
	for _, s := range e.lift.Out {
		depth, normal := s.Contact.Depth(model.Vec3{})
		if between := -here - depth; normal.Dot(e.normal) < -facing && (!ok || between < width) {
			width, against, ok = between, s, true
		}
	}
	return width, against, ok
}

// facing is the cosine from which on two planes face each other: 2.5 degrees.
const facing = 0.999

// solidNames are the names of solids in a sentence, each once.
func solidNames(solids []Solid) string {
	var names []string
	for _, s := range solids {
		names = append(names, s.Name)
	}
	return words.Enumerated(names)
}

// ShapeWord is a shape's kind as files name it.
func ShapeWord(shape model.Shape) string {
	_, word, _ := strings.Cut(fmt.Sprintf("%T", shape), ".")
	return strings.ToLower(word)
}
