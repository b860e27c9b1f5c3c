package lone

import (
	"hooke/cpu"
	"hooke/ensemble"
	"hooke/model"
)

// bytesOfMass and bytesOfSpring are what a member takes for a mass and for a spring beside its engine: of the meter the state as a
// snapshot and in float64, places at the start, touches and lists; of the plan k, c and rest length; and of the model what values
// may change [bytes].
const (
	bytesOfMass   = 24 + 48 + 24 + 16 + 2*4 + 8
	bytesOfSpring = 3*8 + 4 + 8
)

// Bytes is what a member of a settled kind takes, at most [bytes]; or why there is no engine for it.
func Bytes(k ensemble.Kind, precision model.Precision) (int64, error) {
	f, err := cpu.Plan(k.Model, k.Params, precision)
	if err != nil {
		return 0, err
	}
	return f.TableBytes + f.StateBytes + bytesOfMass*int64(k.Model.MassCount()) + bytesOfSpring*int64(k.Model.SpringCount()), nil
}
