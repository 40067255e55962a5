"""Two studios: a light one, in the grey of the page, and a dark one for text to stand on."""

import math

import bpy
from mathutils import Vector

from materials import Material, Nodes, grey, tinted
from meshes import link, mesh

PAGE, INK = "E3E7E9", "121417"

# name: (place, aims at, width, height, light, share of the edge that fades)
LIGHT_BOXES = {
    "top": ((1.9, 0.4, 4.7), (1.9, 0.4, 0), 7.5, 4.6, 2.4, 0.45),
    "shoulder": ((8.2, -1.3, 4.5), (8.2, -1.3, 0), 9, 0.6, 13.0, 0.25),
    "side": ((1.2, -7.0, 3.6), (2.1, 0, 0.8), 9, 0.9, 5.0, 0.2),
    "door": ((10.2, -6.4, 2.9), (2.2, -0.6, 0.9), 10, 2.8, 6.0, 0.16),
    "front": ((-5.6, 5.2, 2.0), (0, 0, 0.7), 4.6, 1.6, 5.5, 0.25),
    "nose": ((-6.2, -1.6, 3.4), (0, 0, 0.7), 3.6, 1.0, 5.0, 0.3),
    "far": ((8.5, 6.6, 3.3), (1, 0, 1), 12, 2.6, 2.6, 0.42),
}
DARK_BOXES = {
    "top": ((2.2, 0.9, 4.7), (2.0, 0.6, 0), 7.0, 2.6, 2.0, 0.4),
    "shoulder": ((8.2, -1.3, 4.5), (8.2, -1.3, 0), 9, 0.55, 15.0, 0.25),
    "side": ((1.2, -7.0, 3.8), (2.1, 0, 0.8), 9, 0.7, 6.0, 0.15),
    "door": ((10.2, -6.4, 2.9), (2.2, -0.6, 0.9), 10, 2.4, 6.5, 0.16),
    "front": ((-5.6, 5.2, 2.0), (0, 0, 0.7), 4.6, 1.3, 5.5, 0.25),
    "nose": ((-6.2, -1.4, 3.4), (0, 0, 0.7), 3.6, 0.8, 6.0, 0.3),
    "far": ((8.5, 6.6, 3.2), (1, 0, 1), 12, 2.4, 2.6, 0.4),
}


def soft_box(name, at, aim, w, h, power, soft):
    lamp = bpy.data.lights.new(name, "AREA")
    lamp.shape, lamp.size, lamp.size_y = "RECTANGLE", w, h
    lamp.energy = math.pi * w * h
    lamp.use_nodes = True
    n = Nodes(lamp.node_tree)
    uv = n.add("SeparateXYZ", i0=n.add("NewGeometry").outputs["Parametric"])

    def fade(value):
        inwards = n.math("SUBTRACT", 0.5, n.math("ABSOLUTE", n.math("SUBTRACT", value, 0.5)))
        return n.between(inwards, 0.0, soft)

    # Rays from the floor do not see the boxes: the floor mirrors only the car.
    at_z = n.add("SeparateXYZ", i0=n.add("NewGeometry").outputs["Position"]).outputs[2]
    back_z = n.add("SeparateXYZ", i0=n.add("NewGeometry").outputs["Incoming"]).outputs[2]
    origin = n.math("ADD", at_z, n.math("MULTIPLY", back_z, n.add("LightPath").outputs["Ray Length"]))
    shape = n.math("MULTIPLY", n.math("MULTIPLY", fade(uv.outputs[0]), fade(uv.outputs[1])), power)
    n.end(n.add("Emission", Strength=n.math("MULTIPLY", n.math("GREATER_THAN", origin, 0.004), shape)), "OutputLight")
    made = link(name, lamp, None)
    made.location = at
    made.rotation_euler = (Vector(aim) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    made.visible_camera = False


def world(dark):
    w = bpy.data.worlds.new("studio")
    bpy.context.scene.world = w
    w.use_nodes = True
    n = Nodes(w.node_tree)
    z = n.add("SeparateXYZ", i0=n.add("TexCoord").outputs["Generated"]).outputs[2]
    if dark:
        seen = n.add("MixRGB", i0=n.between(z, -0.05, 0.3), i1=tinted("1E2B3B"), i2=tinted(INK))
        mirrored = n.add("MixRGB", i0=n.between(z, -0.04, 0.10), i1=(0.17, 0.17, 0.2, 1), i2=(0.02, 0.02, 0.03, 1))
    else:
        seen = n.add("MixRGB", i0=n.between(z, -0.02, 0.22), i1=tinted(PAGE), i2=tinted("F4F6F7"))
        mirrored = n.add("MixRGB", i0=n.between(z, -0.02, 0.14), i1=grey(0.52), i2=grey(0.09))
    both = n.add("MixRGB", i0=n.add("LightPath").outputs["Is Camera Ray"], i1=mirrored, i2=seen)
    n.end(n.add("Background", i0=both, i1=1.0), "OutputWorld")


def floor(dark):
    """Gives off the ground's colour itself, darkened where the car stands: nearly free of noise."""
    m = Material("floor")
    at = m.add("SeparateXYZ", i0=m.add("NewGeometry").outputs["Position"])
    dx = m.math("SUBTRACT", at.outputs[0], 2.1)
    away = m.math("SQRT", m.math("ADD", m.math("MULTIPLY", dx, dx), m.math("MULTIPLY", at.outputs[1], at.outputs[1])))
    wide = m.add("AmbientOcclusion", _samples=1, Distance=1.7).outputs["AO"]
    close = m.add("AmbientOcclusion", _samples=1, Distance=0.28).outputs["AO"]
    shade = m.math("MULTIPLY", m.math("POWER", wide, 1.7), m.math("MULTIPLY_ADD", close, 0.62, 0.38))
    if dark:
        lit, black, pool, mirror = tinted("2A3C52"), grey(0.0006), 1.5, 0.2
    else:
        lit, black, pool, mirror = tinted(PAGE), grey(0.006), 1.03, 0.2
    near = m.between(away, 1.2, 8.0, pool, 1.0 if not dark else 0.35)
    base = m.add("Emission", Color=m.add("MixRGB", i0=shade, i1=black, i2=lit), Strength=near)
    facing = m.math("POWER", m.add("LayerWeight", Blend=0.5).outputs["Facing"], 3.0)
    sheen = m.math("MULTIPLY_ADD", facing, mirror, 0.05)
    wet = m.mix(sheen, base, m.add("BsdfGlossy", Color=grey(1), Roughness=0.2))
    m.done(m.mix(m.between(away, 3.2, 9.0), wet, m.add("BsdfTransparent")))
    mesh("floor", [(-40e3, -40e3, 0), (60e3, -40e3, 0), (60e3, 40e3, 0), (-40e3, 40e3, 0)], [(0, 1, 2, 3)], m.made, False)


def build(dark, flipped=False):
    """Flipped, the boxes stand around the tail as they do around the nose."""
    world(dark)
    floor(dark)
    for name, (at, aim, *rest) in (DARK_BOXES if dark else LIGHT_BOXES).items():
        if flipped:
            at, aim = ((4.3 - p[0], *p[1:]) for p in (at, aim))
        soft_box(name, at, aim, *rest)
