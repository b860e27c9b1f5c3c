//go:build !headless

package viewer

import (
	"errors"
	"fmt"
	"time"

	"hooke/viewer/session"
)

// lost reports whether the context is gone.
func (w *window) lost() bool { return w.pretended || w.ctx.Lost() }

// A context that is lost so often in such a time is lost because of the work in it.
const (
	mostLosses = 3
	lossTime   = time.Minute
)

// recover continues after the context was lost: in a new window at the same place, from
// the last saved state.
func (w *window) recover(s *session.Session, o session.Options) error {
	now := time.Now()
	w.losses = append(w.losses, now)
	if n := len(w.losses); n >= mostLosses && now.Sub(w.losses[n-mostLosses]) < lossTime {
		return fmt.Errorf("viewer: the graphics device was reset %d times within a minute (%s); try a smaller model, --engine cpu or another driver", mostLosses, w.ctx.Renderer)
	}
	before := s.Time()
	state := s.Lose()
	if err := w.reopen(o); err != nil {
		return fmt.Errorf("viewer: the graphics device was reset, and there is no new context: %w", err)
	}
	if err := s.Regain(w.ctx, state, before); err != nil {
		return errors.Join(errors.New("viewer: the graphics device was reset, and the run does not start again"), err)
	}
	w.connect(s)
	return nil
}
