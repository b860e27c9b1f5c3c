// Package words makes parts of sentences for messages: lists, vectors, and guesses at what
// a misspelled name was meant to be.
package words
