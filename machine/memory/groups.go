package memory

import (
	"path"
	"strconv"
	"strings"
)

// version is how one version of control groups names its files.
type version struct {
	limit, used string // files
	reclaimable string // key in memory.stat of reclaimable memory: pages of files that are not in use
}

var (
	versionOne = version{"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}
	versionTwo = version{"memory.max", "memory.current", "inactive_file"}
)

// groups calls tell for each memory limit of the control groups of the process and of all
// their parents that it can see, with the bytes that the limit leaves and the file that has
// it.
func (m machine) groups(tell func(free int64, file string)) {
	for line := range strings.Lines(m.text("proc/self/cgroup")) {
		// number:controllers:path; in version 2 the number is 0 and no controllers are named
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) != 3 {
			continue
		}
		two := parts[0] == "0" && parts[1] == ""
		if !two && !contains(parts[1], "memory") {
			continue
		}
		v := versionOne
		if two {
			v = versionTwo
		}
		for _, mounted := range m.mounts(two) {
			inside, ok := below(parts[2], mounted.root)
			if !ok {
				inside = "/" // of a namespace or a container: the mount shows its own group
			}
			for {
				m.group(path.Join(mounted.at, inside), v, tell)
				if inside == "/" {
					break
				}
				inside = path.Dir(inside)
			}
		}
	}
}

// group calls tell with the bytes that the limit of one group leaves, if it has one.
func (m machine) group(folder string, v version, tell func(int64, string)) {
	limit, used := m.fields(path.Join(folder, v.limit)), m.fields(path.Join(folder, v.used))
	if len(limit) != 1 || len(used) != 1 || limit[0] >= 1<<62 { // "max", or version 1's way to say it
		return
	}
	reclaimable := int64(0)
	for line := range strings.Lines(m.text(path.Join(folder, "memory.stat"))) {
		if key, value, found := strings.Cut(strings.TrimSpace(line), " "); found && key == v.reclaimable {
			reclaimable, _ = strconv.ParseInt(value, 10, 64)
		}
	}
	tell(limit[0]-used[0]+reclaimable, path.Join(folder, v.limit))
}

// mount is a folder that shows control groups, from one group on.
type mount struct {
	root string // the group that the folder itself shows
	at   string // the folder
}

// mounts returns the folders that show groups which count memory.
func (m machine) mounts(two bool) (list []mount) {
	for line := range strings.Lines(m.text("proc/self/mountinfo")) {
		// id parent device root at options [more ...] - type source superoptions
		before, after, found := strings.Cut(strings.TrimSpace(line), " - ")
		head, tail := strings.Fields(before), strings.Fields(after)
		if !found || len(head) < 5 || len(tail) < 1 {
			continue
		}
		if two && tail[0] == "cgroup2" || !two && tail[0] == "cgroup" && contains(tail[len(tail)-1], "memory") {
			list = append(list, mount{unescaped(head[3]), unescaped(head[4])})
		}
	}
	return list
}

// contains reports whether a list of words, separated by commas, has a word.
func contains(list, word string) bool { return strings.Contains(","+list+",", ","+word+",") }

// below returns the path from a group to one below it.
func below(group, root string) (string, bool) {
	switch {
	case root == "/":
		return path.Clean("/" + group), true
	case group == root:
		return "/", true
	case strings.HasPrefix(group, root+"/"):
		return path.Clean(strings.TrimPrefix(group, root)), true
	}
	return "", false
}

// unescaped returns a name without the octal codes that mountinfo uses for spaces and
// others.
func unescaped(name string) string {
	var out strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '\\' && i+3 < len(name) {
			if code, err := strconv.ParseUint(name[i+1:i+4], 8, 8); err == nil {
				out.WriteByte(byte(code))
				i += 3
				continue
			}
		}
		out.WriteByte(name[i])
	}
	return out.String()
}
