package gltest_test

import (
	"os"
	"strings"
	"testing"

	"hooke/gpu/gltest"
	"hooke/must"
)

// A context comes from the driver that HOOKE_RENDERER asks for; New fails otherwise.
func TestRendererIsTheOneAskedFor(t *testing.T) {
	ctx := gltest.New(t)
	t.Logf("renderer %s, asked for %q", ctx.Renderer, os.Getenv("HOOKE_RENDERER"))
	for word := range strings.FieldsSeq(os.Getenv("HOOKE_RENDERER")) {
		must.Hold(t, strings.Contains(ctx.Renderer, word), "New lets %s pass, which does not name %s", ctx.Renderer, word)
	}
}

// Every word has to be in the renderer's name.
func TestOtherRenderersAreRefused(t *testing.T) {
	const llvmpipe, zink = "llvmpipe (LLVM 15.0.6, 256 bits)", "zink (llvmpipe (LLVM 15.0.6, 256 bits))"
	for _, c := range []struct {
		renderer, wanted string
		refused          bool
	}{{llvmpipe, "", false}, {llvmpipe, "zink llvmpipe", true}, {zink, "zink llvmpipe", false}, {"zink (AMD RADV)", "zink llvmpipe", true}} {
		if got := gltest.Refused(c.renderer, c.wanted); (got != "") != c.refused {
			t.Errorf("%q where %q is wanted: %q", c.renderer, c.wanted, got)
		}
	}
}
