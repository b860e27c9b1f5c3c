package main_test

import (
	"strings"
	"testing"

	"hooke/must"
)

const (
	aptOptions = "-q -o DPkg::Lock::Timeout=120 -o Acquire::Retries=3 "
	aptUpdate  = "apt-get " + aptOptions + "update\n"
	aptInstall = "apt-get " + aptOptions + "install -y --no-install-recommends "
)

func TestSetup(t *testing.T) {
	const everything = "build run test"
	for _, c := range []struct {
		name      string
		machine   func(m *machine)
		arguments string
		status    int
		said      []string // each is part of the output; nil means silence
		log       string   // arguments of the fakes
	}{
		{name: "all is there", arguments: everything},
		{name: "missing packages are installed as root", arguments: everything,
			machine: func(m *machine) {
				m.replace("libegl-dev installed amd64\n", "")
				m.without("gcc", "Xvfb")
			},
			status: 2, // the fake apt-get brings no commands, which the last look notices
			said:   []string{"installing gcc xvfb libegl-dev", "apt-get ended well, yet packages are missing", "\n  gcc\n  xvfb\n"},
			log:    aptUpdate + aptInstall + "gcc xvfb libegl-dev\n"},
		{name: "one missing package is installed", arguments: everything,
			machine: func(m *machine) { m.replace("libgl1-mesa-dri installed", "libgl1-mesa-dri config-files") },
			said:    []string{"installing libgl1-mesa-dri"},
			log:     aptUpdate + aptInstall + "libgl1-mesa-dri\n"},
		{name: "another architecture does not count", arguments: everything,
			machine: func(m *machine) { m.replace("libegl1 installed amd64", "libegl1 installed i386") },
			said:    []string{"installing libegl1"},
			log:     aptUpdate + aptInstall + "libegl1\n"},
		{name: "only what the purpose needs", arguments: "build run",
			machine: func(m *machine) { m.without("Xvfb", "xauth", "xdotool") }},
		{name: "sudo", arguments: everything,
			machine: func(m *machine) {
				m.replace("libgl1 installed", "libgl1 not-installed")
				m.fake("id", "echo 1000")
				m.fake("sudo", `echo "sudo $1 $2" >>log; shift; exec "$@"`)
			},
			said: []string{"installing libgl1"},
			log:  "sudo -n true\nsudo -n env\n" + aptUpdate + "sudo -n env\n" + aptInstall + "libgl1\n"},
		{name: "sudo refused", arguments: everything, status: 2,
			machine: func(m *machine) {
				m.replace("libgl1 installed", "libgl1 not-installed")
				m.fake("id", "echo 1000")
				m.fake("sudo", "exit 1")
			},
			said: []string{"sudo was refused", "\n  libgl1\n", "apt-get update && apt-get install --no-install-recommends libgl1\n"}},
		{name: "neither root nor sudo", arguments: everything, status: 2,
			machine: func(m *machine) {
				m.replace("libgl1 installed", "libgl1 not-installed")
				m.fake("id", "echo 1000")
			},
			said: []string{"takes root or sudo", "\n  libgl1\n", "apt-get update && apt-get install --no-install-recommends libgl1\n"}},
		{name: "install fails", arguments: everything, status: 2,
			machine: func(m *machine) {
				m.replace("libgl1 installed", "libgl1 not-installed")
				m.fake("apt-get", `echo "E: Unable to locate package"; exit 100`)
			},
			said: []string{"E: Unable to locate package", "trying with those there are", "could not install what is missing", "\n  libgl1\n"}},
		{name: "update fails, install works", arguments: everything,
			machine: func(m *machine) {
				m.replace("libgl1 installed", "libgl1 not-installed")
				m.fake("apt-get", `case "$*" in *update) echo "no network"; exit 100;; esac; echo "libgl1 installed amd64" >>installed`)
			},
			said: []string{"no network", "trying with those there are"}},
		{name: "another package manager holds the lock for a while", arguments: everything,
			machine: func(m *machine) {
				m.replace("libgl1 installed", "libgl1 not-installed")
				m.fake("apt-get", `echo try >>log
					if [ "$(grep -c try log)" -lt 3 ]; then echo "E: Could not get lock /var/lib/apt/lists/lock."; exit 100; fi
					echo "libgl1 installed amd64" >>installed`)
			},
			said: []string{"installing libgl1"},
			log:  "try\nsleep 5\ntry\nsleep 5\ntry\ntry\n"},
		{name: "no Go", arguments: everything, status: 2,
			machine: func(m *machine) { m.without("go", "gcc") },
			said:    []string{"Go is not installed", "needs Go 1.26.0 or newer, from https://go.dev/dl/"}},
		{name: "Go too old", arguments: everything, status: 2,
			machine: func(m *machine) { m.fake("go", "echo go1.19.8") },
			said:    []string{"Go is too old: go1.19.8 is installed, hooke needs 1.26.0 or newer"}},
		{name: "Go too old and refuses the go.mod", arguments: everything, status: 2,
			machine: func(m *machine) { m.fake("go", `[ -f go.mod ] && exit 1; echo go1.25.3`) },
			said:    []string{"Go is too old: go1.25.3 is installed"}},
		{name: "Go broken", arguments: everything, status: 2,
			machine: func(m *machine) { m.fake("go", "exit 1") },
			said:    []string{"Go is too old: unknown is installed"}},
		{name: "Go just new enough", arguments: everything, machine: func(m *machine) { m.fake("go", "echo go1.26.0") }},
		{name: "Go without a patch number", arguments: everything, machine: func(m *machine) { m.fake("go", "echo go1.26") }},
		{name: "Go of the future", arguments: everything, machine: func(m *machine) { m.fake("go", "echo devel go1.100-0a1b2c") }},
		{name: "another system, all found", arguments: everything,
			machine: func(m *machine) { m.without("dpkg-query", "apt-get") },
			said:    []string{"this is not Debian or Ubuntu", "gl egl x11 xcursor xrandr xinerama xi xxf86vm"}},
		{name: "another system, some missing", arguments: everything, status: 2,
			machine: func(m *machine) {
				m.without("dpkg-query", "apt-get", "gcc")
				m.fake("pkg-config", `[ "$2" != xi ]`)
			},
			said: []string{"not found: gcc xi."}},
		{name: "no purpose", status: 2, said: []string{"usage: scripts/setup.sh build|run|test"}},
		{name: "unknown purpose", arguments: "build paint", status: 2, said: []string{"unknown purpose 'paint'"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			if c.machine != nil {
				c.machine(m)
			}
			status, said, log := m.run(nil, "scripts/setup.sh", strings.Fields(c.arguments)...)
			must.Be(t, status, c.status, "exit")
			if c.said == nil && said != "" {
				t.Errorf("it said %q, want silence", said)
			}
			for _, part := range c.said {
				if !strings.Contains(said, part) {
					t.Errorf("it said\n%s, want %q in it", said, part)
				}
			}
			must.Hold(t, log == c.log, "it asked for\n%s, want\n%s", log, c.log)
		})
	}
}

