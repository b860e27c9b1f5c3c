package spec

func attachmentSpec() Table {
	return Table{Name: "attachment", Many: true,
		doc: "Limits the stretch of hanging cloth and ropes: cables connect each mass to the nearest masses pinned on all axes, along springs. A cable pulls once the path to the anchor is stretched by slack, with the stiffness of its springs; with solver impulses it is rigid. Anchors may move by a [[guide]].",
		Keys: []Key{
			{Name: "group", Kind: Texts, fallback: "all masses", Doc: "groups to attach; masses without a path to a pinned mass are skipped"},
			{Name: "anchors", Kind: Whole, fallback: "1", Bound: positive, Doc: "number of nearest anchors per mass, at most 4"},
			{Name: "slack", Kind: Number, fallback: "0.02", Bound: notNegative, Doc: "relative stretch at which a cable pulls"},
		}}
}
