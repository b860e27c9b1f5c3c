package fill

import (
	"runtime"
	"sync/atomic"

	"hooke/machine/panics"
	"hooke/mesh/build"
	"hooke/model"
)

// layerChunk is how many layers a goroutine builds at a time. It numbers one more layer.
const layerChunk = 4

// build makes the model without a palette and without the masses' weights: every mass lies
// at its point in row order, and every spring is at rest, of material 1 and in order of its lower-numbered end. It uses
// all cores: it first counts the masses and springs before each layer, so that each layer
// knows its first mass and spring.
func (f *filled) build(stencil []build.Offset) *model.Model {
	masses, springs := make([]int, f.nz+1), make([]int64, f.nz+1) // before each layer
	for z := range f.nz {
		masses[z+1] = masses[z] + f.massesIn(z)
		springs[z+1] = springs[z] + f.springsIn(z, stencil)
	}
	m := &model.Model{
		RestPosition: make([]model.Vec3, masses[f.nz]),
		Ends:         make([]model.Ends, springs[f.nz]),
		RestLength:   make([]float64, springs[f.nz]),
		MaterialOf:   make([]uint16, springs[f.nz]),
	}
	chunks := (f.nz + layerChunk - 1) / layerChunk
	var next atomic.Int64
	var group panics.Group
	for range min(chunks, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			b := newLayerBuilder(f, m, stencil)
			for chunk := int(next.Add(1)) - 1; chunk < chunks; chunk = int(next.Add(1)) - 1 {
				first := chunk * layerChunk
				b.layers(first, min(f.nz, first+layerChunk), masses[first], int(springs[first]))
			}
		})
	}
	group.Wait()
	return m
}

// absent is the number of a point without a mass.
const absent = ^uint32(0)

// layerBuilder writes layers of a filled lattice into a model. It keeps the
// numbers of the masses of two layers, with a border of absent masses.
type layerBuilder struct {
	filled  *filled
	model   *model.Model
	stencil []build.Offset
	length  []float64 // of each offset [m]
	steps   []int     // of each offset, from a mass to the other end within a layer
	numbers [2][]uint32
	masses  int // number of masses numbered so far
}

func newLayerBuilder(f *filled, m *model.Model, stencil []build.Offset) *layerBuilder {
	b := &layerBuilder{filled: f, model: m, stencil: stencil}
	for _, o := range stencil {
		b.length = append(b.length, o.Length()*f.pitch)
		b.steps = append(b.steps, o.Dx+b.width()*o.Dy)
	}
	for i := range b.numbers {
		b.numbers[i] = make([]uint32, b.width()*(f.ny+2))
	}
	return b
}

func (b *layerBuilder) width() int { return b.filled.nx + 2 }

func (b *layerBuilder) place(x, y int) int { return x + 1 + b.width()*(y+1) }

// layers writes layers first to last−1, whose masses and springs begin at these
// numbers.
func (b *layerBuilder) layers(first, last, masses, springs int) {
	b.masses = masses
	b.number(first)
	for z := first; z < last; z++ {
		b.number(z + 1)
		springs = b.layer(z, springs)
	}
}

// number numbers the masses of layer z; the layer above the last is empty.
func (b *layerBuilder) number(z int) {
	numbers := b.numbers[z%2]
	for i := range numbers {
		numbers[i] = absent
	}
	if z < b.filled.nz {
		b.filled.eachInLayer(z, func(x, y int) {
			numbers[b.place(x, y)] = uint32(b.masses)
			b.masses++
		})
	}
}

// layer writes layer z, its springs from a number on, and returns the next number.
func (b *layerBuilder) layer(z, springs int) int {
	here, above := b.numbers[z%2], b.numbers[(z+1)%2]
	b.filled.eachInLayer(z, func(x, y int) {
		place := b.place(x, y)
		i := here[place]
		b.model.RestPosition[i] = b.filled.at(x, y, z)
		for at, o := range b.stencil {
			other := here
			if o.Dz > 0 {
				other = above
			}
			if end := other[place+b.steps[at]]; end != absent {
				b.model.Ends[springs] = model.Ends{i, end}
				b.model.RestLength[springs] = b.length[at]
				b.model.MaterialOf[springs] = 1
				springs++
			}
		}
	})
	return springs
}
