"""Traces the car: blender -b -P scene.py -- SHAPE.npz OUT.npy [key=value ...]

Keys: studio (light, dark), cam, aim (x,y,z in metres), lens, shift, size (1600x1000), samples, crop
(x0,x1,y0,y1), roof (1: only a mask of the roof, for cars in two colours).
"""

import json
import os
import sys
import time

import bpy
import numpy as np
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
bpy.ops.wm.read_factory_settings(use_empty=True)

import materials as mat  # noqa: E402
import parts  # noqa: E402
import studio  # noqa: E402
import wheels  # noqa: E402
from meshes import from_arrays  # noqa: E402

began = time.time()
given = sys.argv[sys.argv.index("--") + 1 :]
data, out = np.load(given[0]), given[1]
options = dict(a.split("=", 1) for a in given[2:])
meta = json.loads(str(data["meta"]))


def numbers(key, fallback):
    return [float(v) for v in options.get(key, fallback).split(",")]


def gap(m):
    at = m.add("SeparateXYZ", i0=m.add("NewGeometry").outputs["Position"])
    x, y, z = at.outputs[0], m.math("ABSOLUTE", at.outputs[1]), at.outputs[2]
    best = None
    for name, u, v in (("gapS", x, z), ("gapF", y, z), ("gapT", x, y)):
        grid = data[f"image {name}"]
        image = bpy.data.images.new(name, grid.shape[1], grid.shape[0], alpha=False)
        image.colorspace_settings.name = "Non-Color"
        pixels = np.ones((*grid.shape, 4), "f4")
        pixels[..., :3] = grid[..., None] / 255
        image.pixels.foreach_set(pixels.ravel())
        image.pack()
        x0, y0, w, h = meta["images"][name]
        place = m.add("CombineXYZ", i0=m.math("MULTIPLY_ADD", u, 1000 / w, -x0 / w),
                      i1=m.math("MULTIPLY_ADD", v, 1000 / h, -y0 / h), i2=0.0)
        one = m.math("MULTIPLY", m.add("TexImage", _image=image, _extension="CLIP", i0=place).outputs[0],
                     m.attribute("gate" + name[-1]))
        best = one if best is None else m.math("MAXIMUM", best, one)
    return best


panel = mat.Material("panel")
panel = panel.done(mat.paint(panel))
made_of = {
    **parts.PIECES,
    "body": mat.body_paint(gap),
    "lampCover": mat.clear("cover", mat.grey(0.95)),
    "tailCover": mat.clear("tail cover", mat.grey(0.2)),
    "screen": mat.clear("screen", (0.51, 0.51, 0.53, 1), "border"),
    "window": mat.clear("window", mat.grey(0.35), "border"),
    "rear": mat.clear("rear", mat.grey(0.13), "border"),
}
for name in meta["pieces"]:
    get = {k: data[f"piece {name} {k}"] for k in ("P", "F", "N", "border", "roof", *meta["gates"])
           if f"piece {name} {k}" in data.files}
    values = {k: v for k, v in get.items() if k not in "PFN"}
    from_arrays(name, get["P"], get["F"], made_of[name], get.get("N"), values)
parts.everything(meta, panel)
for x, turned in zip(meta["wheels"], (9, 40)):
    for s in (1, -1):
        wheels.wheel(x, s, meta, turned + (20 if s > 0 else 0), -9 if x < 2000 else 0)
        wheels.arch(x, s, meta)
if "roof" in options:
    mat.only_the_roof()
else:
    studio.build(options.get("studio") == "dark", "flip" in options)

scene = bpy.context.scene
camera = bpy.data.cameras.new("camera")
eye = bpy.data.objects.new("camera", camera)
scene.collection.objects.link(eye)
scene.camera = eye
at, aim = Vector(numbers("cam", "-5.3,-4.9,1.2")), Vector(numbers("aim", "1.86,0,0.64"))
eye.location = at
eye.rotation_euler = (aim - at).to_track_quat("-Z", "Y").to_euler()
camera.lens, camera.sensor_width = float(options.get("lens", 67)), 36
camera.shift_x, camera.shift_y = numbers("shift", "0,0")
scene.render.engine = "CYCLES"
cycles = scene.cycles
cycles.device, cycles.samples, cycles.use_denoising = "CPU", int(options.get("samples", 24)), False
cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.03
cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces, cycles.transparent_max_bounces = 6, 1, 3, 10
cycles.caustics_reflective = cycles.caustics_refractive = False
cycles.sample_clamp_indirect, cycles.sample_clamp_direct, cycles.blur_glossy = 2.0, 8.0, 0.8
r = scene.render
if "roof" in options:
    cycles.max_bounces, cycles.samples = 0, 16
r.resolution_x, r.resolution_y = (int(v) for v in options.get("size", "960x600").split("x"))
if "crop" in options:
    r.use_border = r.use_crop_to_border = True
    r.border_min_x, r.border_max_x, r.border_min_y, r.border_max_y = numbers("crop", "")
r.image_settings.file_format, r.image_settings.color_mode, r.image_settings.color_depth = "OPEN_EXR", "RGB", "32"
r.filepath = out + ".exr"
print(f"built in {time.time() - began:.0f} s")
bpy.ops.render.render(write_still=True)
traced = bpy.data.images.load(r.filepath)
traced.colorspace_settings.name = "Non-Color"
pixels = np.empty(traced.size[0] * traced.size[1] * traced.channels, "f4")
traced.pixels.foreach_get(pixels)
np.save(out, pixels.reshape(traced.size[1], traced.size[0], -1)[::-1, :, :3])
os.remove(r.filepath)
print(f"traced in {time.time() - began:.0f} s")
