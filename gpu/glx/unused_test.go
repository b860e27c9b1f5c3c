package glx_test

import (
	"fmt"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// sumOf makes a program that declares some of three uniform blocks, uses some of those, and adds up
// to what is in a buffer: bit k of declared and used stands for block k.
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
	p := must.Get(ctx.NewCompute(glx.Source{Name: "sum.comp", Text: text + "void main() { to[0] = " + sum + "; }\n"}))(t)
	return p
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
			if got, want := read(ctx, to), uint32(30*one.used+10*other.used); got != want {
				t.Errorf("%+v, then %+v: %d, want %d", one, other, got, want)
			}
		}
	}
}
