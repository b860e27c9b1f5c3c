package film

import (
	"errors"
	"fmt"
	"os/exec"
)

// ErrNoFFmpeg says that a video cannot be made because ffmpeg is not installed; errors
// wrap it.
var ErrNoFFmpeg = errors.New("ffmpeg is not installed")

// FindFFmpeg returns the path of the program that makes videos. Its error wraps
// ErrNoFFmpeg.
func FindFFmpeg() (string, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return "", fmt.Errorf("export: %w: videos need it: install it (Debian: apt-get install ffmpeg), or ask for a folder of pictures", ErrNoFFmpeg)
	}
	return program, nil
}

// ffmpegCalm returns the options of ffmpeg before all others. Without them ffmpeg would take
// a name that begins with tcp: or http: for an address of the network. With them it opens
// only files and pipes, whatever the name of a scene file or a folder.
func ffmpegCalm() []string {
	return []string{"-nostdin", "-loglevel", "error", "-y", "-protocol_whitelist", "file,pipe"}
}

// ffmpegFile returns the name of a file in a form in which ffmpeg takes no part of it for an
// address.
func ffmpegFile(path string) string { return "file:" + path }
