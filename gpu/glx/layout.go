package glx

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/commands"
)

// BlockLayout is the layout that the host expects of a block of a program. It is an
// alias of a plain struct, so that the package which knows the records can list them
// without importing this one.
type BlockLayout = struct {
	Name    string // the block's name in the shader
	Uniform bool   // whether it is a uniform block; otherwise it is a storage block
	Binding uint32
	Stride  int32 // bytes from one record to the next; a uniform block does not use it
	Fields  []FieldLayout
}

// FieldLayout is one field of a block: its name as the driver lists it, such as
// "spring[0].restLength" or "ParamsBlock.dt", and its offset in bytes. It is an alias of
// a plain struct, as BlockLayout is.
type FieldLayout = struct {
	Name   string
	Offset int32
}

// CheckLayout compares the layout that the host expects of the given blocks with the driver's
// for the linked program. It skips a block that the program does not use. It is an error if
// binding, offset or stride differ; if the program uses a block that is not given; and if the
// driver knows no field of a block that the program uses. The error names the block and,
// where they apply, the field and both numbers.
func (p *Program) CheckLayout(blocks []BlockLayout) error {
	for _, block := range blocks {
		if err := p.checkBlock(block); err != nil {
			return fmt.Errorf("glx: %s: block %s: %w", p.label, block.Name, err)
		}
	}
	return p.checkAllKnown(blocks)
}

// checkAllKnown returns an error when the program uses a block that is not in blocks.
func (p *Program) checkAllKnown(blocks []BlockLayout) error {
	for _, kind := range []uint32{gl.SHADER_STORAGE_BLOCK, gl.UNIFORM_BLOCK} {
		for i := range p.resources(kind) {
			name := p.resourceName(kind, i)
			if !slices.ContainsFunc(blocks, func(b BlockLayout) bool { return b.Name == name }) {
				return fmt.Errorf("glx: %s: block %s: the host knows no such block", p.label, name)
			}
		}
	}
	return nil
}

func (p *Program) checkBlock(block BlockLayout) error {
	blocks, variables := uint32(gl.SHADER_STORAGE_BLOCK), uint32(gl.BUFFER_VARIABLE)
	if block.Uniform {
		blocks, variables = gl.UNIFORM_BLOCK, gl.UNIFORM
	}
	index := gl.GetProgramResourceIndex(p.id, blocks, gl.Str(block.Name+"\x00"))
	if index == gl.INVALID_INDEX {
		return nil
	}
	if got := p.property(blocks, index, gl.BUFFER_BINDING); got != int32(block.Binding) {
		return fmt.Errorf("binding is %d in the driver and %d on the host", got, block.Binding)
	}
	found := 0
	for _, field := range block.Fields {
		index := gl.GetProgramResourceIndex(p.id, variables, gl.Str(field.Name+"\x00"))
		if index == gl.INVALID_INDEX {
			continue // drivers may drop fields that no statement uses
		}
		found++
		if got := p.property(variables, index, gl.OFFSET); got != field.Offset {
			return fmt.Errorf("field %s: offset is %d bytes in the driver and %d on the host", field.Name, got, field.Offset)
		}
		if block.Uniform {
			continue
		}
		stride := uint32(gl.TOP_LEVEL_ARRAY_STRIDE) // the stride of an array of structs
		if strings.HasSuffix(field.Name, "[0]") {
			stride = gl.ARRAY_STRIDE // the stride of an array of vectors
		}
		if got := p.property(variables, index, stride); got != block.Stride {
			return fmt.Errorf("field %s: stride is %d bytes in the driver and %d on the host", field.Name, got, block.Stride)
		}
	}
	if found == 0 {
		return fmt.Errorf("the driver knows none of its fields, such as %s", block.Fields[0].Name)
	}
	return nil
}

func (p *Program) resourceName(kind, index uint32) string {
	name := make([]uint8, 256)
	var length int32
	gl.GetProgramResourceName(p.id, kind, index, int32(len(name)), &length, &name[0])
	return string(name[:length])
}

func (p *Program) property(kind, index, property uint32) int32 {
	var value int32
	gl.GetProgramResourceiv(p.id, kind, index, 1, &property, 1, nil, &value)
	return value
}

// declared returns the places at which the linked program reads something.
func (p *Program) declared() *commands.Declared {
	var out commands.Declared
	for kind, resource := range [...]uint32{commands.Storage: gl.SHADER_STORAGE_BLOCK, commands.Uniform: gl.UNIFORM_BLOCK} {
		for i := range p.resources(resource) {
			out[kind] = append(out[kind], uint32(p.property(resource, i, gl.BUFFER_BINDING)))
		}
	}
	for i := range p.resources(gl.UNIFORM) {
		switch p.property(gl.UNIFORM, i, gl.TYPE) {
		case gl.SAMPLER_BUFFER, gl.INT_SAMPLER_BUFFER, gl.UNSIGNED_INT_SAMPLER_BUFFER:
			var unit int32
			gl.GetUniformiv(p.id, p.property(gl.UNIFORM, i, gl.LOCATION), &unit)
			out[commands.Texels] = append(out[commands.Texels], uint32(unit))
		}
	}
	for kind := range out {
		slices.Sort(out[kind])
	}
	return &out
}

// resources returns the number of blocks or variables of a kind that the linked program uses.
func (p *Program) resources(kind uint32) uint32 {
	var count int32
	gl.GetProgramInterfaceiv(p.id, kind, gl.ACTIVE_RESOURCES, &count)
	return uint32(count)
}

// unusedBlocks returns the names of the uniform blocks that the linked compute program declares and
// does not use.
func (p *Program) unusedBlocks() (names []string) {
	for i := range p.resources(gl.UNIFORM_BLOCK) {
		if p.property(gl.UNIFORM_BLOCK, i, gl.REFERENCED_BY_COMPUTE_SHADER) == 0 {
			names = append(names, p.resourceName(gl.UNIFORM_BLOCK, i))
		}
	}
	return names
}
