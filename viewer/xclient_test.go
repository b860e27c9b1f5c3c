//go:build !headless

package viewer_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"hooke/must"
)

// xClient is a program on the display that speaks the X protocol (version 11) as far as
// dragging files onto a window and minimizing one need it, which xdotool cannot and a
// window manager would do.
type xClient struct {
	t      *testing.T
	conn   net.Conn
	window uint32 // of its own, the source of a drag
}

// Requests and events of the protocol, by their numbers.
const (
	xCreateWindow      = 1
	xInternAtom        = 16
	xChangeProperty    = 18
	xSetSelectionOwner = 22
	xSendEvent         = 25

	xReply            = 1
	xSelectionRequest = 30
	xSelectionNotify  = 31
	xClientMessage    = 33
)

// newXClient connects to a display such as ":5".
func newXClient(t *testing.T, display string) *xClient {
	t.Helper()
	conn := must.Get(net.Dial("unix", "/tmp/.X11-unix/X"+strings.TrimPrefix(display, ":")))(t)
	t.Cleanup(func() { conn.Close() })
	deadline, _ := t.Deadline()
	must.Do(t, conn.SetDeadline(deadline))
	c := &xClient{t: t, conn: conn}
	c.send(byte('l'), byte(0), uint16(11), uint16(0), uint16(0), uint16(0), uint16(0)) // little endian, no authorization
	head := make([]byte, 8)
	c.read(head)
	if head[0] != 1 {
		t.Fatalf("the display refuses: %q", head)
	}
	set := make([]byte, 4*int(binary.LittleEndian.Uint16(head[6:])))
	c.read(set)
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(set[at:]) }
	vendor := int(binary.LittleEndian.Uint16(set[16:]))
	formats := int(set[21])
	root := word(32 + (vendor+3)/4*4 + 8*formats)
	c.window = word(4) // the first of its own names
	c.send(byte(xCreateWindow), byte(0), uint16(8), c.window, root, uint16(0), uint16(0), uint16(1), uint16(1), uint16(0), uint16(1), uint32(0), uint32(0))
	return c
}

func (c *xClient) send(values ...any) {
	c.t.Helper()
	var b bytes.Buffer
	for _, v := range values {
		must.Do(c.t, binary.Write(&b, binary.LittleEndian, v))
	}
	b.Write(make([]byte, -b.Len()&3))
	must.Get(c.conn.Write(b.Bytes()))(c.t)
}

func (c *xClient) read(into []byte) {
	c.t.Helper()
	must.Get(io.ReadFull(c.conn, into))(c.t)
}

// next is the next packet of a kind; others are passed over.
func (c *xClient) next(kind byte) []byte {
	c.t.Helper()
	for {
		packet := make([]byte, 32)
		c.read(packet)
		switch got := packet[0] & 0x7f; {
		case got == 0:
			c.t.Fatalf("the display reports error %d of request %d", packet[1], packet[10])
		case got == xReply:
			c.read(make([]byte, 4*int(binary.LittleEndian.Uint32(packet[4:]))))
			fallthrough
		default:
			if got == kind {
				return packet
			}
		}
	}
}

// atom is the number of a name.
func (c *xClient) atom(name string) uint32 {
	c.t.Helper()
	c.send(byte(xInternAtom), byte(0), uint16(2+(len(name)+3)/4), uint16(len(name)), uint16(0), []byte(name))
	return binary.LittleEndian.Uint32(c.next(xReply)[8:])
}

// property sets a property of a window, in units of 8 or 32 bits.
func (c *xClient) property(window, name, kind uint32, format byte, data []byte) {
	c.send(byte(xChangeProperty), byte(0), uint16(6+(len(data)+3)/4), window, name, kind, format, [3]byte{}, uint32(len(data)*8/int(format)), data)
}

// tell sends a window a message of five words.
func (c *xClient) tell(window uint32, message string, words ...uint32) {
	var data [5]uint32
	copy(data[:], words)
	kind := c.atom(message)
	c.send(byte(xSendEvent), byte(0), uint16(11), window, uint32(0), byte(xClientMessage), byte(32), uint16(0), window, kind, data)
}

// drag drops files on a window by the protocol XDND 5, and waits until it has taken
// them.
func (c *xClient) drag(window string, paths ...string) {
	c.t.Helper()
	number := must.Get(strconv.ParseUint(window, 10, 32))(c.t)
	target := uint32(number)
	list, selection, kind := "", c.atom("XdndSelection"), c.atom("text/uri-list")
	for _, path := range paths {
		list += (&url.URL{Scheme: "file", Path: path}).String() + "\r\n"
	}
	c.send(byte(xSetSelectionOwner), byte(0), uint16(4), c.window, selection, uint32(0))
	c.tell(target, "XdndEnter", c.window, 5<<24, kind)
	c.tell(target, "XdndPosition", c.window, 0, 100<<16|100, 0, c.atom("XdndActionCopy"))
	c.next(xClientMessage) // XdndStatus: it takes them
	c.tell(target, "XdndDrop", c.window, 0, 0)
	asked := c.next(xSelectionRequest)
	word := func(at int) uint32 { return binary.LittleEndian.Uint32(asked[at:]) }
	requestor, property := word(12), word(24)
	c.property(requestor, property, kind, 8, []byte(list))
	c.send(byte(xSendEvent), byte(0), uint16(11), requestor, uint32(0),
		byte(xSelectionNotify), byte(0), uint16(0), uint32(0), requestor, selection, kind, property, [8]byte{})
	c.next(xClientMessage) // XdndFinished
}

// minimize sends the messages of a window manager for a window that it minimizes, or shows again.
func (c *xClient) minimize(window string, minimized bool) {
	c.t.Helper()
	number := must.Get(strconv.ParseUint(window, 10, 32))(c.t)
	state := []byte{1, 0, 0, 0, 0, 0, 0, 0} // NormalState
	if minimized {
		state[0] = 3 // IconicState
	}
	kind := c.atom("WM_STATE")
	c.property(uint32(number), kind, kind, 32, state)
	c.atom("WM_STATE") // when this is answered, the display has done it
}
