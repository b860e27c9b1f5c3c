package options

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Variant says how passes are written. Each variant evaluates the
// same springs by the same formulas in the same order. Software renderers give the same bits with
// each; the compilers of graphics cards contract a·b + c differently in each, so results there
// agree to rounding. Devices differ in which is the fastest. The zero value means texels and
// loops. The name of a pipeline may end in a variant, as in fused+storage+unroll4.
type Variant struct {
	Storage bool // state and table are read from storage blocks instead of texels; resident has the state in shared memory
	Laws    bool // the law of a regular spring stands in its slot, so that its load waits for no other
	// Constants has the offset of each regular slot in the text of the program, which visits all slots in a row and finds the
	// longest spring of a mass once; in single precision. Its formula, k − k L0/L, rounds otherwise than that of the others.
	Constants bool
	// Tile has work groups load the positions of a block of masses, and of those around it, before they sum over springs: in boxes of a
	// lattice alone. It comes with Constants.
	Tile bool
	// Persistent has all work groups make many steps in a dispatch, and wait for each other after each; it comes with Tile.
	Persistent bool
	Unroll     int // visits of springs that are written in a row; 0: one, in a loop
	// Blocks has the solver impulses, in two-pass, sweep blocks of springs in shared memory, several colors in a dispatch; see
	// package order/blocks. The others are of the pipelines fused and resident.
	Blocks bool
}

// Blocks is the word of the one variant of two-pass.
const Blocks = "blocks"

// unrolls are the numbers of visits from which one can choose.
var unrolls = []int{2, 4, 8}

// Variants are the words that the names of the pipelines fused and resident may end in, each behind a +.
func Variants() []string {
	words := []string{"storage", "laws", "constants", "tile", "persistent"}
	for _, n := range unrolls {
		words = append(words, fmt.Sprintf("unroll%d", n))
	}
	return words
}

// String is the end of the name of a pipeline in this variant, such as +storage+laws; it is
// empty for the zero value.
func (v Variant) String() string {
	text := ""
	if v.Storage {
		text += "+storage"
	}
	if v.Laws {
		text += "+laws"
	}
	if v.Constants {
		text += "+constants"
	}
	if v.Tile {
		text += "+tile"
	}
	if v.Blocks {
		text += "+" + Blocks
	}
	if v.Persistent {
		text += "+persistent"
	}
	if v.Unroll > 0 {
		text += fmt.Sprintf("+unroll%d", v.Unroll)
	}
	return text
}

// SplitPipeline divides the name of a pipeline, one of Pipelines or Auto, from the variant
// behind it. An empty name is TwoPass. An error lists the known names and words.
func SplitPipeline(name string) (pipeline string, v Variant, err error) {
	words := strings.Split(name, "+")
	if pipeline = words[0]; pipeline == "" && len(words) == 1 {
		pipeline = TwoPass
	}
	if pipeline != Auto && !slices.Contains(Pipelines(), pipeline) {
		return "", v, fmt.Errorf("gpu: pipeline %q is unknown; known are %v and %s", pipeline, Pipelines(), Auto)
	}
	if pipeline == TwoPass && len(words) == 2 && words[1] == Blocks {
		return pipeline, Variant{Blocks: true}, nil
	}
	if len(words) > 1 && (pipeline == TwoPass || pipeline == Auto) {
		return "", v, fmt.Errorf("gpu: pipeline %q: %s and %s have variants, and %s+%s is one", name, Fused, Resident, TwoPass, Blocks)
	}
	for k, word := range words[1:] {
		number, unrolled := strings.CutPrefix(word, "unroll")
		n, _ := strconv.Atoi(number)
		switch {
		case slices.Contains(words[1:k+1], word) || unrolled && v.Unroll > 0:
			return "", v, fmt.Errorf("gpu: pipeline %q has %q twice", name, word)
		case word == "storage":
			v.Storage = true
		case word == "laws":
			v.Laws = true
		case word == "constants":
			v.Constants = true
		case word == "tile":
			v.Tile = true
		case word == "persistent":
			v.Persistent = true
		case unrolled && slices.Contains(unrolls, n):
			v.Unroll = n
		default:
			return "", v, fmt.Errorf("gpu: pipeline %q: the variant %q is unknown; known are %s", name, word, strings.Join(Variants(), ", "))
		}
	}
	return pipeline, v, nil
}
