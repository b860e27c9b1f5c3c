package film

import (
	"bytes"
	"errors"
	"fmt"
	"hooke/files/safefile"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Movie is a video that is made while pictures come: each goes to ffmpeg at once. The
// file appears under its name when it is complete, or not at all. When the process is
// killed before Close or Discard, a file .NAME.*.tmp stays behind.
type Movie struct {
	path  string
	size  image.Point
	temp  string
	file  *os.File   // keeps other programs from removing temp
	ready chan error // receives the error of ffmpeg when it has ended
	feed  io.WriteCloser
	said  *bytes.Buffer // output of ffmpeg; readable after ffmpeg has ended
	stop  func() error
	done  bool
}

// CreateMovie begins a video in H.264, in an MP4 file, of rate frames per second, and
// makes the folder. A side of odd length gets another line of pixels.
func CreateMovie(path string, width, height int, rate float64) (*Movie, error) {
	program, err := FindFFmpeg()
	if err != nil {
		return nil, err
	}
	if err := safefile.MakeFolder(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	if err := safefile.Replaceable(path); err != nil {
		return nil, fmt.Errorf("export: %w", err)
	}
	file, temp, err := safefile.CreateTemp(path)
	if err != nil {
		return nil, safefile.Explain(path, path, err)
	}
	m := &Movie{path: path, size: image.Pt(width, height), temp: temp, file: file, ready: make(chan error, 1), said: &bytes.Buffer{}}
	// Players assume BT.709 for videos of these sizes that name no other color matrix.
	const filter = "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p"
	command := exec.Command(program, append(ffmpegCalm(),
		"-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", width, height), "-framerate", fmt.Sprint(rate), "-i", "-",
		"-vf", filter, "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
		"-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4", ffmpegFile(temp))...)
	ownGroup(command)
	command.Stdout, command.Stderr = m.said, m.said
	if m.feed, err = command.StdinPipe(); err == nil {
		err = command.Start()
	}
	if err != nil {
		file.Close()
		_ = safefile.Remove(temp)
		return nil, fmt.Errorf("export: %s: ffmpeg: %w", path, err)
	}
	m.stop = command.Process.Kill
	go func() { m.ready <- command.Wait() }()
	return m, nil
}

// Frame adds a picture. It waits while ffmpeg is slower.
func (m *Movie) Frame(picture *image.RGBA) error {
	if picture.Rect != (image.Rectangle{Max: m.size}) {
		return fmt.Errorf("export: %s: a picture of %v in a video of %v pixels", m.path, picture.Rect, m.size)
	}
	if _, err := m.feed.Write(picture.Pix); err != nil {
		return m.failed(errors.Join(m.end(), err))
	}
	return nil
}

// Close waits until the video is complete and gives it its name.
func (m *Movie) Close() error {
	if m.done {
		return nil
	}
	defer m.Discard()
	if err := m.end(); err != nil {
		return m.failed(err)
	}
	err := m.file.Sync()
	if err == nil {
		err = safefile.Rename(m.temp, m.path)
	}
	if err != nil {
		return m.failed(err)
	}
	m.done = true
	return m.file.Close()
}

// end closes the input of ffmpeg and waits until it has ended.
func (m *Movie) end() error {
	closed := m.feed.Close()
	if errors.Is(closed, os.ErrClosed) {
		closed = nil
	}
	err := <-m.ready
	m.ready <- err // the next call finds it again
	return errors.Join(err, closed)
}

func (m *Movie) failed(err error) error {
	text := strings.TrimSpace(m.said.String())
	m.Discard()
	if text != "" {
		return fmt.Errorf("export: %s: ffmpeg failed: %w: %s; free some space, or give another path", m.path, err, text)
	}
	return fmt.Errorf("export: %s: %w; free some space, or give another path", m.path, err)
}

// Discard stops the video and leaves no file. After Close it does nothing.
func (m *Movie) Discard() {
	if m.done {
		return
	}
	m.done = true
	_ = m.stop() // ffmpeg may have ended
	_ = m.end()
	m.file.Close() // its contents are not needed
	_ = safefile.Remove(m.temp)
}

// Path returns the path of the video.
func (m *Movie) Path() string { return m.path }
