package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hooke/gpu/options"
	"hooke/model"
	"hooke/shaders"
)

// Constants are the text of the variant constants in a program: the offset and the law of
// each regular pair and, if the structure is a box, the masses that have it.
type Constants struct {
	pattern *Pattern
	box     *Box // nil: masks say which springs a mass has
	laws    []constantLaw
	text    string // of all visits; the same text is the same program
}

// constantLaw are the numbers of a pair in single precision: k, k L0 and c.
type constantLaw [3]float32

// Constants finds the text for springs that respond so. The error wraps model.ErrUnsupported where the model
// or the precision lacks one.
func (a *Arrangement) Constants(r *Response, precision options.Precision) (*Constants, error) {
	if len(a.Pattern.Pairs) == 0 || a.Classes.numbers > perRecord || precision != options.Single || !a.plain() {
		return nil, fmt.Errorf("gpu: the variant constants is for single precision, and for models with regular springs, none of which is actuated or tension-only: %w", model.ErrUnsupported)
	}
	c := &Constants{pattern: a.Pattern, box: a.Box}
	for _, pair := range a.Pattern.Pairs {
		s := int(a.Classes.example[pair.Class])
		numbers, _, err := r.Spring(s)
		if err != nil {
			return nil, err
		}
		k, rest := numbers[0], float32(a.Model.RestLength[s])
		c.laws = append(c.laws, constantLaw{k, k * rest, numbers[1]})
	}
	c.text = c.visits()
	return c, nil
}

// Same reports whether two are compiled into the same program. Either may be nil.
func (c *Constants) Same(other *Constants) bool {
	return c == other || c != nil && other != nil && c.text == other.text
}

// Boxed reports whether a mass has its springs by its indices in a box, and not by its mask. There may be no
// constants.
func (c *Constants) Boxed() bool { return c != nil && c.box != nil }

// Defines are the constants that the passes of this variant are compiled with.
func (c *Constants) Defines() []shaders.Define {
	return []shaders.Define{{Name: "REGULAR_VISITS", Value: c.text}}
}

// visits is the text that visits all regular slots of a mass; see fused_springs.glsl. In a box the indices of
// a mass decide whether it has the spring; else a bit of its mask does. Neighbors are visited as they lie in
// memory, so that fetches of a row follow each other.
func (c *Constants) visits() string {
	var text strings.Builder
	if c.box != nil {
		row, layer := c.box.Size[0], c.box.Size[0]*c.box.Size[1]
		fmt.Fprintf(&text, "uint x = i %% %du, y = i / %du %% %du, z = i / %du;", row, row, c.box.Size[1], layer)
	} else {
		for word := range c.pattern.words() {
			fmt.Fprintf(&text, "uint mask%d = MASK(%du);", word, word)
		}
	}
	order := make([]int, 2*len(c.pattern.Pairs))
	for slot := range order {
		order[slot] = slot
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.offset(a), c.offset(b)) })
	for _, slot := range order {
		law := c.laws[slot/2]
		numbers := fmt.Sprintf("%s, %s, %s", literal(law[0]), literal(law[1]), literal(law[2]))
		if c.box != nil {
			way := c.box.way(slot)
			fmt.Fprintf(&text, " if (%s) BOX_VISIT(%d, %d, %d, %d, %s);", c.box.condition(way), c.offset(slot), way[0], way[1], way[2], numbers)
		} else {
			fmt.Fprintf(&text, " VISIT((mask%d >> %du & 1u) != 0u ? %d : 0, %s);", slot/32, slot%32, c.offset(slot), numbers)
		}
	}
	return text.String()
}

// offset is the way to the neighbor in a slot, in masses.
func (c *Constants) offset(slot int) int64 {
	offset := int64(c.pattern.Pairs[slot/2].Offset)
	if slot%2 == 1 {
		return -offset
	}
	return offset
}

// way is the way to the neighbor in a slot.
func (b *Box) way(slot int) [3]int {
	way := b.Ways[slot/2]
	if slot%2 == 1 {
		return [3]int{-way[0], -way[1], -way[2]}
	}
	return way
}

// condition says in GLSL whether the neighbor on a way is in the box, from the indices x, y, z of a mass.
func (b *Box) condition(way [3]int) string {
	var parts []string
	for axis, d := range way {
		name := "xyz"[axis : axis+1]
		switch {
		case d < 0:
			parts = append(parts, fmt.Sprintf("%s >= %du", name, -d))
		case d > 0 && d < b.Size[axis]:
			parts = append(parts, fmt.Sprintf("%s < %du", name, b.Size[axis]-d))
		case d > 0:
			parts = append(parts, "false")
		}
	}
	return strings.Join(parts, " && ")
}

// literal is a number in GLSL, to the last bit.
func literal(x float32) string {
	text := fmt.Sprintf("%.9g", x)
	if !slices.ContainsFunc([]byte(text), func(c byte) bool { return c == '.' || c == 'e' }) {
		text += ".0"
	}
	return text
}
