package cli

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

// printSupport prints how each engine supports each feature, as lines with tabs or in JSON.
func (a App) printSupport(inJSON bool) error {
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
	if inJSON {
		if err := json.NewEncoder(a.Stdout).Encode(table); err != nil {
			return errors.Join(errors.New("info: cannot print"), err)
		}
		return nil
	}
	var out strings.Builder
	for _, of := range table {
		fmt.Fprintf(&out, "%s\t%s\t%s\t%s\t%s\n", of.Feature, of.Solver, of.Engine, of.Precision, of.Level)
	}
	return a.printf("%s", out.String())
}
