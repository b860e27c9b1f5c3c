package glx

import "time"

// AwaitAsking is Await that asks after the device so often.
func (c *Context) AwaitAsking(f *Fence, every time.Duration) error { return c.await(f, every) }

// WaitLate waits so long for a fence and says whether it was still not reached.
func (f *Fence) WaitLate(atMost time.Duration) bool { return f.wait(atMost) == late }

// Written is the buffer of a stream, for a test that reads it.
func (s *Stream) Written() *Buffer { return s.buffer }
