package pass

import (
	"fmt"
	"hash/crc32"
	"io/fs"
	"slices"
	"strconv"

	"hooke/gpu/buffers"
	"hooke/gpu/glx"
	"hooke/gpu/ranges"
	"hooke/shaders"
)

// Maker compiles passes from one set of shader files, as one variant of
// the kernels: what the model does not use is left out. It is a value: who changes
// a copy changes no other. Ctx, Files and Group must be set.
type Maker struct {
	Ctx     *glx.Context     // borrowed
	Files   fs.FS            // as shaders.Files has them
	Timers  bool             // measure the device time of each pass
	Defines []shaders.Define // of all passes
	Group   int              // invocations per work group, one of options.WorkGroups

	Evaluates bool             // make passes that evaluate springs themselves; see Pass.Evaluates
	Division  *ranges.Division // of masses and springs into ranges; nil: nothing is divided
	Arrays    *buffers.Arrays  // borrowed: those whose windows divided passes bind; may be nil without a division
}

// With is the maker of a variant with one define more, a whole number.
func (k Maker) With(name string, value int) Maker {
	k.Defines = append(slices.Clone(k.Defines), shaders.Define{Name: name, Value: strconv.Itoa(value)})
	return k
}

// Summing is the maker of passes that sum over a work group: of SumGroup invocations.
func (k Maker) Summing() Maker {
	k.Group = SumGroup
	return k
}

// Make compiles the pass of a shader file and checks the layout of its blocks
// against the driver. outputs are those of the buffers that the pass writes in full and
// never reads. An error names the pass and, from a compiler, file and line; nothing stays
// allocated then. A pass that is divided and reads positions of masses beyond its range
// needs a case in gathers.
func (k Maker) Make(name string, file shaders.Name, over Extent, storage []Slot, outputs ...*glx.Buffer) (*Pass, error) {
	expanded, err := shaders.Expand(k.Files, string(file), k.With("WORKGROUP", k.Group).Defines...)
	if err == nil {
		err = expanded.Check()
	}
	if err != nil {
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	p := &Pass{Name: name, Storage: storage, Outputs: outputs, Evaluates: k.Evaluates}
	if p.Sum, err = k.sumOf(file); err != nil {
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	if k.Division == nil || over.Items == Anything {
		p.Groups = make([][2]uint32, 1)
		p.Groups[0][0], p.Groups[0][1], err = k.Ctx.Limits.Groups(over.invocations(over.Count, k.Group), k.Group)
	} else {
		err = k.divide(p, file, over)
	}
	if err != nil {
		p.Release()
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	source := glx.Source{Name: string(file), Text: expanded.Text, Where: expanded.Where}
	if p.program, err = k.Ctx.NewCompute(source); err != nil {
		p.Release()
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	if err := p.program.CheckLayout(shaders.Blocks()); err != nil {
		p.Release()
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	if k.Timers {
		p.Timer = k.Ctx.NewTimer()
	}
	return p, nil
}

// sumOf is that of all that is compiled in but the work group, which changes no
// bit.
func (k Maker) sumOf(file shaders.Name) (uint32, error) {
	expanded, err := shaders.Expand(k.Files, string(file), k.Defines...)
	return crc32.ChecksumIEEE([]byte(expanded.Text)), err
}
