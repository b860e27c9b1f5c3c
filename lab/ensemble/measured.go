package ensemble

import (
	"errors"
	"fmt"

	"hooke/control/metrics"
)

// Columns returns those of tables of members that are measured with these options, which settled
// kinds share; or why nothing is measured.
func Columns(kinds []Kind, o *metrics.Options) ([]metrics.Column, error) {
	if o == nil {
		return nil, errors.New("ensemble: nothing is measured; give the engine Options.Metrics when it is made")
	}
	var columns []metrics.Column
	for i, k := range kinds {
		plan, err := metrics.New(k.Model, k.Params, *o)
		if err != nil {
			return nil, fmt.Errorf("ensemble: kind %d (%s): %w", i, k.Model.Name, err)
		}
		columns = plan.Columns()
	}
	return columns, nil
}