func TestDemo(t *testing.T) {
	const window = "view lattice --springs 1M\n"
	const picture = "view lattice --springs 1M --offscreen out/demo.png --frames 60\n"
	for _, c := range []struct {
		name    string
		display string // the environment
		window  string // exit status of the program when it opens a window
		status  int
		log     string
	}{
		{"no display", "DISPLAY=", "0", 0, picture},
		{"X11", "DISPLAY=:0", "0", 0, window},
		{"Wayland", "WAYLAND_DISPLAY=wayland-0", "0", 0, window},
		{"the window fails", "DISPLAY=:99", "1", 0, window + picture},
		{"ended from the keyboard", "DISPLAY=:0", "130", 130, window},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMachine(t)
			m.fake("hooke", `echo "$*" >>log; case "$*" in *offscreen*) exit 0;; esac; exit `+c.window)
			status, said, log := m.run([]string{c.display}, "scripts/demo.sh", "hooke")
			must.Hold(t, status == c.status && log == c.log, "exit %d after\n%s, want exit %d after\n%s", status, log, c.status, c.log)
			if drawn := strings.Contains(log, picture); strings.Contains(said, "drawing to out/demo.png") != drawn {
				t.Errorf("it said %q; drawn was a picture: %v", said, drawn)
			}
		})
	}

	m := newMachine(t)
	m.fake("hooke", "exit 1")
	if status, _, _ := m.run(nil, "scripts/demo.sh", "hooke"); status != 1 {
		t.Errorf("a failing picture: exit %d, want 1", status)
	}
}

