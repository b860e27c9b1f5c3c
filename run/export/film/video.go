package film

import (
	"errors"
	"fmt"
	"hooke/files/safefile"
	"hooke/run/export"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Video is a video that is made when its run ends. Its pictures stay files until then, so
// that a killed run loses none, and then go to ffmpeg.
type Video struct {
	*PNGSeries
	path    string
	rate    float64 // frames per second
	program string
	keep    bool
}

// CreateVideo begins a video of rate frames per second; CreatePNGSeries writes its
// pictures into the folder FramesOf(path). at is where an earlier part of the run ended;
// nil means a new video. Continuing needs all earlier pictures, unless the video is
// complete.
func CreateVideo(path string, rate float64, from int64, at *export.SeriesProgress) (*Video, error) {
	pictures, err := CreatePNGSeries(FramesOf(path), from)
	if err != nil {
		return nil, err
	}
	v := &Video{PNGSeries: pictures, path: path, rate: rate, program: "ffmpeg"}
	if at == nil || int64(len(v.files)) == at.Frames {
		return v, nil
	}
	_ = os.Remove(v.folder) // removes only an empty folder, such as one made here
	return nil, fmt.Errorf("%s %w: %d of its %d pictures are in %s", path, safefile.ErrGone, len(v.files), at.Frames, v.folder)
}

// FramesOf returns the folder of the pictures of a video.
func FramesOf(path string) string { return strings.TrimSuffix(path, filepath.Ext(path)) + "-frames" }

// WholeVideo reports whether a video of the given number of pictures was completed: the file has its
// name, and some of its pictures are gone. WholeVideo then removes the pictures that are
// left.
func WholeVideo(path string, frames int64) bool {
	left, _ := safefile.Series(FramesOf(path), "frame-", 9, ".png")
	if _, err := os.Stat(path); err != nil || int64(len(left)) >= frames && frames > 0 {
		return false
	}
	for _, picture := range left {
		_ = safefile.Remove(picture.Path) // a picture that stays does no harm
	}
	if _, err := os.Stat(FramesOf(path)); err == nil {
		_ = safefile.Remove(FramesOf(path)) // the folder may hold other files, and then stays
	}
	return true
}

// Keep makes Close keep the pictures, for a run that continues later.
func (v *Video) Keep() { v.keep = true }

// Close makes the video and removes the pictures. When the video fails, the pictures
// stay.
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
		return nil // the folder holds other files
	}
	return nil
}

// encode makes ffmpeg write the video under another name, and then renames the file.
func (v *Video) encode() error {
	program, err := exec.LookPath(v.program)
	if err != nil {
		return fmt.Errorf("%w; install it (Debian: apt-get install ffmpeg), then: cat %s | ffmpeg -f image2pipe -framerate %g -i - -pix_fmt yuv420p %s",
			ErrNoFFmpeg, filepath.Join(v.folder, "*.png"), v.rate, v.path)
	}
	if err := safefile.Replaceable(v.path); err != nil {
		return err
	}
	temp, name, err := safefile.CreateTemp(v.path)
	if err != nil {
		return safefile.Explain(v.path, v.path, err)
	}
	defer os.Remove(name) // after the rename no file has this name
	defer temp.Close()
	cmd := exec.Command(program, append(ffmpegCalm(), "-f", "image2pipe", "-c:v", "png", "-framerate", fmt.Sprint(v.rate), "-i", "-",
		"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", ffmpegFile(name))...)
	slices.Sort(v.files)
	feed := &fileFeed{files: v.files}
	defer feed.close()
	cmd.Stdin = feed
	ownGroup(cmd) // a signal to the run must not end the program that completes its video
	said, err := runWithUs(cmd)
	if err := safefile.Ran(name, err); err != nil {
		return fmt.Errorf("ffmpeg failed: %w: %s", err, strings.TrimSpace(string(said)))
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	return safefile.Rename(name, v.path)
}

// Files returns the path of the video; nil without pictures.
func (v *Video) Files() []string {
	if len(v.files) == 0 {
		return nil
	}
	return []string{v.path}
}

// fileFeed reads files one after the other, with one open at a time.
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
