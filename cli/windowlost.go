//go:build !headless

package cli

// Lost says that the context of the engine is gone: nothing can be measured in it.
func (m *measured) Lost() { m.changed = true }

// OnHost says that the state outlives the context: only its picture is there.
func (m *mirrored) OnHost() bool { return true }
