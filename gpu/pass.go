package gpu

import (
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"slices"
	"strconv"

	"hooke/gpu/glx"
	"hooke/gpu/ranges"
	"hooke/shaders"
)

// pass is one dispatch of one compute program, with everything it binds.
type pass struct {
	name      string
	program   *glx.Program
	timer     *glx.Timer  // nil: not timed
	groups    [][2]uint32 // work groups of each range; one entry where it is not divided
	rows      *glx.Buffer // uniform blocks Range of the ranges; nil: not divided
	rowStride int64       // bytes from one to the next
	texels    []texelSlot // of one that is
	storage   []slot
	evaluates bool          // springs, itself: of the pipeline fused
	outputs   []*glx.Buffer // written in full, never read: a test poisons them
	sum       uint32        // of the source, with all that is compiled in; see Engine.variantText
}

// passMaker compiles passes from one set of shader files, as one variant of
// the kernels: what the model does not use is left out.
type passMaker struct {
	ctx     *glx.Context
	files   fs.FS
	timers  bool
	defines []shaders.Define
	group   int // invocations per work group

	evaluates bool             // see pass
	division  *ranges.Division // nil: nothing is divided
	buffers   *buffers
}

// with is the maker of a variant with one define more.
func (k passMaker) with(name string, value int) passMaker {
	k.defines = append(slices.Clone(k.defines), shaders.Define{Name: name, Value: strconv.Itoa(value)})
	return k
}

// summing is the maker of passes that sum over a work group.
func (k passMaker) summing() passMaker {
	k.group = sumGroup
	return k
}

// make compiles the pass of a shader file and checks the layout of its blocks
// against the driver.
func (k passMaker) make(name string, file shaders.Name, over extent, storage []slot, outputs ...*glx.Buffer) (*pass, error) {
	expanded, err := shaders.Expand(k.files, string(file), k.with("WORKGROUP", k.group).defines...)
	if err == nil {
		err = expanded.Check()
	}
	if err != nil {
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	p := &pass{name: name, storage: storage, outputs: outputs, evaluates: k.evaluates}
	if p.sum, err = k.sumOf(file); err != nil {
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	if k.division == nil || over.items == anything {
		p.groups = make([][2]uint32, 1)
		p.groups[0][0], p.groups[0][1], err = k.ctx.Limits.Groups(over.invocations(over.count, k.group), k.group)
	} else {
		err = k.divide(p, file, over)
	}
	if err != nil {
		p.release()
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	source := glx.Source{Name: string(file), Text: expanded.Text, Where: expanded.Where}
	if p.program, err = k.ctx.NewCompute(source); err != nil {
		p.release()
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	if err := p.program.CheckLayout(shaders.Blocks()); err != nil {
		p.release()
		return nil, fmt.Errorf("gpu: pass %s: %w", name, err)
	}
	if k.timers {
		p.timer = k.ctx.NewTimer()
	}
	return p, nil
}

// sumOf is that of all that is compiled in but the work group, which changes no
// bit.
func (k passMaker) sumOf(file shaders.Name) (uint32, error) {
	expanded, err := shaders.Expand(k.files, string(file), k.defines...)
	return crc32.ChecksumIEEE([]byte(expanded.Text)), err
}

// dispatch queues the pass. The caller issues the barrier, since it knows the
// consumer.
func (p *pass) dispatch(ctx *glx.Context) {
	ctx.Use(p.program)
	p.timer.Begin()
	if p.rows == nil {
		for _, s := range p.storage {
			ctx.BindStorage(uint32(s.binding), s.buffer)
		}
		ctx.Dispatch(p.groups[0][0], p.groups[0][1])
	} else {
		for k := range p.groups {
			p.dispatchRange(ctx, k)
		}
	}
	p.timer.End()
}

func (p *pass) release() {
	if p == nil {
		return
	}
	p.timer.Release()
	p.rows.Release()
	p.program.Release()
}

// rebind makes another buffer, of the same windows, that of a storage binding.
func (p *pass) rebind(binding shaders.Binding, buffer *glx.Buffer) {
	for i := range p.storage {
		if p.storage[i].binding == binding {
			p.storage[i].buffer = buffer
		}
	}
}

// poison fills the pure outputs with NaN: what the pass does not write then stays so.
func (p *pass) poison() {
	for _, output := range p.outputs {
		output.Fill(notANumber)
	}
}

// notANumber is the bit pattern of NaN in float32.
var notANumber = math.Float32bits(float32(math.NaN()))
