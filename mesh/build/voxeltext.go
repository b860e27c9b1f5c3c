package build

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"hooke/machine/memory"
)

// VoxelView is how layers of text lie in space.
type VoxelView uint8

// The views.
const (
	FromAbove VoxelView = iota // layers are floors, the lowest first; lines run along x, the first one is the farthest (largest y)
	FromFront                  // layers are walls, the nearest first (least y); lines run along x, the first one is the highest
)

// EmptyVoxels are the characters that stand for no voxel.
const EmptyVoxels = ".-0 "

// VoxelDrawing is a text as layers of characters.
type VoxelDrawing struct {
	Counts  [3]int // cells along x, y, z
	Letters []rune // of each cell, x fastest; '.' in an empty one
}

// ReadVoxels reads layers of lines of characters, with empty lines between layers: each character
// is a voxel, one of Empty is none. Lines may be of different lengths, and layers of
// different numbers of lines; missing characters are empty. Each layer is repeated depth
// times.
func ReadVoxels(text string, view VoxelView, depth int) (*VoxelDrawing, error) {
	layers := splitVoxels(text)
	if len(layers) == 0 {
		return nil, fmt.Errorf("there are no voxels in it")
	}
	if depth < 1 {
		return nil, fmt.Errorf("a depth of %d; it must be at least 1", depth)
	}
	columns, lines := 0, 0
	for _, layer := range layers {
		lines = max(lines, len(layer))
		for _, line := range layer {
			columns = max(columns, len([]rune(line)))
		}
	}
	d := &VoxelDrawing{Counts: [3]int{columns, lines, len(layers) * depth}}
	if view == FromFront {
		d.Counts = [3]int{columns, len(layers) * depth, lines}
	}
	if total := int64(columns) * int64(lines) * int64(len(layers)); total > maxVoxelPlaces/int64(depth) {
		return nil, fmt.Errorf("%d × %d × %d voxels; at most %d", d.Counts[0], d.Counts[1], d.Counts[2], maxVoxelPlaces)
	}
	if err := memory.Ask(int64(columns*lines*len(layers)*depth)*voxelPlaceBytes, "%d × %d × %d voxels", d.Counts[0], d.Counts[1], d.Counts[2]); err != nil {
		return nil, err
	}
	d.Letters = make([]rune, columns*lines*len(layers)*depth)
	for i := range d.Letters {
		d.Letters[i] = '.'
	}
	for l, layer := range layers {
		for row, line := range layer {
			for x, letter := range []rune(line) {
				if strings.ContainsRune(EmptyVoxels, letter) {
					continue
				}
				for k := range depth {
					d.Letters[d.place(view, x, row, l*depth+k, lines)] = letter
				}
			}
		}
	}
	return d, nil
}

// voxelPlaceBytes is the memory of a cell of a drawing: a letter, a kind, the number of a mass,
// a phase [bytes].
const voxelPlaceBytes = 4 + 1 + 4 + 8

// maxVoxelPlaces is the largest number of cells of a drawing, so that a wide line or a depth takes no
// more memory than a long text.
const maxVoxelPlaces = 1 << 24

// Used lists the letters of a drawing, each once, with '.' for empty cells.
func (d *VoxelDrawing) Used() (letters []rune) {
	last := rune(-1)
	for _, letter := range d.Letters {
		if letter != last && !slices.Contains(letters, letter) { // the one before is most often the same
			letters = append(letters, letter)
		}
		last = letter
	}
	slices.Sort(letters)
	return letters
}

// place returns the index of a cell by its column, its line and its layer.
func (d *VoxelDrawing) place(view VoxelView, x, row, layer, lines int) int {
	y, z := lines-1-row, layer
	if view == FromFront {
		y, z = layer, lines-1-row
	}
	return x + d.Counts[0]*(y+d.Counts[1]*z)
}

// Phases reads numbers [rad] that lie as the characters of a drawing do, with blanks between them. They are
// indexed by cell. Empty cells have one too.
func (d *VoxelDrawing) Phases(text string, view VoxelView, depth int) ([]float64, error) {
	layers := splitVoxels(text)
	lines, walls := d.Counts[1], d.Counts[2]/depth
	if view == FromFront {
		lines, walls = d.Counts[2], d.Counts[1]/depth
	}
	if len(layers) != walls {
		return nil, fmt.Errorf("%d layers of phases for %d of voxels", len(layers), walls)
	}
	phases := make([]float64, len(d.Letters))
	for l, layer := range layers {
		if len(layer) != lines {
			return nil, fmt.Errorf("layer %d has %d lines of phases; voxels have %d", l+1, len(layer), lines)
		}
		for row, line := range layer {
			words := strings.Fields(line)
			if len(words) != d.Counts[0] {
				return nil, fmt.Errorf("line %d of layer %d has %d phases; there should be %d", row+1, l+1, len(words), d.Counts[0])
			}
			for x, word := range words {
				phase, err := strconv.ParseFloat(word, 64)
				if err != nil || math.IsNaN(phase) || math.IsInf(phase, 0) {
					return nil, fmt.Errorf("line %d of layer %d: %.20q is no number", row+1, l+1, word)
				}
				for k := range depth {
					phases[d.place(view, x, row, l*depth+k, lines)] = phase
				}
			}
		}
	}
	return phases, nil
}

// split returns a text as layers of lines, without the blanks that all lines begin with.
func splitVoxels(text string) (layers [][]string) {
	indent, open := math.MaxInt, false
	for line := range strings.Lines(text) {
		if words := strings.TrimLeft(line, " \t"); strings.TrimSpace(words) != "" {
			indent = min(indent, len(line)-len(words))
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line[min(indent, len(line)):], " \t\r\n")
		switch {
		case line == "":
			open = false
			continue
		case !open:
			layers = append(layers, nil)
		}
		open = true
		layers[len(layers)-1] = append(layers[len(layers)-1], line)
	}
	return layers
}
