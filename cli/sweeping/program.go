package sweeping

import (
	"context"
	"io"

	"hooke/engine"
	"hooke/model"
	"hooke/run/play"
)

// Program holds the program's functions for the verb.
type Program struct {
	Stdout, Stderr io.Writer
	How            engine.Options // how engines are made
	// View shows runs side by side in a window, as the verb view does.
	View func(ctx context.Context, l *play.Lineup) error
	// Film runs a scene file again and writes a film of it.
	Film func(ctx context.Context, f Film) error
	// MayFilm returns an error if the system lacks a program for films.
	MayFilm func() error
}

// Film is a film of a run.
type Film struct {
	Scene  string  // file
	Out    string  // folder that it is written to
	Engine string  // that steps
	Time   float64 // simulated [s]; 0: Steps, or the scene's own
	Steps  int64

	Precision model.Precision
}
