package tune

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hooke/gpu"
	"hooke/gpu/options"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
)

// workshop makes pretended engines whose steps, set-up and compilation move a
// clock of its own.
type workshop struct {
	now     time.Time
	step    map[string]time.Duration // by pipeline/size
	setUp   time.Duration
	compile time.Duration
	upload  time.Duration // of a state
	auto    string
	refuses []string // pipelines
	large   []string // pipelines that do not fit beside another
	fails   []string // pipelines that cannot be allocated
	breaks  string   // pipeline/size whose steps diverge
	lacks   string   // a variant that the model does not have
	apart   bool     // whether work groups of the variant persistent do not meet
	open    int
	made    []string
}

func (w *workshop) room(best tunable, o gpu.Options) error {
	if slices.Contains(w.large, o.Pipeline) {
		return errors.New("2 GiB are needed, 1 GiB free")
	}
	return nil
}

type contraption struct {
	shop     *workshop
	pipeline string
	size     int
	steps    int
	closed   bool
}

func (w *workshop) make(o gpu.Options) (tunable, error) {
	w.now = w.now.Add(w.setUp)
	pipeline := o.Pipeline
	if pipeline == options.Auto {
		pipeline = w.auto
	}
	w.made = append(w.made, pipeline)
	if slices.Contains(w.refuses, pipeline) {
		return nil, model.ErrUnsupported
	}
	if slices.Contains(w.fails, pipeline) {
		return nil, errors.New("out of memory")
	}
	w.open++
	size := o.WorkGroup
	if size == 0 {
		size = 256
	}
	return &contraption{shop: w, pipeline: pipeline, size: size}, nil
}

func (c *contraption) name() string { return fmt.Sprintf("%s/%d", c.pipeline, c.size) }
func (c *contraption) Describe() model.Description {
	return model.Description{Engine: "gpu", Pipeline: c.pipeline, WorkGroup: c.size}
}
func (c *contraption) Reset(*model.State) error {
	c.steps = 0
	c.shop.now = c.shop.now.Add(c.shop.upload)
	return nil
}
func (c *contraption) Step(n int) error {
	if c.shop.apart {
		c.pipeline = strings.TrimSuffix(c.pipeline, "+persistent")
	}
	took, ok := c.shop.step[c.name()]
	if !ok {
		took = 2 * time.Millisecond
	}
	c.steps += n
	c.shop.now = c.shop.now.Add(time.Duration(n) * took)
	return nil
}
func (c *contraption) Finish() error {
	if c.steps > 0 && c.name() == c.shop.breaks {
		return &physics.DivergedError{}
	}
	return nil
}
func (c *contraption) SetWorkGroup(size int) error {
	if size != c.size {
		c.shop.now = c.shop.now.Add(c.shop.compile)
	}
	c.size = size
	return nil
}
func (c *contraption) SetVariant(v options.Variant) error {
	if c.shop.lacks != "" && strings.Contains(v.String(), c.shop.lacks) {
		return model.ErrUnsupported
	}
	base, was, err := options.SplitPipeline(c.pipeline)
	if err == nil && v != was {
		c.shop.now = c.shop.now.Add(c.shop.compile)
		c.pipeline = base + v.String()
	}
	return err
}
func (c *contraption) Close() {
	if !c.closed {
		c.shop.open--
	}
	c.closed = true
}

