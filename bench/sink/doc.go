// Package sink prints the rows of a benchmark. New makes the printer of a format: a text
// Table, Lines of JSON that bench.ReadRows reads again, or GoLines for benchstat. Plot
// draws a picture, PassTable prints passes, and NewDocumentSink makes tables for
// documents, which Document makes anew from the records that a document names.
package sink
