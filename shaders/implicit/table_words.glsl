// The table of springs and contacts, for a pass that visits no springs.
#if TEXELS
layout(binding = TEXELS_TABLE) uniform usamplerBuffer tableTexels;
uint word(uint at) { return texelFetch(tableTexels, int(at)).x; }
#else
STORAGE_Table(readonly);
uint word(uint at) { return table[at].word; }
#endif