func TestTuningChoosesTheFastest(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name    string
		shop    workshop
		size    int // asked for
		want    string
		untried string
		noRoom  string
	}{
		{"all alike keep the first", workshop{}, 0, "fused/256", "", ""},
		{"a little faster is noise", workshop{step: map[string]time.Duration{"two-pass/256": 1960 * time.Microsecond, "fused/64": 1960 * time.Microsecond}}, 0, "fused/256", "", ""},
		{"another pipeline", workshop{step: map[string]time.Duration{"two-pass/256": ms}}, 0, "two-pass/256", "", ""},
		{"the faster of two", workshop{step: map[string]time.Duration{"two-pass/256": ms, "resident/256": 3 * ms / 2}}, 0, "two-pass/256", "", ""},
		{"its work group too", workshop{step: map[string]time.Duration{"two-pass/256": ms, "two-pass/64": ms / 2}}, 0, "two-pass/64", "", ""},
		{"the size asked for is kept", workshop{step: map[string]time.Duration{"fused/64": ms / 2}}, 128, "fused/128", "", ""},
		{"a pipeline that refuses", workshop{auto: options.TwoPass, refuses: []string{options.Fused}, step: map[string]time.Duration{"two-pass/512": ms}}, 0, "two-pass/512", "", ""},
		{"a variant", workshop{step: map[string]time.Duration{"fused+laws/256": ms}}, 0, "fused+laws/256", "", ""},
		{"variants on each other", workshop{step: map[string]time.Duration{"fused+laws/64": ms, "fused/64": 3 * ms / 2, "fused+laws+unroll4/64": ms / 2, "fused+storage+laws+unroll4/64": ms / 4}}, 0,
			"fused+storage+laws+unroll4/64", "", ""},
		{"a variant for the size asked for", workshop{step: map[string]time.Duration{"fused+unroll8/128": ms}}, 128, "fused+unroll8/128", "", ""},
		{"a work group for a variant", workshop{step: map[string]time.Duration{"fused/64": 3 * ms / 2, "fused+constants/64": ms, "fused+constants/128": ms / 2}}, 0, "fused+constants/128", "", ""},
		{"a tile behind constants", workshop{step: map[string]time.Duration{"fused+constants/256": ms, "fused+storage+constants/256": ms / 2, "fused+storage+constants+tile/256": ms / 4}}, 0,
			"fused+storage+constants+tile/256", "", ""},
		{"many steps in a dispatch, though a tile alone is slower", workshop{step: map[string]time.Duration{"fused+constants/256": ms, "fused+constants+tile+persistent/256": ms / 2}}, 0,
			"fused+constants+tile+persistent/256", "", ""},
		{"work groups that do not meet", workshop{apart: true, step: map[string]time.Duration{"fused+constants/256": ms, "fused+constants+tile/256": 3 * ms / 4, "fused+constants+tile+persistent/256": ms / 2}}, 0,
			"fused+constants+tile/256", "", ""},
		{"no visits in a row behind constants", workshop{step: map[string]time.Duration{"fused+constants/256": ms, "fused+constants+unroll4/256": ms / 2}}, 0, "fused+constants/256", "", ""},
		{"a variant that the model lacks", workshop{lacks: "laws", step: map[string]time.Duration{"fused+laws/256": ms, "fused+unroll2/256": ms}}, 0, "fused+unroll2/256", "", ""},
		{"resident, and a variant of it", workshop{step: map[string]time.Duration{"resident/256": ms, "resident/128": ms / 2, "resident+laws/128": ms / 4}}, 0, "resident+laws/128", "other work groups", ""},
		{"a table in shared memory, and lanes in the largest work group", workshop{step: map[string]time.Duration{"resident/256": 3 * ms / 2, "resident/64": ms, "resident+shared/64": ms / 2,
			"resident+shared+lanes8/512": ms / 4, "resident+laws+shared+lanes8/512": ms / 8, "fused+shared/256": ms / 8}}, 0, "resident+laws+shared+lanes8/512", "other work groups", ""},
		{"lanes in the work group asked for", workshop{step: map[string]time.Duration{"resident/64": ms, "resident+lanes4/64": ms / 2, "resident+lanes8/512": ms / 4}}, 64, "resident+lanes4/64", "", ""},
		{"no lanes", workshop{step: map[string]time.Duration{"resident/256": 3 * ms / 2, "resident/64": ms, "resident+lanes4/512": ms}}, 0, "resident/64", "", ""},
		{"no variants of two passes", workshop{step: map[string]time.Duration{"two-pass/256": ms, "two-pass+laws/256": ms / 2}}, 0, "two-pass/256", "", ""},
		{"blocks of two passes", workshop{step: map[string]time.Duration{"two-pass/256": ms, "two-pass+blocks/256": ms / 2}}, 0, "two-pass+blocks/256", "", ""},
		{"no time for another engine", workshop{setUp: 3 * time.Second, step: map[string]time.Duration{"two-pass/256": ms, "fused/128": ms}}, 0, "fused/128",
			"pipeline two-pass, pipeline resident", ""},
		{"no time at all", workshop{setUp: 3 * time.Second, step: map[string]time.Duration{"fused/256": 400 * ms, "fused/128": ms}}, 0, "fused/256",
			"pipeline two-pass, pipeline resident, other work groups, other variants", ""},
		{"slow compilation ends it", workshop{compile: 300 * ms, step: map[string]time.Duration{"fused/64": ms}}, 0, "fused/256", "other work groups, other variants", ""},
		{"a divergence ends it", workshop{breaks: "fused/64", step: map[string]time.Duration{"fused/64": ms, "fused/512": ms}}, 0, "fused/64", "", ""},
		{"no room for another", workshop{large: []string{options.TwoPass}, step: map[string]time.Duration{"two-pass/256": ms}}, 0, "fused/256", "",
			"pipeline two-pass beside it (2 GiB are needed, 1 GiB free)"},
		{"another fails", workshop{fails: []string{options.TwoPass, options.Resident}, step: map[string]time.Duration{"two-pass/256": ms}}, 0, "fused/256", "",
			"pipeline two-pass beside it (out of memory), pipeline resident beside it (out of memory)"},
	} {
		shop := c.shop
		if shop.auto == "" {
			shop.auto = options.Fused
		}
		shop.now = time.Unix(0, 0)
		tuner := tuner{make: shop.make, sizes: func(tunable) []int { return []int{32, 64, 128, 256, 512} },
			room: shop.room, clock: func() time.Time { return shop.now }, budget: longest, where: Where{Springs: fewestStored}}
		best, err := tuner.tune(gpu.Options{WorkGroup: c.size})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		engine := best.(*contraption)
		if engine.name() != c.want || engine.steps != 0 || engine.closed || shop.open != 1 {
			t.Errorf("%s: %s after %d steps, closed %v, %d engines open; want %s at the start, alone", c.name, engine.name(), engine.steps, engine.closed, shop.open, c.want)
		}
		if got := tuner.result; fmt.Sprintf("%s/%d", got.Pipeline, got.WorkGroup) != c.want || got.Untried != c.untried {
			t.Errorf("%s: the tuning says %s/%d, untried %q; want %s, untried %q", c.name, got.Pipeline, got.WorkGroup, got.Untried, c.want, c.untried)
		}
		if got := tuner.result; got.NoRoom != c.noRoom || strings.Contains(got.String(), "no room for ") != (c.noRoom != "") {
			t.Errorf("%s: the tuning says %v, want no room for %q", c.name, got, c.noRoom)
		}
	}
}

