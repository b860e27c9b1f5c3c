// Package words makes parts of sentences for messages: lists, vectors, and guesses what a
// misspelled name means.
package words
