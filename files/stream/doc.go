// Package stream writes bytes that all cores produce, in an order that does not depend on the
// number of cores.
package stream