// Variants that never win are not measured, however fast they would be: storage blocks for few springs, and
// both them and visits in a row in software, and blocks there. Skipped variants take no time.
func TestTuningLeavesOutWhatNeverWins(t *testing.T) {
	const ms = time.Millisecond
	for _, software := range []bool{false, true} {
		shop := workshop{auto: options.TwoPass, refuses: []string{options.Fused, options.Resident}, now: time.Unix(0, 0), step: map[string]time.Duration{"two-pass+blocks/256": ms}}
		tuner := tuner{make: shop.make, sizes: func(tunable) []int { return []int{256} }, clock: func() time.Time { return shop.now }, budget: longest, where: Where{Software: software}}
		best := must.Get(tuner.tune(gpu.Options{}))(t)
		must.Hold(t, (best.(*contraption).name() == "two-pass+blocks/256") != software && (len(tuner.result.Trials) == 1) == software, "software %v: %v", software, tuner.result)
	}
	for _, c := range []struct {
		where          Where
		want           string
		stored, inRows bool // variants with storage blocks, with visits in a row are measured
	}{
		{Where{Springs: 20_000}, "fused+laws+unroll4/256", false, true},
		{Where{Springs: fewestStored - 1}, "fused+laws+unroll4/256", false, true},
		{Where{Springs: fewestStored}, "fused+storage+laws+unroll4/256", true, true},
		{Where{Springs: 100_000_000}, "fused+storage+laws+unroll4/256", true, true},
		{Where{Software: true, Springs: 100_000_000}, "fused+laws/256", false, false},
	} {
		shop := workshop{auto: options.Fused, now: time.Unix(0, 0), step: map[string]time.Duration{"fused+laws/256": ms, "fused+laws+unroll4/256": ms / 2,
			"fused+storage/256": ms / 4, "fused+storage+laws+unroll4/256": ms / 8, "fused+unroll8/256": ms}}
		tuner := tuner{make: shop.make, sizes: func(tunable) []int { return []int{256} },
			clock: func() time.Time { return shop.now }, budget: longest, where: c.where}
		best := must.Get(tuner.tune(gpu.Options{}))(t)
		tried := func(word string) bool {
			return slices.ContainsFunc(tuner.result.Trials, func(trial Trial) bool { return strings.Contains(trial.Pipeline, word) })
		}
		if got := best.(*contraption).name(); got != c.want || tried("+storage") != c.stored || tried("+unroll") != c.inRows {
			t.Errorf("%+v: %s, want %s: %v", c.where, got, c.want, tuner.result)
		}
	}
}

