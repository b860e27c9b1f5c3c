package ensemble

import (
	"hooke/ensemble"
	"hooke/model"
)

// Bytes is what an engine of so many members of a model takes, at most [bytes].
func Bytes(m *model.Model, members int64) int64 {
	return (members + lanes - 1) / lanes * int64(m.MassCount()) * bytesOfMass
}

// ReadAll copies numbers of all members; see ensemble.Engine.
func (e *Engine) ReadAll(fields ensemble.Reads, dst []float32) error {
	return ensemble.ReadAll(e, e.kinds, e.members, fields, dst)
}
