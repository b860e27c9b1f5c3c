package film

import (
	"errors"
	"fmt"
	"os/exec"
)

// ErrNoFFmpeg is wrapped when a video cannot be made for want of the program.
var ErrNoFFmpeg = errors.New("ffmpeg is not installed")

// FindFFmpeg is the path of the program that makes videos; the error wraps ErrNoFFmpeg.
func FindFFmpeg() (string, error) {
	program, err := exec.LookPath("ffmpeg")
	if err != nil {
		return "", fmt.Errorf("export: %w: videos need it: install it (Debian: apt-get install ffmpeg), or ask for a folder of pictures", ErrNoFFmpeg)
	}
	return program, nil
}

// ffmpegCalm are the options of ffmpeg before all others. It would take a name that begins
// with tcp: or http: for an address of the network: it opens files and pipes, and nothing
// else, whatever a scene file or a folder is called.
func ffmpegCalm() []string {
	return []string{"-nostdin", "-loglevel", "error", "-y", "-protocol_whitelist", "file,pipe"}
}

// ffmpegFile is the name of a file for ffmpeg, which takes nothing in it for an address.
func ffmpegFile(path string) string { return "file:" + path }
