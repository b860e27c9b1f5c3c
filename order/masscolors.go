package order

import (
	"math/bits"

	"hooke/model"
)

// MassColors holds a coloring of masses. The zero value is that of a model without masses.
type MassColors struct {
	// Order lists the masses color by color, in ascending order within each. Those without a
	// color come last.
	Order []uint32
	// First is where each color begins in Order, and behind the last color where those without
	// a color begin. Its length is the number of colors plus 1.
	First []int
	// Width is that of the rows where arithmetic gives the colors: mass x + Width·y has the
	// color (x + 3y) mod 5. 0 where it does not.
	Width int
}

// Count returns the number of colors.
func (c *MassColors) Count() int { return max(0, len(c.First)-1) }

// Color returns the masses of a color.
func (c *MassColors) Color(color int) []uint32 { return c.Order[c.First[color]:c.First[color+1]] }

// ColorMasses colors the masses of a model. A cloth with shear and bend springs takes 5 colors by
// arithmetic. Else each mass, in ascending order, takes the first color that no mass before
// it has to which a spring joins it, which gives a full lattice 8 colors. It takes 4 bytes
// per mass, and 9 per mass and 8 per spring for a while.
func ColorMasses(m *model.Model) MassColors {
	color, colors := make([]uint8, m.MassCount()), 0
	if width := clothWidth(m); width > 0 {
		for i := range color {
			color[i] = clothColor(width, uint32(i))
		}
		return massesBy(color, 5, width)
	}
	before := lowerNeighbors(m)
	for i := range color {
		taken := uint64(0)
		for _, j := range before.of(i) {
			if color[j] < MaxColors {
				taken |= 1 << color[j]
			}
		}
		c := bits.TrailingZeros64(^taken)
		color[i] = uint8(c)
		if c < MaxColors {
			colors = max(colors, c+1)
		}
	}
	return massesBy(color, colors, 0)
}

// massesBy orders masses by color.
func massesBy(color []uint8, colors, width int) MassColors {
	var s SpringColors
	s.sort(color, colors)
	return MassColors{Order: s.Order, First: s.First, Width: width}
}

// clothColor returns the color of a mass of a cloth.
func clothColor(width int, i uint32) uint8 {
	return uint8((int(i)%width + 3*(int(i)/width)) % 5)
}

// clothWidth returns the width of rows for which no spring joins two masses of one color of a
// cloth; 0 without such a width. It is one of the differences of numbers of ends.
func clothWidth(m *model.Model) int {
	list := differences(m)
	if len(list) < 3 || len(list) > 6 {
		return 0
	}
	for _, width := range list[1:] {
		fits := true
		each(m, func(_ int, a, b uint32) { fits = fits && clothColor(width, a) != clothColor(width, b) })
		if fits {
			return width
		}
	}
	return 0
}

// neighbors are lists of masses, one for each mass.
type neighbors struct {
	first []int
	list  []uint32
}

func (n *neighbors) of(i int) []uint32 { return n.list[n.first[i]:n.first[i+1]] }

// lowerNeighbors returns the lower-numbered masses to which springs join each mass.
func lowerNeighbors(m *model.Model) neighbors {
	n := neighbors{first: make([]int, m.MassCount()+2), list: make([]uint32, m.SpringCount())}
	each(m, func(_ int, a, b uint32) { n.first[max(a, b)+2]++ })
	for i := 2; i < len(n.first); i++ {
		n.first[i] += n.first[i-1]
	}
	each(m, func(_ int, a, b uint32) {
		at := &n.first[max(a, b)+1]
		n.list[*at] = min(a, b)
		*at++
	})
	return n
}
