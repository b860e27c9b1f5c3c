//go:build !headless

package cli

import (
	"image"

	"hooke/export"
	"hooke/viewer/draw/offscreen"
	"hooke/viewer/session"
)

// recording is what a window records: the first film as the flags say, others and
// pictures under free names in the folder that hooke was started in.
func (f *filmFlags) recording(name string) session.Recording {
	first := f.record
	return session.Recording{
		Rate: f.rate, Now: first != "", Clean: f.clean,
		Begin: func(width, height int, rate float64) (offscreen.Taker, error) {
			path := first
			if first = ""; path == "" {
				extension := ".mp4"
				if _, err := export.FindFFmpeg(); err != nil {
					extension = "" // a folder of pictures, then
				}
				var err error
				if path, err = freeName(name, extension); err != nil {
					return nil, err
				}
			}
			return newTaker(path, width, height, rate)
		},
		Still: func(picture *image.RGBA) (string, error) {
			path, err := freeName(name, ".png")
			if err != nil {
				return "", err
			}
			return path, export.WritePNG(path, picture)
		},
	}
}
