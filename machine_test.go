package main_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
)

// machine is a make-believe machine for the scripts: a copy of them, and a
// PATH that holds the few real commands they are built from, and fakes.
type machine struct {
	root string
	t    *testing.T
}

// newMachine has Go 1.26.8 on Debian amd64, all packages installed, and root.
func newMachine(t *testing.T) *machine {
	m := &machine{root: t.TempDir(), t: t}
	for _, file := range []string{"go.mod", "scripts/setup.sh", "scripts/demo.sh", "scripts/check-headless.sh", "scripts/gpu-common.sh", "scripts/gpu-report.sh", "scripts/gpu-rates.sh", "scripts/second-driver.sh", "scripts/second-driver.txt", "scripts/fuzz-long.sh"} {
		data := must.Get(os.ReadFile(file))(t)
		m.write(file, string(data))
	}
	for _, tool := range []string{"bash", "env", "sed", "grep", "mktemp", "rm", "tail", "dirname", "mkdir", "sort", "awk", "realpath", "cat", "true", "timeout", "tee", "uname", "head", "wc", "mv", "basename", "cut"} {
		real := must.Get(exec.LookPath(tool))(t)
		m.fake(tool, `exec `+real+` "$@"`)
	}
	for _, tool := range strings.Fields("make gcc git pkg-config readelf Xvfb xauth xdotool glslangValidator ffmpeg") {
		m.fake(tool, "exit 0")
	}
	m.fake("go", "echo go1.26.8")
	m.fake("id", "echo 0")
	m.fake("sleep", `echo "sleep $1" >>log`)
	m.fake("dpkg", "echo amd64")
	m.fake("dpkg-query", `cat installed`)
	m.fake("apt-get", `echo "apt-get $*" >>log
		for package in "$@"; do echo "$package installed amd64" >>installed; done`)
	m.write("log", "")
	var installed strings.Builder
	for name := range strings.FieldsSeq("libc6-dev libgl-dev libegl-dev libxcursor-dev libxrandr-dev libxinerama-dev libxi-dev " +
		"libxxf86vm-dev libegl1 libgl1 libgl1-mesa-dri libvulkan1 mesa-vulkan-drivers python3-numpy") {
		installed.WriteString(name + " installed amd64\n")
	}
	m.write("installed", installed.String()+"ca-certificates installed all\n")
	return m
}

func (m *machine) write(file, data string) {
	m.t.Helper()
	path := filepath.Join(m.root, file)
	must.Do(m.t, os.MkdirAll(filepath.Dir(path), 0o777))
	must.Do(m.t, os.WriteFile(path, []byte(data), 0o777))
}

// fake puts a command on the machine's PATH. It runs in the machine's root.
func (m *machine) fake(name, script string) {
	m.write("bin/"+name, "#!/bin/sh\n"+script+"\n")
}

func (m *machine) without(commands ...string) {
	for _, name := range commands {
		must.Do(m.t, os.Remove(filepath.Join(m.root, "bin", name)))
	}
}

// replace edits the list of installed packages.
func (m *machine) replace(from, to string) {
	path := filepath.Join(m.root, "installed")
	data := must.Get(os.ReadFile(path))(m.t)
	if !strings.Contains(string(data), from) {
		m.t.Fatalf("the list of packages has no %q", from)
	}
	m.write("installed", strings.Replace(string(data), from, to, 1))
}

// run runs a script on the machine and returns its exit status, its output,
// and the log of the fakes.
func (m *machine) run(environment []string, script string, arguments ...string) (status int, said, log string) {
	m.t.Helper()
	command := exec.Command(filepath.Join(m.root, script), arguments...)
	command.Dir = m.root
	command.Env = append([]string{"PATH=" + filepath.Join(m.root, "bin")}, environment...)
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		m.t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(m.root, "log"))
	must.Do(m.t, err)
	return command.ProcessState.ExitCode(), string(out), string(data)
}
