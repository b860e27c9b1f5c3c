package gpu

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"hooke/cpuref"
	"hooke/engine/check"
	"hooke/gpu/gltest"
	"hooke/gpu/glx"
	"hooke/gpu/gputest"
	"hooke/gpu/options"
	"hooke/gpu/ranges"
	"hooke/gpu/table"
	"hooke/model"
	"hooke/model/modeltest"
	"hooke/must"
	"hooke/order"
)

// A step of the pipeline agrees with the reference in every integrator and
// precision, for all kinds of models. The short form has every other integrator of each model, RK4, which
// has four programs, of networks alone, and two words for the lattice alone.
func TestFusedStepsMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for k, c := range gputest.FusedModels() {
		for n, integrator := range model.Integrators() {
			for _, precision := range options.Precisions() {
				plain := c.Name == "lattice" || c.Name == "tuned" || c.Name == "network"
				if !plain && (precision != options.Single || integrator == model.ExplicitEuler) {
					continue
				}
				if turn := (n+k+int(precision))%2 == 0; !must.Long() && (!turn || precision != options.Single && c.Name != "lattice" || integrator == model.RK4 && c.Name != "network") {
					continue
				}
				name := fmt.Sprintf("%s %v %v", c.Name, integrator, precision)
				p := gputest.PerturbedParams()
				p.Integrator = integrator
				e := must.Get(New(ctx, c.Model, p, Options{Pipeline: options.Fused, Precision: precision}))(t)
				ref := must.Get(cpuref.New(c.Model, p))(t)
				for steps, tolerance := range map[int]float64{1: 1e-4, 4: 1e-3} {
					must.Do(t, e.Reset(c.State))
					must.Do(t, ref.Reset(c.State))
					must.Do(t, e.Step(steps))
					must.Do(t, ref.Step(steps))
					must.Do(t, e.Finish())
					got := modeltest.Snapshot(t, e)
					if worst := changeError(c.State.Velocity, ref.State().Velocity, got.Velocity); !(worst <= tolerance) {
						t.Errorf("%s, %d steps: largest error %.2g of the largest velocity change, tolerance %g", name, steps, worst, tolerance)
					}
					if ran, err := e.StepsRun(); err != nil || ran != int64(steps) {
						t.Errorf("%s: %d steps ran, %v; want %d", name, ran, err, steps)
					}
				}
				e.Close()
			}
		}
	}
}

// Every check of the reference agrees, in both forms of the pipeline.
func TestFusedPassesMatchReference(t *testing.T) {
	ctx := gltest.New(t)
	for _, c := range gputest.FusedModels() {
		if c.Name != "two materials" && c.Name != "shuffled network" && c.Name != "random" {
			continue
		}
		if os.Getenv("HOOKE_LONG") == "" && c.Name == "shuffled network" {
			continue
		}
		parts := []string{"passes", "steps", "invariants"}
		if c.Name == "random" { // passes read its table by the code that steps have
			if parts = parts[1:2]; must.Long() {
				parts = nil // all
			}
		}
		rows := must.Get(check.Prove(check.Case{Name: c.Name, Model: c.Model, Start: c.State, Steps: 20, Parts: parts},
			func(m *model.Model, p model.Params) (check.Subject, error) {
				return New(ctx, m, p, Options{Pipeline: options.Fused})
			}))(t)
		for _, r := range rows {
			if !r.OK {
				t.Errorf("%s, %s: max %.3g, tolerance %.3g: %s", c.Name, r.Check, r.Max, r.Tolerance, r.Detail)
			}
		}
		if parts == nil && len(rows) < 30 || len(rows) < 3 {
			t.Errorf("%s: only %d checks", c.Name, len(rows))
		}
	}
}

