package session

import (
	"strings"
	"testing"

	"hooke/gpu/glx"
	"hooke/model"
	"hooke/must"
	"hooke/physics"
	"hooke/viewer/draw"
)

// A run in a window pauses at the step at which it ends and says why, whether it steps beside
// the pictures or not; it goes on when it is asked to, and ends again after a reset.
func TestAWindowPausesAtTheEnd(t *testing.T) {
	for name, aside := range map[string]bool{"between pictures": false, "beside pictures": true} {
		t.Run(name, func(t *testing.T) {
			var e *slow
			s := newBench(t, 4, func(o *Options) {
				o.Paused = false
				o.Until = physics.Until{Words: []string{physics.Still}, StillSpeed: 1e9} // true at the first look
				inner := o.New
				o.New = func(ctx *glx.Context, m *model.Model, p model.Params) (draw.DrawnEngine, error) {
					engine, err := inner(ctx, m, p)
					if e = (&slow{DrawnEngine: engine}); err == nil && aside {
						return e, nil
					}
					return engine, err
				}
			})
			pictures := func(n int) {
				for range n {
					must.Do(t, s.Advance())
					e.over = true
				}
			}
			pictures(20)
			if s.Step != physics.LookEvery || !s.paused || !strings.HasPrefix(s.notice, "ended: still, at step 10, ") {
				t.Fatalf("at step %d, paused %v: %q; want the end at step %d", s.Step, s.paused, s.notice, physics.LookEvery)
			}
			s.paused = false
			pictures(20)
			if s.Step <= physics.LookEvery || s.paused {
				t.Errorf("it was asked to go on, and is at step %d, paused %v", s.Step, s.paused)
			}
			must.Do(t, s.Reset())
			s.paused, s.notice = false, ""
			pictures(20)
			if s.Step != physics.LookEvery || !s.paused {
				t.Errorf("after a reset: at step %d, paused %v", s.Step, s.paused)
			}
		})
	}
}
