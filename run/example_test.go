package run_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"hooke/engine"
	"hooke/run"
	"hooke/scene"
	"hooke/scene/open"
)

// Run the preset cube for 200 steps and write a table of its motion every 20 steps.
func Example() {
	folder, err := os.MkdirTemp("", "run")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	s, err := open.Scene("cube", scene.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := run.New(s, run.Options{
		Folder: folder, Steps: 200, Engine: engine.CPURef, // engine.Auto chooses the fastest
		Outputs: []run.Output{{What: "csv", Every: run.Every{Steps: 20}}},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	result, err := r.Go(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("complete:", result.Complete, "after", result.Steps, "steps")
	for _, path := range result.Wrote {
		fmt.Println(filepath.Base(path))
	}
	// Output:
	// complete: true after 200 steps
	// final.npz
	// energy.csv
	// probes.csv
}

// Save a checkpoint every 100 steps, and continue the run for 200 more steps, as another
// process could.
func ExampleResume() {
	folder, err := os.MkdirTemp("", "run")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	s, err := open.Scene("cube", scene.Options{})
	if err != nil {
		log.Fatal(err)
	}
	r, err := run.New(s, run.Options{
		Folder: folder, Steps: 200, Engine: engine.CPURef, Checkpoint: run.Interval{Steps: 100},
	})
	if err != nil {
		log.Fatal(err)
	}
	if _, err := r.Go(context.Background()); err != nil {
		log.Fatal(err)
	}
	r.Close()

	r, err = run.Resume(context.Background(), filepath.Join(folder, run.CheckpointName), run.Options{Steps: 400})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	result, err := r.Go(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("from step", result.From, "another", result.Steps)
	// Output: from step 200 another 200
}
