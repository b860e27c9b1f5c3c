// Package sink prints the rows of a benchmark in the format that is asked for (New): a
// text Table, Lines of JSON that bench.ReadRows reads again, GoLines for benchstat, a Plot,
// a PassTable, and tables for documents (NewDocumentSink), which Document makes anew from
// the records that a document names.
package sink
