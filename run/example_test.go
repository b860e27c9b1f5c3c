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

// The cube falls for 200 steps; its probes and a checkpoint are written, and a second
// process could go on from there, as here the second half does.
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
		Folder: folder, Steps: 200, Engine: engine.CPURef, // engine.Auto takes the fastest
		Outputs:    []run.Output{{What: "csv", Every: run.Every{Steps: 20}}},
		Checkpoint: run.Interval{Steps: 100},
	})
	if err != nil {
		log.Fatal(err)
	}
	first, err := r.Go(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	r.Close()

	r, err = run.Resume(context.Background(), filepath.Join(folder, run.CheckpointName), run.Options{Steps: 400})
	if err != nil {
		log.Fatal(err)
	}
	defer r.Close()
	second, err := r.Go(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(first.Complete, first.Steps, second.Complete, second.From, second.Steps)
	// Output: true 200 true 200 200
}