// Each part of the shader of springs is seen when it is wrong, by a percent where it
// has a size. The short form has the first.
func TestFusedFaultsAreSeen(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	models := map[string]gputest.FusedModel{}
	for _, c := range gputest.FusedModels() {
		models[c.Name] = c
	}
	hub, hubState := gputest.Random(7, 500, 9000)
	models["hub"] = gputest.FusedModel{Name: "hub", Model: hub, State: hubState}
	const springs, state = "fused_springs.glsl", "state.glsl"
	for _, c := range []struct {
		fault, model, pipeline, file, old, new string
	}{
		{"last pair", "lattice", options.Fused, springs, "palette.regularCount)", "palette.regularCount - 1u)"},
		{"second word of masks", "two materials", options.Fused, springs, "w < REGULAR_WORDS", "w < 1u"},
		{"class of a pair", "lattice", options.Fused, springs, "uint kind = regular.y;", "uint kind = 1u;"},
		{"mask", "lattice", options.Fused, springs, "(mask & 1u) != 0u ?", "true ?"},
		{"last entry", "network", options.Fused, springs, "k > 0u; k--", "k > 1u; k--"},
		{"tail", "hub", options.Fused, springs, "width >> 31 != 0u", "false"},
		{"lane", "network", options.Fused, springs, "uint at = word(slice) + i % SLICE_MASSES;", "uint at = word(slice) + (i + 1u) % SLICE_MASSES;"},
		{"rest length of an entry", "network", options.Fused, springs, "law.restLength = real(uintBitsToFloat(word(at)));", "law.restLength = 1.001 * real(uintBitsToFloat(word(at)));"},
		{"k of an entry", "tuned", options.Fused, springs, "takeEntry(law, at, stride);", "takeEntry(law, at, stride);\n\tlaw.stiffness *= 1.01;"},
		{"c of an entry", "tuned", options.Fused, springs, "takeEntry(law, at, stride);", "takeEntry(law, at, stride);\n\tlaw.damping *= 1.01;"},
		{"k of a class", "lattice", options.Fused, "springs.glsl", "takeNumbers(law, bits, kind);", "takeNumbers(law, bits, kind);\n\tlaw.stiffness *= 1.01;"},
		{"contact", "lattice", options.Fused, "contact.glsl", "word(at + n)", "word(at + n + 1u)"},
		{"next velocity", "lattice", options.Fused, state, "nextVelocity[nextAt(i)] = vec4(v, ", "nextVelocity[nextAt(i)] = vec4(1.01 * v, "},
		{"inverse mass", "lattice", options.Fused, state, "vec4(x, POSITION(POSITION_AT(i)).w)", "vec4(x, 1.0)"},
		{"pinned masses", "two materials", options.Fused, state, "nextPosition[nextAt(i)] = POSITION(POSITION_AT(i));", ""},
	} {
		wrong := mutated(t, c.file, c.old, c.new) // of those that are spared, too, so that none gets old
		if takes() {
			seesFault(t, ctx, models[c.model], c.fault, Options{Pipeline: c.pipeline, Shaders: wrong})
		}
	}
}

// seesFault fails where two steps with wrong shaders agree with the reference, or those with the right ones do not.
func seesFault(t *testing.T, ctx *glx.Context, m gputest.FusedModel, fault string, wrong Options) {
	t.Helper()
	p := gputest.PerturbedParams()
	ref := stepped(t, m.Model, p, m.State, 2).State()
	for _, o := range []Options{{Pipeline: wrong.Pipeline}, wrong} {
		got := twoSteps(t, ctx, m, p, o)
		worst := max(changeError(m.State.Velocity, ref.Velocity, got.Velocity), relativeError(ref.Position, got.Position))
		if seen := !(worst <= 1e-4); seen != (o.Shaders != nil) {
			t.Errorf("%s: largest error %.2g of the largest velocity change, tolerance 1e-4; the shader is wrong: %v", fault, worst, o.Shaders != nil)
		}
	}
}

