"""Says what VTK reads: for each series of frames, by VTK's own readers, the numbers of points
and cells, the times, and a checksum of every array in every frame. Two series of the same run
in two formats say the same."""

import hashlib
import json
import re
import sys
from pathlib import Path

import numpy
import vtk
from vtk.util.numpy_support import vtk_to_numpy


def grid(g):
    data = {"Points": g.GetPoints().GetData(), "connectivity": g.GetCells().GetConnectivityArray(), "types": g.GetCellTypes() if hasattr(g, "GetCellTypes") else g.GetCellTypesArray()}
    for of in (g.GetPointData(), g.GetCellData()):
        data.update({of.GetArrayName(i): of.GetArray(i) for i in range(of.GetNumberOfArrays())})
    sums = {}
    for name, array in data.items():
        a = vtk_to_numpy(array)
        if name == "Points":  # float32 in one format, the same as float64 in the other
            a = a.astype("<f8")
        whole = a.dtype.kind in "iu"
        sums[name] = hashlib.sha256(a.astype("<i8" if whole else a.dtype).tobytes()).hexdigest()[:16] + ("" if whole else " " + a.dtype.name)
    return {"points": g.GetNumberOfPoints(), "cells": g.GetNumberOfCells(), "arrays": sums}


def steps(path):
    if path.suffix == ".pvd":
        for time, file in re.findall(r'timestep="([^"]*)" part="0" file="([^"]*)"', path.read_text()):
            reader = vtk.vtkXMLUnstructuredGridReader()
            reader.SetFileName(str(path.parent / file))
            reader.Update()
            yield float(time), reader.GetOutput()
        return
    reader = vtk.vtkHDFReader()
    reader.SetFileName(str(path))
    reader.UpdateInformation()
    info, keys = reader.GetOutputInformation(0), vtk.vtkStreamingDemandDrivenPipeline
    for time in info.Get(keys.TIME_STEPS()):
        info.Set(keys.UPDATE_TIME_STEP(), time)
        reader.Update()
        yield time, reader.GetOutputDataObject(0)


def library(path):
    """What the HDF5 library says of all arrays of a file."""
    import h5py

    shapes = {}
    with h5py.File(path) as file:
        file.visititems(lambda name, of: shapes.update({name: list(of.shape)}) if hasattr(of, "shape") and numpy.asarray(of) is not None else None)
    return shapes


for name in sys.argv[1:]:
    path = Path(name)
    frames = [{"time": time, **grid(g)} for time, g in steps(path)]
    print(json.dumps({"frames": frames, "shapes": library(path) if path.suffix == ".vtkhdf" else {}}))
