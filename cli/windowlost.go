//go:build !headless

package cli

// Lost says that the context of the engine is gone: nothing can be measured in it.
func (m *measured) Lost() { m.changed = true }

// OnHost says whether the state outlives the context.
func (m *measured) OnHost() bool {
	h, ok := m.Engine.(interface{ OnHost() bool })
	return ok && h.OnHost()
}

// OnHost says that the state outlives the context: only its picture is there.
func (m *mirrored) OnHost() bool { return true }
