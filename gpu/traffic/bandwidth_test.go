package traffic

import (
	"errors"
	"io/fs"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/pass"
	"hooke/must"
	"hooke/shaders"
)

// Every word is copied, by one work group, by several, and by a last one that is
// not full; the time counts two bytes for each of the buffer.
func TestBandwidthCopiesAll(t *testing.T) {
	ctx := gltest.New(t)
	for _, bytes := range []int64{16, 16 * copyGroup, 16*(copyGroup+1) + 15, 5 << 20} {
		b := must.Get(NewBandwidth(ctx, nil, bytes))(t)
		must.Be(t, b.Prove(), nil, "%d bytes", bytes)
		moved, took, err := b.Measure()
		if want := 2 * (bytes / 16 * 16) * int64(b.repeats); err != nil || moved != want || took <= 0 {
			t.Errorf("%d bytes: %d bytes in %v, want %d; %v", bytes, moved, took, want, err)
		}
		b.Release()
		b.Release()
	}
	if _, err := NewBandwidth(ctx, nil, 15); err == nil {
		t.Error("a buffer of 15 bytes is no error")
	}
}

// A copy that loses its last vector, or one that copies the wrong one, is seen.
func TestBandwidthSeesLosses(t *testing.T) {
	ctx := gltest.New(t)
	for what, files := range map[string]fs.FS{
		"1 vector lost":    gltest.Mutated(t, string(shaders.Copy), "nextPosition.length()", "nextPosition.length() - 1"),
		"neighbors copied": gltest.Mutated(t, string(shaders.Copy), "= position[i]", "= position[i ^ 1u]"),
	} {
		b := must.Get(NewBandwidth(ctx, files, 1<<16))(t)
		must.Say(t, what, b.Prove(), "words were not copied")
		b.Release()
	}
}

// The pattern is of floats, whose bits every device keeps, without a short period.
func TestPatternIsOfNormalNumbers(t *testing.T) {
	seen := map[uint32]bool{}
	const words = 1 << 16
	for i := range int64(words) {
		word := patternAt(i * 977)
		if exponent := word >> 23 & 0xff; exponent == 0 || exponent == 0xff {
			t.Fatalf("word %d is %#x, which is no normal number: a device may change it", i*977, word)
		}
		if seen[word] = true; word == pass.NotANumber {
			t.Fatalf("word %d is the poison", i*977)
		}
	}
	must.Hold(t, len(seen) >= words/2, "%d words have %d values", words, len(seen))
}

// The cost is a positive number, and on a processor not far from 1 or 2, within the errors of short times on
// a busy machine.
func TestFloat64CostIsMeasured(t *testing.T) {
	ctx := gltest.New(t)
	times, err := Float64Cost(ctx, nil)
	if err != nil || times <= 0 || ctx.Software() && times > 20 {
		t.Errorf("%g times, %v", times, err)
	}
	t.Logf("%s: float64 takes %.2f times as long as float32", ctx.Renderer, times)
}

// More work in float64 alone is seen as a cost, a device that skips rounds as a fault, and a
// program that is refused in float64 alone as a lack of float64.
func TestFloat64CostSeesFaults(t *testing.T) {
	ctx := gltest.New(t)
	const rounds = "round < ROUNDS"
	plain := must.Get(Float64Cost(ctx, nil))(t)
	// Rounds that change nothing but take time: x is replaced where that is impossible.
	const end = "\tnextPosition[i] ="
	slow := gltest.Mutated(t, string(shaders.Arithmetic), end, "#if PRECISION == DOUBLE\n\treal more = a;\n\tfor (int k = 0; k < 10 * ROUNDS; k++) more = more * y + z;\n\tif (more < real(-1.0)) a = more;\n#endif\n"+end)
	if costly, err := Float64Cost(ctx, slow); err != nil || costly < 2*plain {
		t.Errorf("with many times the work in float64 it takes %g times as long, without %g; %v", costly, plain, err)
	}
	must.Say(t, "50 rounds skipped", must.Err(Float64Cost(ctx, gltest.Mutated(t, string(shaders.Arithmetic), rounds, rounds+" - 50"))), "skips work")
	refused := gltest.Mutated(t, string(shaders.Arithmetic), "\treal y", "#if PRECISION == DOUBLE\n\tnonsense\n#endif\n\treal y")
	if _, err := Float64Cost(ctx, refused); !errors.Is(err, glx.ErrNoFloat64) {
		t.Errorf("refused in float64: %v", err)
	}
	if _, err := Float64Cost(ctx, gltest.Mutated(t, string(shaders.Arithmetic), "\treal y", "\tnonsense\n\treal y")); err == nil || errors.Is(err, glx.ErrNoFloat64) {
		t.Errorf("refused in float32, too: %v", err)
	}
}
