package commands_test

import (
	"testing"

	"hooke/gpu/commands"
	"hooke/gpu/gltest"
	"hooke/must"
)

// step asks for the calls of a step of the pipeline fused that reads one of two states and writes
// the other.
func step(q *commands.Queue, from uint32) {
	uses := &commands.Declared{{3, 4, 6, 7}, {0, 4}, {0, 1, 2, 4}}
	q.Bind(commands.Uniform, 4, commands.Part{Name: 10 + from, Whole: true})
	for n := range uint32(2) {
		q.Bind(commands.Texels, n, commands.Part{Name: 20 + 2*n + from})
		q.Bind(commands.Storage, 4+2*n, commands.Part{Name: 31 + 2*n - from, Whole: true})
	}
	q.Use(1, uses)
	q.Dispatch(1, 1)
	q.Barrier(1)
}

// The way from Go to C is gone twice for a step, once for the steps that are made together, and
// twice for steps that are alike, however many they are.
func TestGoesFromGoToC(t *testing.T) {
	const steps = 100
	pair := func(q *commands.Queue) func() { return func() { step(q, 0); step(q, 1) } }
	for name, c := range map[string]struct {
		want int64
		run  func(q *commands.Queue)
	}{
		"at once": {2 * steps, func(q *commands.Queue) {
			for range steps / 2 {
				pair(q)()
			}
		}},
		"together": {1, func(q *commands.Queue) {
			q.Together(func() {
				for range steps / 2 {
					pair(q)()
				}
			})
		}},
		"alike": {2, func(q *commands.Queue) { q.Repeat(steps/2, pair(q)) }},
		"with another call in each": {steps / 2, func(q *commands.Queue) {
			q.Repeat(steps/2, func() {
				pair(q)()
				q.Settle()
			})
		}},
	} {
		q := commands.New(gltest.Nothing, true)
		c.run(q)
		must.Be(t, q.Entered, c.want, "%s: entered", name)
	}
}

// The host's time of a step on a driver that takes no time: with a go for each dispatch and barrier,
// together, and from a list.
func BenchmarkStep(b *testing.B) {
	b.Run("at once", func(b *testing.B) {
		q := commands.New(gltest.Nothing, true)
		for k := range b.N {
			step(q, uint32(k&1))
		}
	})
	b.Run("together", func(b *testing.B) {
		q := commands.New(gltest.Nothing, true)
		for done := 0; done < b.N; done += 100 {
			q.Together(func() {
				for k := range uint32(100) {
					step(q, k&1)
				}
			})
		}
	})
	b.Run("alike", func(b *testing.B) {
		q := commands.New(gltest.Nothing, true)
		for done := 0; done < b.N; done += 100 {
			q.Repeat(50, func() {
				step(q, 0)
				step(q, 1)
			})
		}
	})
}
