package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"hooke/engine"
	"hooke/gpu"
	"hooke/model"
)

// supported is a line of the table of support.
type supported struct {
	Feature   string `json:"feature"`
	Solver    string `json:"solver"`
	Engine    string `json:"engine"`
	Precision string `json:"precision"`
	Level     string `json:"level"` // none, plain or fast
}

// Support returns how each engine supports each feature, as lines with tabs or in JSON.
func Support(inJSON bool) (string, error) {
	var table []supported
	for _, f := range model.Features() {
		for _, i := range model.Solvers() {
			for _, name := range append(engine.Names(), model.EnsembleNames()...) {
				for _, p := range gpu.Precisions() {
					table = append(table, supported{f.String(), i.String(), name, p.String(), model.Support(f, i, name, p).String()})
				}
			}
		}
	}
	var out strings.Builder
	if inJSON {
		if err := json.NewEncoder(&out).Encode(table); err != nil {
			return "", errors.Join(errors.New("info: cannot print"), err)
		}
		return out.String(), nil
	}
	for _, of := range table {
		fmt.Fprintf(&out, "%s\t%s\t%s\t%s\t%s\n", of.Feature, of.Solver, of.Engine, of.Precision, of.Level)
	}
	return out.String(), nil
}
