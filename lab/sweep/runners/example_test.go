package runners_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"hooke/engine"
	"hooke/lab/sweep"
	"hooke/lab/sweep/runners"
)

// Two runs of a walker, at two frequencies of its muscles. A second call finds both in the journal.
func Example() {
	folder, err := os.MkdirTemp("", "sweep")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	vary, err := sweep.ParseVariables("actuator[*].frequency={1, 2}")
	if err != nil {
		log.Fatal(err)
	}
	plan, err := sweep.NewPlan(sweep.Spec{Scene: "walker", Vary: vary, Time: 0.1})
	if err != nil {
		log.Fatal(err)
	}
	runner, err := runners.NewSingle(plan, 1, engine.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := sweep.Go(context.Background(), plan, runner, sweep.Options{Folder: folder}); err != nil {
		log.Fatal(err)
	}
	outcomes, err := sweep.ReadJournals(folder, plan.Columns())
	if err != nil {
		log.Fatal(err)
	}
	table := sweep.TableOf(plan, outcomes)
	for i, path := range table.Values(table.Column("path")) {
		fmt.Printf("%s Hz: moves %v\n", table.Rows[i].Job.Values[0], path > 1e-4)
	}
	// Output:
	// 1 Hz: moves true
	// 2 Hz: moves true
}
