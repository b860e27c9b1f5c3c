//go:build !headless

package viewer_test

import (
	"encoding/binary"
	"image/png"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hooke/must"
	"hooke/viewer/session"
)

// setResources writes the resources of an X server, where a desktop says how dense the
// screen is, as xrdb does: one ChangeProperty of the root window (X Window System
// Protocol, X Consortium, 1994, chapters 8 and 9; the atoms are predefined).
func setResources(t *testing.T, display, text string) {
	t.Helper()
	const resourceManager, stringType, replace, changeProperty, getInputFocus = 23, 31, 0, 18, 43
	server := must.Get(net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(display, ":")))(t)
	t.Cleanup(func() { server.Close() }) // a server without clients forgets
	order := binary.LittleEndian
	must.Get(server.Write([]byte{'l', 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0}))(t)
	head := make([]byte, 8)
	must.Get(io.ReadFull(server, head))(t)
	setup := make([]byte, 4*int(order.Uint16(head[6:])))
	must.Get(io.ReadFull(server, setup))(t)
	if head[0] != 1 {
		t.Fatalf("the X server refuses: %q", setup)
	}
	vendor, formats := int(order.Uint16(setup[16:])), int(setup[21])
	root := order.Uint32(setup[32+(vendor+3)/4*4+8*formats:])

	padded := text + strings.Repeat("\x00", (4-len(text)%4)%4)
	request := make([]byte, 24, 24+len(padded)+4)
	request[0], request[1], request[16] = changeProperty, replace, 8
	order.PutUint16(request[2:], uint16(6+len(padded)/4))
	order.PutUint32(request[4:], root)
	order.PutUint32(request[8:], resourceManager)
	order.PutUint32(request[12:], stringType)
	order.PutUint32(request[20:], uint32(len(text)))
	request = append(append(request, padded...), getInputFocus, 0, 1, 0) // its answer says that both are done
	must.Get(server.Write(request))(t)
	answer := make([]byte, 32)
	must.Get(io.ReadFull(server, answer))(t)
	if answer[0] != 1 {
		t.Fatalf("the X server answers error %d", answer[1])
	}
}

// On a screen of twice the usual density a point is two pixels: text, panels and lines
// are as large as elsewhere.
func TestSizesFollowTheMonitor(t *testing.T) {
	on := display(t)
	setResources(t, on, "Xft.dpi:\t192\n")
	screenshot := filepath.Join(t.TempDir(), "shot.png")
	w := start(t, on, child{Title: "hooke dense", Side: 3, Frames: 2, Screenshot: screenshot})
	w.until("a picture", func(s session.Status) bool { return s.Frame > 0 })
	must.Be(t, w.last.Scale, 2, "pixels per point")
	if code := w.ends(); code != 0 {
		t.Fatalf("exit code %d: %s", code, w.stderr)
	}
	file := must.Get(os.Open(screenshot))(t)
	defer file.Close()
	picture := must.Get(png.DecodeConfig(file))(t)
	if picture.Width != 2*windowWidth || picture.Height != 2*windowHeight {
		t.Errorf("the window is %d × %d pixels, want twice %d × %d", picture.Width, picture.Height, windowWidth, windowHeight)
	}
}
