#version 430 core
// Depth alone.

void main() {}
