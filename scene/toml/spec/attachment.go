package spec

func attachmentSpec() Table {
	return Table{Name: "attachment", Many: true,
		doc: "Keeps what hangs from stretching: each mass is held by cables to the nearest pinned masses along springs, as long as the way at rest and a little more. A cable is slack until the way is stretched by so much; then it pulls with the stiffness of the material of its springs, and with solver impulses it holds. Pinned masses may move by a [[guide]]. A mass that is moved by nothing but springs, and is not pinned on all axes, is no anchor.",
		Keys: []Key{
			{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups whose masses are attached; those to which springs lead from no pinned mass are left out"},
			{Name: "anchors", Kind: Whole, fallback: "1", Bound: positive, Doc: "to how many pinned masses each, the nearest ones, at most 4"},
			{Name: "slack", Kind: Number, fallback: "0.02", Bound: notNegative, Doc: "part of its way by which a cable is longer: how far what hangs may stretch"},
		}}
}