// Tiles are for cards, on which they may win at any size.
func TestTilesInSoftwareNeverWin(t *testing.T) {
	tile := options.Variant{Constants: true, Tile: true}
	must.Hold(t, Where{Software: true}.neverWins(tile) && !Where{Springs: 1000}.neverWins(tile), "tiles are measured in software, or on no card")
}

// Tuning ends in time: 0.8 s, and the measurement that has begun.
func TestTuningEndsInTime(t *testing.T) {
	for _, step := range []time.Duration{time.Microsecond, time.Millisecond, 30 * time.Millisecond, 400 * time.Millisecond} {
		for _, setUp := range []time.Duration{time.Millisecond, 100 * time.Millisecond, 5 * time.Second} {
			shop := workshop{auto: options.Fused, setUp: setUp, compile: 20 * time.Millisecond, step: map[string]time.Duration{}}
			for _, pipeline := range options.Pipelines() {
				for _, size := range options.WorkGroups() {
					shop.step[fmt.Sprintf("%s/%d", pipeline, size)] = step
				}
			}
			tuner := tuner{make: shop.make, sizes: func(tunable) []int { return options.WorkGroups() },
				clock: func() time.Time { return shop.now }, budget: longest}
			best := must.Get(tuner.tune(gpu.Options{}))(t)
			best.Close()
			// Of the first engine three single steps at least; then one trial may
			// overrun the budget, by less than its own 2 · 40 ms and three steps.
			if most := longest + 100*time.Millisecond + 6*step; tuner.result.Took > most {
				t.Errorf("%v a step, set-up %v: tuning took %v, more than %v", step, setUp, tuner.result.Took, most)
			}
		}
	}
}

// Of a model so large that uploading its state takes longer than tuning may, one step
// is measured: the state is uploaded before it, and after it for the run.
func TestTuningOfLargeModelsEndsInTime(t *testing.T) {
	shop := workshop{auto: options.Fused, setUp: 20 * time.Second, upload: time.Second, step: map[string]time.Duration{"fused/256": 30 * time.Millisecond}}
	tuner := tuner{make: shop.make, sizes: func(tunable) []int { return options.WorkGroups() }, clock: func() time.Time { return shop.now }, budget: longest}
	best := must.Get(tuner.tune(gpu.Options{}))(t)
	best.Close()
	must.Be(t, tuner.result.Took, 2*shop.upload+30*time.Millisecond, "tuning took")
	must.Hold(t, len(tuner.result.Trials) == 1 && tuner.result.Trials[0].Step == 30*time.Millisecond, "trials %v", tuner.result.Trials)
}

// A run that something else held up is not the time of a step: the faster one is.
func TestTuningTakesTheFasterRun(t *testing.T) {
	shop := workshop{auto: options.Fused}
	tuner := tuner{make: shop.make, clock: func() time.Time { return shop.now }, budget: time.Hour}
	e := must.Get(shop.make(gpu.Options{Pipeline: options.Auto}))(t)
	held := 0
	shop.step = map[string]time.Duration{"fused/256": 20 * time.Millisecond}
	step := must.Get(tuner.measure(heldUp{e, func() {
		if held++; held == 2 {
			shop.now = shop.now.Add(time.Second)
		}
	}}))(t)
	must.Hold(t, step == 20*time.Millisecond && held == 2, "%v a step after %d runs, want 20 ms after 2", step, held)
}

// heldUp is an engine whose steps something else delays.
type heldUp struct {
	tunable
	delay func()
}

func (h heldUp) Step(n int) error {
	h.delay()
	return h.tunable.Step(n)
}

func TestTuningReportsTheFirstEngine(t *testing.T) {
	shop := workshop{auto: options.TwoPass, refuses: []string{options.TwoPass}}
	tuner := tuner{make: shop.make, clock: time.Now, budget: longest}
	if _, err := tuner.tune(gpu.Options{}); !errors.Is(err, model.ErrUnsupported) {
		t.Errorf("the error of the first engine is lost: %v", err)
	}
}
