package glx_test

import (
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
)

func TestChipsWithoutFloat64AreKnown(t *testing.T) {
	for renderer, want := range map[string]bool{
		"Mesa Intel(R) Arc(tm) A770 Graphics (DG2)": true, "Intel(R) Arc(TM) A750 Graphics": true, "Mesa Intel(R) Xe Graphics (TGL GT2)": true,
		"Mesa Intel(R) UHD Graphics 770 (ADL-S GT1)": true, "Intel(R) Iris(R) Xe Graphics": true, "Mesa Intel(R) Iris(R) Plus Graphics (ICL GT2)": true,
		"Mesa Intel(R) UHD Graphics 630 (CFL GT2)": false, "Mesa Intel(R) Arc(tm) B580 Graphics (BMG G21)": false, "Mesa Intel(R) Graphics (MTL)": false,
		"NVIDIA GeForce RTX 4090/PCIe/SSE2": false, "AMD Radeon RX 7900 XTX (radeonsi, navi31)": false, "llvmpipe (LLVM 15.0.6, 256 bits)": false, "": false,
	} {
		if got := (&glx.Context{Renderer: renderer}).EmulatesFloat64(); got != want {
			t.Errorf("%q emulates float64: %v, want %v", renderer, got, want)
		}
	}
}

// The software renderer, which has float64, is not said to lack it.
func TestFloat64IsFound(t *testing.T) {
	if ctx := gltest.New(t); ctx.Software() && ctx.Limits.NoFloat64 {
		t.Errorf("%s is said to lack float64", ctx.Renderer)
	}
}

// Where the extension is not listed, a program decides; a program that the driver refuses
// leaves nothing behind.
func TestFloat64IsFoundByCompiling(t *testing.T) {
	ctx := gltest.New(t)
	if ctx.Software() && !ctx.CompilesFloat64() {
		t.Errorf("%s refuses float64", ctx.Renderer)
	}
	if ctx.Compiles("#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() { quadruple x; }\n") {
		t.Error("a program that is none is compiled")
	}
}
