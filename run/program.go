package run

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// commit names the source that the program or library was built from: -ldflags "-X hooke/run.commit=...". Empty: the
// commit that the Go tool recorded. It is a variable, since the linker can set nothing else.
var commit string

// Commit returns the commit that this program was built from, or "unknown".
func Commit() string {
	if commit != "" {
		return commit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, dirty := "unknown", ""
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision" && setting.Value != "":
			revision = setting.Value[:min(len(setting.Value), 12)]
		case setting.Key == "vcs.modified" && setting.Value == "true":
			dirty = "-dirty"
		}
	}
	return revision + dirty
}

// Program names the program of a kind, headless or with a window, in files that it writes. The library is headless: from one
// source it writes the same bytes as that program.
func Program(kind string) string {
	return fmt.Sprintf("hooke %s, %s, %s/%s, %s", Commit(), runtime.Version(), runtime.GOOS, runtime.GOARCH, kind)
}
