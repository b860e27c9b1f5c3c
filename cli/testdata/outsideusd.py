"""Reads layers of USD with Pixar's library, and writes one: what it finds is a line of JSON each."""
import json
import random
import sys

from pxr import Gf, Usd, UsdGeom, UsdValidation


def faults(stage):
    registry = UsdValidation.ValidationRegistry()
    context = UsdValidation.ValidationContext(registry.GetOrLoadAllValidators())
    found = [error.GetMessage() for error in context.Validate(stage)]
    for prim in stage.Traverse():
        if prim.IsA(UsdGeom.Mesh):
            mesh = UsdGeom.Mesh(prim)
            count = max(len(mesh.GetPointsAttr().Get(Usd.TimeCode.EarliestTime())), 1)
            good, why = UsdGeom.Mesh.ValidateTopology(mesh.GetFaceVertexIndicesAttr().Get(), mesh.GetFaceVertexCountsAttr().Get(), count)
            found += [] if good else [why]
    return found


def read(path):
    stage = Usd.Stage.Open(path)
    prims = []
    for prim in stage.Traverse():
        points = UsdGeom.PointBased(prim).GetPointsAttr() if prim.IsA(UsdGeom.PointBased) else None
        if points is None:
            continue
        times = points.GetTimeSamples() or [Usd.TimeCode.Default().GetValue()]
        world = UsdGeom.XformCache().GetLocalToWorldTransform(prim)
        inverted = list(UsdGeom.TetMesh.FindInvertedElements(UsdGeom.TetMesh(prim), Usd.TimeCode.Default())) if prim.IsA(UsdGeom.TetMesh) else []
        prims.append({
            "type": prim.GetTypeName(), "inverted": inverted, "times": [t / stage.GetTimeCodesPerSecond() for t in points.GetTimeSamples()],
            "points": [[list(world.Transform(Gf.Vec3d(p))) for p in points.Get(Usd.TimeCode(t))] for t in times],
        })
    return {"faults": faults(stage), "up": str(UsdGeom.GetStageUpAxis(stage)), "meters": UsdGeom.GetStageMetersPerUnit(stage), "prims": prims}


def written(path, seed):
    """A scene with every transform, nested; returns its points in meters."""
    pick = random.Random(seed)
    stage = Usd.Stage.CreateNew(path)
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.z)
    UsdGeom.SetStageMetersPerUnit(stage, 0.1)
    want = []
    path = ""
    for k in range(6):
        path += f"/P{k}"
        mesh = UsdGeom.Mesh.Define(stage, path)
        corner = [[pick.uniform(-1, 1) for _ in range(3)] for _ in range(3)]
        mesh.CreatePointsAttr([Gf.Vec3f(*c) for c in corner])
        mesh.CreateFaceVertexCountsAttr([3])
        mesh.CreateFaceVertexIndicesAttr([0, 1, 2])
        angles = Gf.Vec3f(*[pick.uniform(-180, 180) for _ in range(3)])
        ops = [lambda: mesh.AddTranslateOp(opSuffix="pivot").Set(Gf.Vec3d(1, 2, 3)), lambda: mesh.AddRotateZYXOp().Set(angles),
               lambda: mesh.AddRotateXYZOp().Set(angles), lambda: mesh.AddRotateYZXOp().Set(angles), lambda: mesh.AddRotateYOp().Set(angles[0]),
               lambda: mesh.AddScaleOp().Set(Gf.Vec3f(1, -0.5, 2)), lambda: mesh.AddOrientOp().Set(Gf.Quatf(0.5, 0.5, -0.5, 0.5)),
               lambda: mesh.AddTransformOp().Set(Gf.Matrix4d(Gf.Rotation(Gf.Vec3d(1, 2, 3), angles[1]), Gf.Vec3d(3, 1, 2))), lambda: mesh.AddTranslateOp().Set(Gf.Vec3d(*angles))]
        for op in pick.sample(ops, 4):
            op()
        if k == 3:
            mesh.AddTranslateOp(opSuffix="back").Set(Gf.Vec3d(4, 4, 4))
            mesh.AddTranslateOp(opSuffix="back", isInverseOp=True)
        if k == 4:
            UsdGeom.Xformable(mesh).SetResetXformStack(True)
    cache = UsdGeom.XformCache()
    for prim in stage.Traverse():
        world = cache.GetLocalToWorldTransform(prim)
        want += [[0.1 * x for x in world.Transform(Gf.Vec3d(p))] for p in UsdGeom.Mesh(prim).GetPointsAttr().Get()]
    stage.GetRootLayer().Save()
    return {"want": want}


for name in sys.argv[2:]:
    print(json.dumps(written(name, len(sys.argv) + sys.argv.index(name)) if sys.argv[1] == "write" else read(name)))
