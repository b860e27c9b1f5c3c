package glx

import (
	"errors"
	"fmt"
	"time"

	"github.com/go-gl/gl/v4.3-core/gl"
)

// ErrLost is wrapped when the driver has taken the device away or can no longer wait for
// it; see Context.Lost.
var ErrLost = errors.New("the device was lost")

// Fence marks a point in the queue for which the host can wait. The zero value counts as
// reached. Release frees the driver's object.
type Fence struct {
	sync   uintptr
	number int64 // of the fence among those of its context
}

// Fence puts the fence behind everything queued so far and flushes.
func (c *Context) Fence(f *Fence) {
	c.settle()
	f.Release()
	f.sync = gl.FenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
	c.fences++
	f.number = c.fences
	gl.Flush()
}

// Release forgets the point, after which the fence counts as reached. Releasing twice is
// harmless.
func (f *Fence) Release() {
	if f.sync != 0 {
		gl.DeleteSync(f.sync)
		f.sync = 0
	}
}

// Reached reports whether the device has done everything that was queued before the fence.
// It does not wait. It releases a reached fence, and then stays true.
func (f *Fence) Reached() bool { return f.wait(0) == reached }

// patience is the time for which Await waits before it asks whether the device is still
// there.
const patience = time.Second

// Await waits until the device reaches the fence, however long that takes: a slow device
// is not a lost one, and the caller relies on everything before the fence being done. It
// returns an error, which wraps ErrLost, only when the driver cannot wait for the fence
// or says that the device is lost.
func (c *Context) Await(f *Fence) error { return c.await(f, patience) }

func (c *Context) await(f *Fence, patience time.Duration) error {
	if f.Reached() {
		return nil
	}
	if c.waits++; f.number == c.fences {
		c.drains++
	}
	for {
		switch f.wait(patience) {
		case reached:
			return nil
		case failed:
			if err := c.Err("wait for the device"); errors.Is(err, ErrLost) {
				return err
			} else if err != nil {
				return fmt.Errorf("%w: %w", ErrLost, err)
			}
			return fmt.Errorf("glx: wait for the device: %w", ErrLost)
		}
		if c.Lost() {
			return c.lostErr("wait for the device")
		}
	}
}

// waited describes how a wait ends.
type waited int

const (
	reached waited = iota
	late           // the time is over, and the fence is not reached
	failed         // the driver cannot wait
)

// wait waits for the fence, no longer than atMost, and releases the fence when it is
// reached.
func (f *Fence) wait(atMost time.Duration) waited {
	if f.sync == 0 {
		return reached
	}
	switch gl.ClientWaitSync(f.sync, gl.SYNC_FLUSH_COMMANDS_BIT, uint64(atMost.Nanoseconds())) {
	case gl.ALREADY_SIGNALED, gl.CONDITION_SATISFIED:
		f.Release()
		return reached
	case gl.TIMEOUT_EXPIRED:
		return late
	}
	return failed
}
