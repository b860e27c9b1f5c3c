package glx_test

import (
	"fmt"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/must"
)

// A context that keeps programs links the same code once, even if it was released meanwhile, and
// runs it for all owners; other code it links anew. One that keeps none links each time.
func TestKeptProgramsAreLinkedOnce(t *testing.T) {
	for _, most := range []int{0, 2} {
		ctx := gltest.New(t)
		ctx.KeepPrograms(most)
		to := word(t, ctx, 0)
		defer to.Release()
		ctx.BindStorage(0, to)
		adds := func(n int, comment string) *glx.Program {
			code := fmt.Sprintf("#version 430 core\nlayout(local_size_x = 1) in;\nlayout(std430, binding = 0) buffer ToBlock { uint to[]; };\nvoid main() { to[0] += %du; }\n", n)
			p := must.Get(ctx.NewCompute(glx.Source{Name: "add.comp", Text: code + "// " + comment + "\n", Code: code}))(t)
			ctx.Use(p)
			ctx.Dispatch(1, 1)
			ctx.Barrier(glx.ByShader | glx.ByTransfer)
			return p
		}
		linked := func(what string, kept, none int64) {
			t.Helper()
			want := none
			if most > 0 {
				want = kept
			}
			must.Be(t, ctx.Links(), want, "%d kept, %s: programs linked", most, what)
		}
		first, second := adds(1, "first"), adds(1, "second")
		linked("two owners", 1, 2)
		first.Release()
		first.Release() // harmless
		third := adds(1, "third")
		second.Release()
		third.Release()
		linked("released and asked for again", 1, 3)
		for n := range 2 {
			adds(10<<n, "").Release()
		}
		linked("other code", 3, 5)
		adds(1, "the one that was released first is gone").Release()
		linked("more than are kept", 4, 6)
		adds(20, "this one is not").Release()
		linked("one of those that are kept", 4, 7)
		held := adds(20, "taken again, so that the next ones do not push it out")
		for n := range 3 {
			adds(100<<n, "").Release()
		}
		adds(20, "").Release()
		linked("one in use beside many that are released", 7, 12)
		held.Release()
		ctx.KeepPrograms(0)
		adds(20, "").Release()
		linked("nothing is kept any more", 8, 13)
		var sum [1]uint32
		glx.Download(to, 0, sum[:])
		must.Be(t, sum[0], uint32(1+1+1+10+20+1+20+20+700+20+20), "%d kept: the programs added up", most)
	}
}