// Steps over groups agree with the reference, fetching texels or not, in ranges or not; and each wrong part
// of the code that reads them is seen, in the short form the first.
func TestGroupsMatchReference(t *testing.T) {
	ctx, takes := gltest.New(t), must.Faults()
	whole := ctx.Limits
	m := gputest.TwoMaterials(gputest.Ball(14), 3)
	start := gputest.Moving(m, 5)
	p := gputest.PerturbedParams()
	ref := must.Get(cpuref.New(m, p))(t)
	modeltest.StepFrom(t, ref, start, 2)
	var first model.Snapshot
	for _, c := range []struct {
		name          string
		block, texels int64
		old, new      string
	}{
		{"texels", 1 << 27, 1 << 27, "", ""},
		{"storage blocks", 1 << 27, 1, "", ""},
		{"ranges", 4096, 1 << 27, "", ""},
		{"ranges of storage blocks", 32_768, 1, "", ""},
		{"in rows+unroll4", 1 << 27, 1 << 27, "", ""},
		{"ranges, in rows+unroll8", 4096, 1 << 27, "", ""},
		{"groups behind rows+unroll8", 1 << 27, 1 << 27, "left > 0u; left--", "left > 1u; left--"},
		{"offset in rows+unroll2", 1 << 27, 1 << 27, "uint offset = g.x + (other ? g.y >> 16 : 0u);", "uint offset = g.x;"},
		{"last group", 1 << 27, 1 << 27, "group < end; group++", "group + 1u < end; group++"},
		{"class", 1 << 27, 1 << 27, "uint kind = g.y & 0xffffu;", "uint kind = 1u;"},
		{"first offset", 1 << 27, 1 << 27, "(g.z >> lane & 1u) != 0u ? offset", "true ? offset"},
		{"second offset", 1 << 27, 1 << 27, "(second ? g.y >> 16 : 0u)", "0u"},
	} {
		ctx.Limits.StorageBlockBytes, ctx.Limits.Texels = c.block, c.texels
		_, variant, _ := strings.Cut(c.name, "+")
		o := Options{Pipeline: strings.TrimSuffix(options.Fused+"+"+variant, "+"), asCard: true}
		if c.old != "" {
			if o.Shaders = mutated(t, "fused_springs.glsl", c.old, c.new); !takes() {
				ctx.Limits = whole
				continue
			}
		}
		e := must.Get(New(ctx, m, p, o))(t)
		if e.plan.fused.Table.Grouped == nil || (e.plan.division != nil) != (c.block < 1<<27) {
			t.Fatalf("%s: groups %v, divided %v", c.name, e.plan.fused.Table.Grouped != nil, e.plan.division != nil)
		}
		modeltest.StepFrom(t, e, start, 2)
		got := modeltest.Snapshot(t, e)
		if ran, err := e.StepsRun(); err != nil || ran != 2 {
			t.Errorf("%s: %d steps ran, %v; want 2", c.name, ran, err)
		}
		e.Close()
		ctx.Limits = whole
		worst := changeError(start.Velocity, ref.State().Velocity, got.Velocity)
		if seen := !(worst <= 1e-4); seen != (c.old != "") {
			t.Errorf("%s: largest error %.2g of the largest velocity change, tolerance 1e-4", c.name, worst)
		}
		if first.Position == nil {
			first = got
		}
		if c.old != "" {
			continue
		}
		must.Be(t, agreement(ctx).Snapshots(start, first, got), "", "%s: other than with texels", c.name)
	}
}

// Tables do not depend on how many cores make them, to the last bit: of a regular
// structure, of one that is partly regular, and of one with a hub in which every spring
// is an entry with a rest length of its own.
func TestTablesAreTheSameForAnyNumberOfCores(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	hub, _ := gputest.Random(4, 20_000, 300_000)
	for _, m := range []*model.Model{gputest.Grid(40, 30, 25), gputest.TwoMaterials(gputest.Grid(40, 30, 25), 1), gputest.Shuffled(gputest.TwoMaterials(gputest.Grid(40, 30, 25), 2), 3), hub} {
		var sums [3]uint32
		var lists [3]ranges.Lists
		var orders [3]*order.Order
		for k, cores := range []int{1, 2, 7} {
			runtime.GOMAXPROCS(cores)
			p := must.Get(table.Arrange(table.NewResponse(m, 1e-4), table.Options{Groups: true}))(t)
			p.Build(options.Single)
			must.Do(t, p.Coefficients(table.NewResponse(m, 1e-4), options.Single))
			sums[k], orders[k] = p.Table.Sum(), p.Order
			lists[k] = ranges.Incidences(m, ranges.Ranges{All: int64(m.MassCount())}, ranges.SpringDegrees(m))
			if k > 0 && (sums[k] != sums[0] || !slices.Equal(lists[k].Entries, lists[0].Entries)) {
				t.Errorf("%s: %d cores make another table than one", m.Name, cores)
			}
			if k > 0 && orders[0] != nil && !slices.Equal(orders[k].Original, orders[0].Original) {
				t.Errorf("%s: %d cores make another order than one", m.Name, cores)
			}
		}
	}
}
