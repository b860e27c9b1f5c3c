// Package page writes recorded runs as one HTML file that a browser shows without a server, a
// library or a request: an orbiting view, a time line, colors with their legend, energies and
// the text of the scene.
//
// The file holds numbers in tables. A table has rows of whole numbers of 1, 2 or 4 bytes. Its
// blocks hold some rows each: of every number the difference to the number above it, zigzag
// coded, then the lowest bytes of all numbers, the next bytes, and so on; compressed as zlib does
// and written as base64. The list of tables and blocks is JSON in the element "run". decode.js is
// the decoder.
//
// A thing is a body of the page, or the shapes that masses touch. Its tables are:
//
//	ends       two points of each spring (4 bytes)
//	triangles  three points of each triangle of the surface (4 bytes)
//	wires      two points of each spring that is a side of a triangle (4 bytes)
//	dots       points that are drawn as dots: pins, and masses without springs (4 bytes)
//	x          a row for each frame: x of all points, then y, then z (2 bytes), as steps of
//	           1/65535 of the box around all points of the run
//	cut        a row for each frame, where springs tear: 1 for each triangle, and then each wire, that is
//	           cut (1 byte)
//	s, p       a row for each frame: colors of springs and of points (1 byte); Absent: not there
//
// A page that is open takes further frames: its function hooke.push gets the JSON that Live.Frame returns, and
// shows the newest frame, as in a notebook beside a run. Numbers of these frames are differences to 0.
//
// Positions are wrong by at most half a step, which the page says.
package page