func TestCheckHeadless(t *testing.T) {
	const needed = " 0x0001 (NEEDED)  Shared library: [%s]"
	for _, c := range []struct {
		name           string
		direct, loaded string // libraries
		status         int
		said           string
	}{
		{"libc only", "libc.so.6", "linux-vdso.so.1 libc.so.6 /lib64/ld-linux-x86-64.so.2", 0, "binary links libc.so.6: nothing else"},
		{"an older libc", "libdl.so.2 libpthread.so.0 libresolv.so.2 libm.so.6 libc.so.6", "", 0, "libm.so.6 libc.so.6: nothing else"},
		{"libEGL", "libEGL.so.1 libc.so.6", "libEGL.so.1 libc.so.6", 1, "binary: links libEGL.so.1\n"},
		{"libGL itself", "libGL.so.1 libc.so.6", "", 1, "binary: links libGL.so.1\n"},
		{"window system", "libX11.so.6 libXrandr.so.2 libxcb.so.1 libc.so.6", "", 1, "binary: links libX11.so.6 libXrandr.so.2 libxcb.so.1\n"},
		{"through another library", "libfancy.so.1 libc.so.6", "libfancy.so.1 libwayland-client.so.0 libc.so.6", 1, "binary: links libfancy.so.1 libwayland-client.so.0\n"},
		{"no cgo", "", "", 2, "does not link libc"},
	} {
		m := newMachine(t)
		m.write("binary", "")
		m.write("direct", "")
		var lines strings.Builder
		for library := range strings.FieldsSeq(c.direct) {
			lines.WriteString(strings.Replace(needed, "%s", library, 1) + "\n")
		}
		m.write("direct", lines.String())
		m.write("loaded", strings.Join(strings.Fields(c.loaded), " => /lib/x (0x1)\n")+"\n")
		m.fake("readelf", "cat direct")
		m.fake("ldd", "cat loaded")
		status, said, _ := m.run(nil, "scripts/check-headless.sh", "binary")
		if status != c.status || !strings.Contains(said, c.said) {
			t.Errorf("%s: exit %d, %q; want exit %d, %q", c.name, status, said, c.status, c.said)
		}
	}

	m := newMachine(t)
	m.write("binary", "")
	m.fake("readelf", "exit 1")
	if status, said, _ := m.run(nil, "scripts/check-headless.sh", "binary"); status != 2 {
		t.Errorf("an unreadable binary: exit %d, %q; want exit 2", status, said)
	}
	if status, said, _ := m.run(nil, "scripts/check-headless.sh", "nowhere"); status != 2 {
		t.Errorf("no binary: exit %d, %q; want exit 2", status, said)
	}
}

// A target that fails is named, the others run all the same, and the executed inputs are
// summed up.
func TestFuzzLong(t *testing.T) {
	m := newMachine(t)
	m.write("mesh/a_test.go", "func FuzzOne(f *testing.F) {\nfunc FuzzTwo(f *testing.F) {\n")
	m.write("scene/b_test.go", "func FuzzThree(f *testing.F) {\n")
	m.fake("go", `[ "$1" = env ] && { echo cache; exit; }
		echo "$*" >>log
		echo "fuzz: elapsed: 3s, execs: 5 (2/sec), new interesting: 1 (total: 3)"
		echo "fuzz: elapsed: 6s, execs: 1000 (300/sec), new interesting: 4 (total: 7)"
		case "$*" in *Two*) echo "it is wrong"; exit 1;; esac`)
	status, said, log := m.run(nil, "scripts/fuzz-long.sh", "1")
	if status != 1 || strings.Count(log, "-fuzztime 20s") != 3 || !strings.Contains(log, "-fuzz ^FuzzThree$") || !strings.Contains(log, "./scene\n") {
		t.Errorf("exit %d after\n%s", status, log)
	}
	for _, part := range []string{"3 targets, 20 s each", "it is wrong", "1000 executions,      7 inputs kept, FAILED", "3000 executions of 3 targets, 1 failed", "failed: ./mesh FuzzTwo\n"} {
		must.Hold(t, strings.Contains(said, part), "it said\n%s, want %q in it", said, part)
	}
	if status, said, _ := m.run(nil, "scripts/fuzz-long.sh", "2", "One"); status != 0 || !strings.Contains(said, "1000 executions of 1 targets, 0 failed") {
		t.Errorf("one target: exit %d, %q", status, said)
	}
	for _, wrong := range []string{"", "0", "x", "1.5"} {
		if status, said, _ := m.run(nil, "scripts/fuzz-long.sh", wrong); status != 2 || !strings.Contains(said, "usage") {
			t.Errorf("%q minutes: exit %d, %q", wrong, status, said)
		}
	}
	if status, _, _ := m.run(nil, "scripts/fuzz-long.sh", "1", "NoMass"); status != 2 {
		t.Errorf("no target: exit %d", status)
	}
}
