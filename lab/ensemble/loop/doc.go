// Package loop is the control loops of the members of an ensemble: a runner of package control for each member, with a
// control of its own, and the actions and sensors of all members at once. Engines of ensembles step the members, and give each
// runner a body, by which it senses and steers its member.
package loop
