package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"hooke/machine/panics"
	"hooke/sim"
	"hooke/sim/env"
)

// Protocol is the version of the protocol. Within one, keys and requests are only added.
const Protocol = 1

// ErrEnded is the error of a session that its context has ended.
var ErrEnded = errors.New("ended by a signal; all structures are closed")

// errInterrupted is the error of a request that an interrupt has ended.
var errInterrupted = errors.New("interrupted")

// Options say how a session is held.
type Options struct {
	Program    string           // name and version, for the greeting and for files
	Interrupts <-chan os.Signal // each one interrupts the request under way
}

// session is a conversation. One goroutine, that of run, answers; Serve interrupts it.
type session struct {
	in      *bufio.Reader
	program string
	sims    map[int64]*held
	last    int64 // the number given last
	open    opener
	to      writer
	rooms   []room // of the quantities in an answer

	mutex     sync.Mutex
	interrupt context.CancelFunc // of the request under way; nil: none is
	ended     bool
}

// opener opens what a request asks for.
type opener func(ctx context.Context, a asked) (env.Object, error)

// held is an open structure, members or environments.
type held struct {
	env.Object
	thread *sim.Thread
}

// Serve answers requests from in on out until in ends, which is no error, or ctx does. It returns an error when it can
// no longer tell requests from bytes, or cannot write. Where ctx ends while it waits for a request, Serve leaves a goroutine
// that reads in.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	return newSession(in, out, o.Program).serve(ctx, o.Interrupts)
}

func newSession(in io.Reader, out io.Writer, program string) *session {
	return &session{in: bufio.NewReaderSize(in, 1<<16), program: program, sims: map[int64]*held{}, open: opened, to: writer{out: bufio.NewWriterSize(out, 1<<16)}}
}

func (s *session) serve(ctx context.Context, interrupts <-chan os.Signal) error {
	done := make(chan error, 1)
	go func() {
		defer s.close()
		done <- s.run(context.WithoutCancel(ctx))
	}()
	over := ctx.Done()
	for {
		select {
		case err := <-done:
			return err
		case <-interrupts:
			if !s.stop(false) {
				s.to.idle("nothing to interrupt; the end of the input ends the session")
			}
		case <-over:
			if !s.stop(true) {
				return ErrEnded
			}
			over = nil // the answer comes first
		}
	}
}

// stop interrupts the request under way, and reports whether there is one. With forever no other one follows.
func (s *session) stop(forever bool) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.ended = s.ended || forever
	if s.interrupt == nil {
		return false
	}
	s.interrupt()
	return true
}

// run greets and answers until the input ends.
func (s *session) run(ctx context.Context) error {
	program, err := json.Marshal(s.program)
	if err != nil {
		return err
	}
	if err := s.to.line(fmt.Appendf(nil, `{"protocol":%d,"program":%s}`, Protocol, program)); err != nil {
		return err
	}
	for {
		line, err := s.line()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && len(line) > 0 {
			err = s.handle(ctx, line)
		}
		if err != nil {
			return err
		}
	}
}

// handle answers one request. Its error ends the session.
func (s *session) handle(ctx context.Context, line []byte) error {
	r, err := parse(line)
	if lost := (*lostError)(nil); errors.As(err, &lost) {
		return errors.Join(err, s.to.fault(r, err))
	}
	var v *verb
	if err == nil {
		v, err = r.verb()
	}
	if err == nil {
		err = s.receive(r, v)
	}
	if err != nil {
		if lost := s.skip(r); lost != nil {
			return errors.Join(lost, s.to.fault(r, lost))
		}
		return s.to.fault(r, err)
	}
	ctx, ok := s.begin(ctx)
	if !ok {
		return ErrEnded
	}
	a := &answer{}
	err = panics.Guard(func() error { return v.do(s, call{ctx, r, a}) })
	over := s.finished()
	if err != nil {
		a.blocks = nil
		err = s.to.failed(r, a, err)
	} else {
		err = s.to.answer(r, a)
	}
	if err == nil && over {
		return ErrEnded
	}
	return err
}

// begin makes a request the one under way; false: the session has ended.
func (s *session) begin(ctx context.Context) (context.Context, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	ctx, s.interrupt = context.WithCancel(ctx)
	return ctx, !s.ended
}

// finished says that no request is under way, and reports whether the session has ended.
func (s *session) finished() bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.interrupt() // releases the context
	s.interrupt = nil
	return s.ended
}

// close closes all structures.
func (s *session) close() {
	for number := range s.sims {
		s.release(number)
	}
}

// release closes a structure, whatever comes of it.
func (s *session) release(number int64) {
	h := s.sims[number]
	delete(s.sims, number)
	_ = h.thread.Do(func() error { // the error has no reader
		h.Close()
		return nil
	})
	h.thread.End()
}
