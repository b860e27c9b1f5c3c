package main

import (
	"strings"
	"testing"
)

// amdDump is what radeonsi writes: a program of two loops, one within the other, whose inner
// one has a short way back and two visits; and then a program of the driver's own.
const amdDump = `hooke-renderer A card
hooke-case canon fused
hooke-program integrate
hooke-program integrate
SHADER KEY
Compute Shader:
Shader main disassembly:
main:
BB0_0:
	s_load_b32 s1, s[2:3], 0x0                     ; F4000000
BB0_1:
	v_mov_b32_e32 v1, v2                           ; 7E
BB0_2:
	buffer_load_format_xyz v[1:3], v4, s[4:7], 0 idxen ; E0
	s_cbranch_execz .LBB0_2                        ; BF
	v_sqrt_f32_e32 v5, v6                          ; 7E
	v_sqrt_f32_e32 v7, v8                          ; 7E
	s_cbranch_scc0 .LBB0_2                         ; BF
	s_branch .LBB0_1                               ; BF
	s_endpgm
*** SHADER STATS ***
SGPRS: 48
VGPRS: 28
Spilled SGPRs: 1
Spilled VGPRs: 2
Max Waves: 16
Internal shader: dma
Compute Shader:
	v_sqrt_f32_e32 v5, v6
VGPRS: 4
hooke-program copy
Compute Shader:
BB0:
	v_mov_b32_e32 v1, v2
	s_endpgm
VGPRS: 4
Max Waves: 20
`

// intelDump is what iris writes.
const intelDump = `hooke-case lattice fused+unroll2
hooke-program integrate
Native code for integrate.comp compute shader GLSL1 (src_hash 0x1) (sha1 2)
SIMD16 shader: 6 instructions. 1 loops. 20 cycles. 0:3 spills:fills, 3 sends
   START B0 (42 cycles)
mov(16)         g2<1>UD         g1<8,8,1>UD                     { align1 1H };

LABEL1:
math sqrt(16)   g112<1>F        g110<8,8,1>F    null<8,8,1>F    { align1 1H @1 $13 };
sync nop(1)                     null<0,1,0>UB                   { align1 WE_all 1N $7.src };
(+f0.0) sel(16) g99<1>UD        g96<0,1,0>UD    0x00000000UD    { align1 1H F@6 compacted };
(-f0.0) while(16) JIP:  LABEL1                                  { align1 1H };
send(16)        nullUD          g126UD          nullUD          0x02000000                0x00000000
`

// Programs are told apart, and loops that visit neighbors are measured.
func TestRead(t *testing.T) {
	renderer, got := read(amdDump + intelDump)
	if renderer != "A card" || len(got) != 3 {
		t.Fatalf("%s, %d programs: %+v", renderer, len(got), got)
	}
	first, second, third := got[0], got[1], got[2]
	if first.Case != "canon fused" || first.Program != "integrate" || first.Instructions != 9 || first.Registers != "28" || first.Spills != 3 || first.Waves != "16" {
		t.Errorf("the first program is %+v", first)
	}
	if len(first.Visits) != 1 || first.Visits[0] != (loop{5, 2}) || first.Visits[0].Each() != 2.5 {
		t.Errorf("its loops are %+v, want one of 5 instructions with 2 visits", first.Visits)
	}
	if second.Program != "copy" || second.Instructions != 2 || len(second.Visits) != 0 || second.Waves != "20" {
		t.Errorf("the second program is %+v", second)
	}
	if third.Case != "lattice fused+unroll2" || third.Registers != "SIMD16" || third.Spills != 0 || third.Instructions != 6 || len(third.Visits) != 1 || third.Visits[0] != (loop{4, 1}) {
		t.Errorf("the program of the other driver is %+v", third)
	}
}

// What has no visits has no number, and spills are told.
func TestVisitsInTables(t *testing.T) {
	_, programs := read(amdDump)
	c := chip{"card", programs}
	if got := c.visit("canon fused"); got != "2.5 (28 registers, 16 waves, 3 spills)" {
		t.Errorf("the cell is %q", got)
	}
	if got := c.visit("canon fused+laws"); got != "-" {
		t.Errorf("a case that is not there has the cell %q", got)
	}
	if _, none := read(strings.ReplaceAll(amdDump, programMark, "other ")); len(none) != 0 {
		t.Errorf("without marks there are %+v", none)
	}
}
