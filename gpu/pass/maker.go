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

// Maker compiles passes from one set of shader files, as one variant of the kernels, which
// leaves out features that the model does not use. It is a value: a change of a copy changes
// no other. Ctx, Files and Group must be set.
type Maker struct {
	Ctx     *glx.Context     // borrowed
	Files   fs.FS            // the shader sources, laid out as in shaders.Files
	Timers  bool             // measure the device time of each pass
	Defines []shaders.Define // in the source of all passes
	Group   int              // invocations per work group, one of options.WorkGroups
	OfGroup []shaders.Define // as Defines, of names that follow from Group: they are no part of Pass.Sum

	Evaluates bool             // whether the passes evaluate springs themselves; see Pass.Evaluates
	Division  *ranges.Division // of masses and springs into ranges; nil: nothing is divided
	Arrays    *buffers.Arrays  // borrowed: the arrays whose windows divided passes bind; may be nil without a division
}

// With is a maker whose passes have one more define, a whole number.
func (k Maker) With(name string, value int) Maker {
	k.Defines = append(slices.Clone(k.Defines), shaders.Define{Name: name, Value: strconv.Itoa(value)})
	return k
}

// Summing is a maker of passes that sum over a work group of SumGroup invocations.
func (k Maker) Summing() Maker {
	k.Group = SumGroup
	return k
}

// Make compiles the pass of a shader file and checks the layout of its blocks against the
// driver. outputs are the buffers that the pass writes in full and never reads. An error
// names the pass and, from a compiler, file and line; nothing stays allocated then. A
// divided pass that reads positions of masses beyond its range needs a case in gathers.
func (k Maker) Make(name string, file shaders.Name, over Extent, storage []Slot, outputs ...*glx.Buffer) (*Pass, error) {
	if err := distinct(storage); err != nil {
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	k = k.withAll(storage)
	expanded, err := shaders.Expand(k.Files, string(file), append(k.With("WORKGROUP", k.Group).Defines, k.OfGroup...)...)
	code := ""
	if err == nil {
		code, err = expanded.Compiled() // it checks conditions, too
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
	source := glx.Source{Name: string(file), Text: expanded.Text, Code: code, Where: expanded.Where}
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

// sumOf is the checksum of the code that is compiled. Comments change no bit, and a run may continue
// in another work group, so neither counts: a checkpoint stays good where only they differ.
func (k Maker) sumOf(file shaders.Name) (uint32, error) {
	expanded, err := shaders.Expand(k.Files, string(file), k.Defines...)
	if err != nil {
		return 0, err
	}
	code, err := expanded.Compiled()
	return crc32.ChecksumIEEE([]byte(code)), err
}

// distinct returns an error where two buffers would have the same binding, of which a program sees
// one.
func distinct(storage []Slot) error {
	at := map[shaders.Binding]*glx.Buffer{}
	for _, s := range storage {
		if other, taken := at[s.Binding]; taken && other != s.Buffer {
			return fmt.Errorf("binding %d has two buffers, %s and %s", s.Binding, other.Label(), s.Buffer.Label())
		}
		at[s.Binding] = s.Buffer
	}
	return nil
}
