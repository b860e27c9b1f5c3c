package traffic

import (
	"fmt"
	"io/fs"
	"math"
	"time"

	"hooke/gpu/glx"
	"hooke/gpu/options"
	"hooke/gpu/pass"
	"hooke/shaders"
)

// The size of the measurement: 2.7e8 products and sums, 10 µs of the fastest cards and
// 50 ms of a chip whose driver emulates float64.
const (
	arithmeticCount  = 1 << 16 // invocations, of four chains each
	arithmeticRounds = 1 << 10 // products and sums in each chain

	// The precisions are measured by turns, and the shortest times count.
	leastTurns, mostTurns = 3, 100
	leastChains           = 60 * time.Millisecond
)

// The factor and the summand of the chains, which float32 holds exactly.
const (
	chainFactor = 1 - 0x1p-10
	chainAdds   = 0.25
)

// Float64Cost measures how many times as long products and sums take in float64 as in
// float32: 2 on cards for computing, 32 to 64 on cards for games, hundreds where a driver
// emulates them. It takes about a tenth of a second on a card.
// files are the shaders; nil: those of this build.
//
// The error wraps limits.ErrNoFloat64 where the driver refuses the float64 program. It is
// also an error when a result is wrong, since a device that skips work looks fast.
func Float64Cost(ctx *glx.Context, files fs.FS) (times float64, err error) {
	if files == nil {
		files = shaders.Files()
	}
	from, err := ctx.NewBuffer("hooke.Chains", 16*arithmeticCount)
	if err != nil {
		return 0, fmt.Errorf("gpu: float64: %w", err)
	}
	defer from.Release()
	to, err := ctx.NewBuffer("hooke.ChainEnds", 16*arithmeticCount)
	if err != nil {
		return 0, fmt.Errorf("gpu: float64: %w", err)
	}
	defer to.Release()
	chains := make([]shaders.Position, arithmeticCount)
	for i := range chains {
		chains[i].Xyz = [3]float32{float32(i % 1000), chainFactor, chainAdds}
	}
	glx.Upload(from, 0, chains)

	// Both programs first, and then by turns: cards raise their clock while they work.
	var passes [2]*pass.Pass
	for k, precision := range []options.Precision{options.Single, options.Double} {
		if passes[k], err = makeChains(ctx, files, precision, from, to); err != nil {
			return 0, fmt.Errorf("gpu: float64: %w", err)
		}
		defer passes[k].Release()
	}
	span := ctx.NewTimer()
	defer span.Release()
	shortest := [2]time.Duration{math.MaxInt64, math.MaxInt64}
	for begin, turn := time.Now(), 0; turn <= leastTurns || time.Since(begin) < leastChains && turn < mostTurns; turn++ {
		for k, p := range passes {
			took := timeChains(ctx, p, span)
			if turn > 0 { // the first turn also loads the programs
				shortest[k] = min(shortest[k], took)
				continue
			}
			ctx.Barrier(glx.ByTransfer) // the download reads the output of the pass
			if err := proveChains(to); err != nil {
				return 0, fmt.Errorf("gpu: float64: %w", err)
			}
		}
	}
	return float64(shortest[1]) / float64(shortest[0]), ctx.Err("gpu: float64")
}

// makeChains compiles the chains in one precision.
func makeChains(ctx *glx.Context, files fs.FS, precision options.Precision, from, to *glx.Buffer) (*pass.Pass, error) {
	maker := pass.Maker{Ctx: ctx, Files: files, Group: copyGroup}.With("PRECISION", int(precision))
	p, err := maker.Make("arithmetic", shaders.Arithmetic, pass.Extent{Count: arithmeticCount},
		[]pass.Slot{{Binding: shaders.BindPosition, Buffer: from}, {Binding: shaders.BindNextPosition, Buffer: to}}, to)
	if err != nil && precision == options.Double {
		return nil, fmt.Errorf("%w on %s: %w", glx.ErrNoFloat64, ctx.Renderer, err)
	}
	return p, err
}

// timeChains returns the time of the chains once, on the device where that can be measured.
func timeChains(ctx *glx.Context, p *pass.Pass, span *glx.Timer) time.Duration {
	begin := time.Now()
	span.Begin()
	p.Dispatch(ctx)
	span.End()
	ctx.Finish()
	took := time.Since(begin)
	if onDevice := span.Wait(); onDevice > 0 {
		took = onDevice
	}
	ctx.Barrier(glx.ByShader) // the next dispatch overwrites the output of this one
	return took
}

// proveChains compares the ends of some chains with those of float64.
func proveChains(to *glx.Buffer) error {
	ends := make([]shaders.Position, arithmeticCount)
	glx.Download(to, 0, ends)
	for i := 0; i < arithmeticCount; i += 4099 {
		for k, got := range append(ends[i].Xyz[:], ends[i].InverseMass) {
			want := float64(i%1000) + float64(k)
			for range arithmeticRounds {
				want = want*chainFactor + chainAdds
			}
			// Each round of float32 has an error of half an ulp at most, and takes a part of that back.
			if tolerance := 1e-4 * math.Abs(want); !(math.Abs(float64(got)-want) <= tolerance) {
				return fmt.Errorf("chain %d of invocation %d ends at %g, %g is right: the device computes wrong, or skips work", k, i, got, want)
			}
		}
	}
	return nil
}
