package film

import (
	"errors"
	"fmt"
	"hooke/export"
	"hooke/safefile"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Video is a video of pictures: they are kept as files until it is complete, so
// that nothing is lost when the run is killed, and go to ffmpeg then.
type Video struct {
	*PNGSeries
	path    string
	rate    float64 // frames per second
	program string
	keep    bool
}

// CreateVideo begins a video of that many frames per second; its pictures are
// those of CreatePNGSeries, in the folder FramesOf(path). Going on from where it was (at,
// nil: begin) it needs all pictures that there were, unless the video is complete.
func CreateVideo(path string, rate float64, from int64, at *export.SeriesProgress) (*Video, error) {
	pictures, err := CreatePNGSeries(FramesOf(path), from)
	if err != nil {
		return nil, err
	}
	v := &Video{PNGSeries: pictures, path: path, rate: rate, program: "ffmpeg"}
	if at == nil || int64(len(v.files)) == at.Frames {
		return v, nil
	}
	_ = os.Remove(v.folder) // if it was made here
	return nil, fmt.Errorf("%s %w: %d of its %d pictures are in %s", path, safefile.ErrGone, len(v.files), at.Frames, v.folder)
}

// FramesOf is the folder of the pictures of which a video is made.
func FramesOf(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) + "-frames" }

// WholeVideo says whether a video of so many pictures was completed: it has its name, and
// not all of its pictures are left. Those that are left are removed then.
func WholeVideo(path string, frames int64) bool {
	left, _ := safefile.Series(FramesOf(path), "frame-", 9, ".png")
	if _, err := os.Stat(path); err != nil || int64(len(left)) >= frames && frames > 0 {
		return false
	}
	for _, picture := range left {
		_ = safefile.Remove(picture.Path) // if it cannot be, it is in nobody's way
	}
	if _, err := os.Stat(FramesOf(path)); err == nil {
		_ = safefile.Remove(FramesOf(path)) // something else may lie in it
	}
	return true
}

// Keep lets the pictures stay when the video is complete, for a run that goes on
// later.
func (v *Video) Keep() { v.keep = true }

// Close makes the video and removes the pictures. When it cannot, they stay.
func (v *Video) Close() error {
	if len(v.files) == 0 {
		return nil
	}
	if err := v.encode(); err != nil {
		return fmt.Errorf("export: %s: %w\n(the %d pictures are kept in %s)", v.path, err, len(v.files), v.folder)
	}
	if v.keep {
		return nil
	}
	for _, file := range v.files {
		if err := safefile.Remove(file); err != nil {
			return fmt.Errorf("export: %w", err)
		}
	}
	if err := safefile.Remove(v.folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil // something else lies in it
	}
	return nil
}

// encode has ffmpeg write the video under another name, which is then changed.
func (v *Video) encode() error {
	program, err := exec.LookPath(v.program)
	if err != nil {
		return fmt.Errorf("%w; install it (Debian: apt-get install ffmpeg), then: cat %s | ffmpeg -f image2pipe -framerate %g -i - -pix_fmt yuv420p %s",
			ErrNoFFmpeg, filepath.Join(v.folder, "*.png"), v.rate, v.path)
	}
	temp, name, err := safefile.CreateTemp(v.path)
	if err != nil {
		return safefile.Explain(v.path, v.path, err)
	}
	defer os.Remove(name) // after the rename there is nothing
	defer temp.Close()
	cmd := exec.Command(program, append(ffmpegCalm(), "-f", "image2pipe", "-c:v", "png", "-framerate", fmt.Sprint(v.rate), "-i", "-",
		"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", ffmpegFile(name))...)
	slices.Sort(v.files)
	feed := &fileFeed{files: v.files}
	defer feed.close()
	cmd.Stdin = feed
	ownGroup(cmd) // a signal to the run is not one to the program that completes its video
	said, err := runWithUs(cmd)
	if err := safefile.Ran(name, err); err != nil {
		return fmt.Errorf("ffmpeg failed: %w: %s", err, strings.TrimSpace(string(said)))
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	return safefile.Rename(name, v.path)
}

// Files is the video.
func (v *Video) Files() []string {
	if len(v.files) == 0 {
		return nil
	}
	return []string{v.path}
}

// fileFeed reads files one behind the other, one open at a time.
type fileFeed struct {
	files []string
	open  *os.File
}

func (f *fileFeed) Read(p []byte) (int, error) {
	for {
		if f.open == nil {
			if len(f.files) == 0 {
				return 0, io.EOF
			}
			var err error
			if f.open, err = os.Open(f.files[0]); err != nil {
				return 0, err
			}
			f.files = f.files[1:]
		}
		n, err := f.open.Read(p)
		if err == io.EOF {
			f.close()
			if n == 0 {
				continue
			}
			err = nil
		}
		return n, err
	}
}

func (f *fileFeed) close() {
	if f.open != nil {
		f.open.Close()
		f.open = nil
	}
}
