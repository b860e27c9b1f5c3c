package film

import (
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hooke/export"
	"hooke/model"
	"hooke/must"
)

// The program that completes a video ends with a run that is killed: it would write into
// the folder after the run that goes on has tidied it.
func TestVideoProgramEndsWithTheRun(t *testing.T) {
	if folder := os.Getenv("VIDEO_TEST_FOLDER"); folder != "" {
		video, err := CreateVideo(filepath.Join(folder, "video.mp4"), 25, 0, nil)
		must.Do(t, err)
		video.program = filepath.Join(folder, "slow")
		must.Do(t, video.Frame(&export.Frame{Snapshot: model.Snapshot{}, Picture: image.NewRGBA(image.Rect(0, 0, 2, 2))}))
		t.Fatal(video.Close()) // it is killed before
	}
	folder := t.TempDir()
	told := filepath.Join(folder, "number")
	script := "#!/bin/sh\necho $$ > " + told + ".new\nmv " + told + ".new " + told + "\nexec sleep 60\n"
	must.Do(t, os.WriteFile(filepath.Join(folder, "slow"), []byte(script), 0o777))
	run := exec.Command(os.Args[0], "-test.run=^TestVideoProgramEndsWithTheRun$")
	run.Env = append(os.Environ(), "VIDEO_TEST_FOLDER="+folder)
	must.Do(t, run.Start())
	within := func(what string, done func() bool) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				run.Process.Kill()
				t.Fatal(what)
			}
		}
	}
	number := 0
	within("the program was not begun", func() bool {
		text, err := os.ReadFile(told)
		number, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return err == nil
	})
	run.Process.Kill()
	run.Wait()
	t.Cleanup(func() { syscall.Kill(number, syscall.SIGKILL) })
	within("the program goes on", func() bool {
		state, err := os.ReadFile("/proc/" + strconv.Itoa(number) + "/stat")
		return err != nil || strings.Contains(string(state), ") Z ")
	})
}
