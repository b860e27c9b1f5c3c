package gpu

import (
	"io/fs"
	"math"
	"os"
	"testing"

	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
)

// heldNet is modeltest.HeldNet with other parameters.
func heldNet(change func(p *model.Params)) sweepCase {
	m, p, start := modeltest.HeldNet()
	change(&p)
	return sweepCase{"attachments", m, p, start, 6}
}

func onceHeld(p *model.Params) { p.Contacts = []model.Contact{model.Ground(-1, 500, 1)} }

func oftenHeld(p *model.Params) { p.Iterations, p.Warm, p.Substeps = 3, 0.4, 3 }

func forwardHeld(p *model.Params) { p.Forward, p.Iterations = true, 2 }

// Attachments are those of the reference, and so is the residual.
func TestAttachmentsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, change := range []func(*model.Params){onceHeld, oftenHeld, forwardHeld} {
		c := heldNet(change)
		if off := sweptApart(t, ctx, c, Options{}); !(off <= sweptTolerance) {
			t.Errorf("case %d: %.2g of the motion off the reference, want at most %.2g", k, off, sweptTolerance)
		}
		ref := stepped(t, c.model, c.params, c.start, c.steps)
		want := must.Get(ref.Residual())(t)
		e := started(t, ctx, c.model, c.params, c.start, Options{})
		must.Do(t, e.Step(c.steps))
		if got, err := e.Residual(); err != nil || got.Spring != want.Spring || !(math.Abs(got.Strain-want.Strain) <= 1e-4*want.Strain) {
			t.Errorf("case %d: residual %+v, %v, want %+v", k, got, err, want)
		}
		e.Close()
	}
}

// Mutations of the attachments are seen.
func TestAttachmentsSeeMutants(t *testing.T) {
	of, takes := "sweep_attachments.comp", must.Faults()
	for k, mutants := range [][]mutant{{
		{of, "float most = -j.stretch / DT;", "float most = 0.0;"},
		{of, "if (j.stretch > 0.0) {", "if (false) {"}, // shot back
		{of, "length(away - u * j.n) / 2.0", "length(away - u * j.n)"},
		{of, "min(0.0, before + (most - u) / j.weight)", "before + (most - u) / j.weight"}, // it pushes, too
		{of, "(most - u) / j.weight", "(most - u)"},
		{of, "vec3 away = velocityOf(e.y) - v;", "vec3 away = -v;"}, // an anchor at rest
		{of, "j.acts && !isFree(e.y)", "j.acts"},
		{of, "v - gain(e.x, change * j.n)", "v + gain(e.x, change * j.n)"},
	}, {
		{of, "before = impulseOf(s);", "before = 0.0;"},  // λ anew in each iteration
		{of, "if (sweep.begins == 0u) {", "if (true) {"}, // and the rest of the last substep
	}} {
		c := heldNet([]func(*model.Params){onceHeld, oftenHeld}[k])
		seesMutants(t, takes, mutants, 5*sweptTolerance, func(ctx *glx.Context, files fs.FS) (way, energy float64) {
			return sweptApart(t, ctx, c, Options{Shaders: files}), 0
		})
	}
}

// The same comes from steps one by one, and in work groups of any size.
func TestAttachmentsRepeat(t *testing.T) {
	ctx := gltest.New(t)
	c := heldNet(oftenHeld)
	var first model.State
	for k, size := range []int{0, 32, 128} {
		if size == 128 && os.Getenv("HOOKE_LONG") == "" {
			continue
		}
		e := started(t, ctx, c.model, c.params, c.start, Options{WorkGroup: size})
		for range c.steps {
			must.Do(t, e.Step(1))
		}
		must.Do(t, e.Finish())
		got := modeltest.State(t, e)
		e.Close()
		if k == 0 {
			first = got
		} else if fault := agreement(ctx).Fault(c.start, &first, &got); fault != "" {
			t.Errorf("work groups of %d: %s", size, fault)
		}
	}
}
