package film

import (
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"hooke/model"
	"hooke/must"
	"hooke/run/export"
)

// The program that completes a video ends with a run that is killed: it would write into
// the folder after the run that continues has tidied it.
func TestVideoProgramEndsWithTheRun(t *testing.T) {
	if folder := os.Getenv("VIDEO_TEST_FOLDER"); folder != "" {
		video := must.Get(CreateVideo(filepath.Join(folder, "video.mp4"), 25, 0, nil))(t)
		video.program = filepath.Join(folder, "slow")
		must.Do(t, video.Frame(&export.Frame{Snapshot: model.Snapshot{}, Picture: image.NewRGBA(image.Rect(0, 0, 2, 2))}))
		t.Fatal(video.Close()) // it is killed before
	}
	folder := t.TempDir()
	told := filepath.Join(folder, "number")
	script := "#!/bin/sh\necho $$ > " + told + ".new\nmv " + told + ".new " + told + "\nexec sleep 1000000\n"
	must.Do(t, os.WriteFile(filepath.Join(folder, "slow"), []byte(script), 0o777))
	run := must.Child(t, "TestVideoProgramEndsWithTheRun", "VIDEO_TEST_FOLDER="+folder)
	must.Do(t, run.Start())
	t.Cleanup(func() { run.Process.Kill() })
	number := 0
	must.Until(t, "the begin of the program", func() bool {
		text, err := os.ReadFile(told)
		number, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return err == nil
	})
	run.Process.Kill()
	run.Wait()
	t.Cleanup(func() { syscall.Kill(number, syscall.SIGKILL) })
	must.Until(t, "the end of the program", func() bool {
		state, err := os.ReadFile("/proc/" + strconv.Itoa(number) + "/stat")
		return err != nil || strings.Contains(string(state), ") Z ")
	})
}
