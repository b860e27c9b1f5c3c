package play

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// dumpBox is the box of a frame: a corner and the edges along x, y and z [m]. The last
// two may be tilted.
type dumpBox struct {
	corner [3]float64
	size   [3]float64
	tilt   [3]float64 // xy, xz, yz
	why    string     // why the box cannot be understood; empty: it can
}

// bounds reads the box, whose kind follows from the words of its first line.
func (d *dumpReader) bounds(words string) error {
	d.box = dumpBox{}
	general := strings.HasPrefix(words, "BOUNDS abc")
	tilted := strings.HasPrefix(words, "BOUNDS xy")
	low, high := [3]float64{}, [3]float64{}
	for axis := range 3 {
		text, err := d.must()
		if err != nil {
			return err
		}
		into := []*float64{&low[axis], &high[axis], &d.box.tilt[axis]}
		numbers := strings.Fields(text)
		if !tilted {
			into = into[:2]
		}
		for i, number := range into {
			if i < len(numbers) {
				*number, err = strconv.ParseFloat(numbers[i], 64)
			}
			if i >= len(numbers) || err != nil || math.IsNaN(*number) || math.IsInf(*number, 0) {
				d.box.why = fmt.Sprintf("the box says %q", text)
			}
		}
	}
	if general {
		d.box.why = "the box is a general triclinic one"
	}
	// LAMMPS writes the box around the tilted one.
	xy, xz, yz := d.box.tilt[0], d.box.tilt[1], d.box.tilt[2]
	low[0], high[0] = low[0]-min(0, xy, xz, xy+xz), high[0]-max(0, xy, xz, xy+xz)
	low[1], high[1] = low[1]-min(0, yz), high[1]-max(0, yz)
	for axis := range 3 {
		d.box.corner[axis], d.box.size[axis] = low[axis], high[axis]-low[axis]
	}
	return nil
}

// at turns shares of the edges into a position in the box.
func (b *dumpBox) at(s [3]float64) [3]float64 {
	return [3]float64{
		b.corner[0] + s[0]*b.size[0] + s[1]*b.tilt[0] + s[2]*b.tilt[1],
		b.corner[1] + s[1]*b.size[1] + s[2]*b.tilt[2],
		b.corner[2] + s[2]*b.size[2],
	}
}
