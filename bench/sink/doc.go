// Package sink prints the rows of a benchmark. New returns the printer of a format: a text
// Table, Lines of JSON that bench.ReadRows reads, or GoLines for benchstat. Plot draws a
// picture, PassTable prints passes, and NewDocumentSink writes tables for documents; Document
// updates the tables of a document from the records that it names.
package sink
