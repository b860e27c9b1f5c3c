package glx_test

import (
	"fmt"
	"testing"

	"github.com/go-gl/gl/v4.3-core/gl"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// Three programs, each of which declares other bindings than the next, and writes the values that it was
// given.
const (
	copyWord = `#version 430 core
layout(local_size_x = 1) in;
layout(std430, binding = 1) readonly buffer FromBlock { uint from[]; };
layout(std430, binding = 2) writeonly buffer ToBlock { uint to[]; };
layout(std140, binding = 3) uniform ShiftBlock { uint shift; };
void main() { to[0] = from[0] + shift; }
`
	copyTexel = `#version 430 core
layout(local_size_x = 1) in;
layout(binding = 2) uniform usamplerBuffer from;
layout(binding = 4) uniform usamplerBuffer also;
layout(std430, binding = 2) writeonly buffer ToBlock { uint to[]; };
void main() { to[0] = texelFetch(from, 0).x + texelFetch(also, 0).x; }
`
)

// word makes a buffer of one word, which texels show, too.
func word(t *testing.T, ctx *glx.Context, value uint32) *glx.Buffer {
	t.Helper()
	b := must.Get(ctx.NewBuffer("word", 16))(t)
	glx.Upload(b, 0, []uint32{value})
	b.ShowWindows(glx.Word, []glx.Window{{Bytes: 16}})
	return b
}

func read(ctx *glx.Context, b *glx.Buffer) uint32 {
	var got [1]uint32
	ctx.Barrier(glx.ByTransfer)
	glx.Download(b, 0, got[:])
	return got[0]
}

// Each dispatch reads the last bound objects before it, whatever was bound, deleted or shown meanwhile, by
// any caller; where several things are bound by one call and where not.
func TestDispatchesReadWhatWasBoundLast(t *testing.T) {
	t.Run("many at once", func(t *testing.T) { readWhatWasBoundLast(t, gltest.New(t)) })
	t.Run("one by one", func(t *testing.T) {
		ctx := gltest.New(t)
		ctx.BindOneByOne()
		readWhatWasBoundLast(t, ctx)
	})
}

func readWhatWasBoundLast(t *testing.T, ctx *glx.Context) {
	words := must.Get(ctx.NewCompute(glx.Source{Name: "words.comp", Text: copyWord}))(t)
	defer words.Release()
	texels := must.Get(ctx.NewCompute(glx.Source{Name: "texels.comp", Text: copyTexel}))(t)
	defer texels.Release()
	one, two, hundred, to := word(t, ctx, 1), word(t, ctx, 2), word(t, ctx, 100), word(t, ctx, 0)
	defer two.Release()
	defer hundred.Release()
	defer to.Release()
	expect := func(p *glx.Program, want uint32, after string) {
		t.Helper()
		to.Fill(0)
		ctx.Use(p)
		ctx.Dispatch(1, 1)
		if got := read(ctx, to); got != want {
			t.Errorf("%d after %s, want %d", got, after, want)
		}
	}
	ctx.BindStorage(1, one)
	ctx.BindStorage(2, to)
	ctx.BindUniform(3, hundred)
	expect(words, 101, "the first bindings")
	ctx.BindStorage(1, two)
	expect(words, 102, "another buffer")
	ctx.BindStorage(7, hundred) // which no program declares
	ctx.BindWindow(2, one, 0)
	ctx.BindWindow(4, hundred, 0)
	expect(texels, 101, "another program")
	three := word(t, ctx, 3) // this binds its texture to show it
	ctx.BindWindow(2, three, 0)
	expect(texels, 103, "other texels")
	three.ShowWindows(glx.Word, []glx.Window{{Bytes: 16}})
	ctx.BindWindow(2, three, 0)
	expect(texels, 103, "texels that were shown anew")
	ctx.BindStorage(1, three)
	expect(words, 103, "the first program again")
	glx.Swap(three, two)
	ctx.BindStorage(1, two)
	expect(words, 103, "buffers that were swapped")
	three.Release() // the name may be given again
	four := word(t, ctx, 4)
	ctx.BindStorage(1, four)
	ctx.BindWindow(2, four, 0)
	expect(texels, 104, "texels that were deleted")
	expect(words, 104, "a buffer that was deleted")

	gl.BindBufferBase(gl.SHADER_STORAGE_BUFFER, 1, 0) // past this package
	gl.BindBufferBase(gl.UNIFORM_BUFFER, 3, 0)
	gl.UseProgram(0)
	ctx.Forget()
	expect(words, 104, "calls past the package")
	four.Release()
	one.Release()
}

// Bound objects are not bound again, and changed ones are bound by as few calls as possible.
func TestOnlyChangesAreBound(t *testing.T) {
	ctx, calls := gltest.NewCounting(t)
	many := ctx.BindsMany()
	words := must.Get(ctx.NewCompute(glx.Source{Name: "words.comp", Text: copyWord}))(t)
	defer words.Release()
	a, b, shift := word(t, ctx, 1), word(t, ctx, 2), word(t, ctx, 3)
	defer a.Release()
	defer b.Release()
	defer shift.Release()
	step := func(from, to *glx.Buffer) int64 {
		ctx.Use(words)
		ctx.BindStorage(0, shift) // which the program does not declare
		ctx.BindStorage(1, from)
		ctx.BindStorage(2, to)
		ctx.BindUniform(3, shift)
		calls.Reset()
		ctx.Dispatch(1, 1)
		ctx.Barrier(glx.ByShader)
		_, all := calls.Made()
		return all
	}
	step(a, b)
	must.Be(t, step(a, b), 2, "calls where nothing changed")
	if got := step(b, a); many && got != 3 {
		t.Errorf("%d calls where two neighbors changed, want 3", got)
	}
	ctx.BindOneByOne()
	must.Be(t, step(a, b), 4, "calls where two neighbors changed, one by one")
}

// sumOf makes a program that declares some of three uniform blocks, uses some of those, and adds up the
// buffer: bit k of declared and used stands for block k.
func sumOf(t *testing.T, ctx *glx.Context, declared, used int) *glx.Program {
	t.Helper()
	text, sum := "#version 430 core\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer ToBlock { uint to[]; };\n", "3u * to[0]"
	for k := range 3 {
		if declared>>k&1 != 0 {
			text += fmt.Sprintf("layout(std140, binding = %d) uniform B%dBlock { uint word; } b%d;\n", k+1, k, k)
		}
		if used>>k&1 != 0 {
			sum += fmt.Sprintf(" + b%d.word", k)
		}
	}
	return must.Get(ctx.NewCompute(glx.Source{Name: "sum.comp", Text: text + "void main() { to[0] = " + sum + "; }\n"}))(t)
}

// A program that declares a uniform block and does not use it changes nothing for the program that
// follows, though nothing is bound between them.
func TestUnusedBlocksDisturbNobody(t *testing.T) {
	ctx := gltest.New(t)
	to := word(t, ctx, 0)
	defer to.Release()
	ctx.BindStorage(0, to)
	for k := range uint32(3) {
		b := word(t, ctx, 1<<k)
		defer b.Release()
		ctx.BindUniform(k+1, b)
	}
	type pair struct{ declared, used int }
	programs := map[pair]*glx.Program{}
	for declared := range 8 {
		for used := range declared + 1 {
			if used&^declared == 0 {
				programs[pair{declared, used}] = sumOf(t, ctx, declared, used)
				defer programs[pair{declared, used}].Release()
			}
		}
	}
	for one, first := range programs {
		for other, second := range programs {
			to.Fill(0)
			for range 2 {
				for _, p := range []*glx.Program{first, second} {
					ctx.Use(p)
					ctx.Dispatch(1, 1)
					ctx.Barrier(glx.ByShader)
				}
			}
			must.Be(t, read(ctx, to), uint32(30*one.used+10*other.used), "%+v, then %+v", one, other)
		}
	}
}
