"""Materials, from Blender's own nodes."""

import bpy


class Nodes:
    def __init__(self, tree):
        self.tree = tree
        tree.nodes.clear()

    def add(self, kind, **inputs):
        """A node; inputs by name (two underscores for a space) or by place (i0, i1), properties behind one underscore."""
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in inputs.items():
            if key.startswith("_"):
                setattr(node, key[1:], value)
            else:
                self.put(node, key.replace("__", " "), value)
        return node

    def put(self, node, key, value):
        place = node.inputs[int(key[1:])] if key[0] == "i" and key[1:].isdigit() else node.inputs[key]
        if hasattr(value, "bl_idname") and hasattr(value, "outputs"):
            value = value.outputs[0]
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, place)
        else:
            place.default_value = value

    def math(self, op, a, b=0.0, c=0.0):
        return self.add("Math", _operation=op, i0=a, i1=b, i2=c)

    def between(self, value, a, b, lo=0.0, hi=1.0, smooth=True):
        kind = "SMOOTHSTEP" if smooth else "LINEAR"
        return self.add("MapRange", _interpolation_type=kind, i0=value, i1=a, i2=b, i3=lo, i4=hi)

    def attribute(self, name):
        return self.add("Attribute", _attribute_name=name).outputs["Fac"]

    def mix(self, factor, a, b):
        return self.add("MixShader", i0=factor, i1=a, i2=b)

    def principled(self, colour, rough, metal=0.0, coat=0.0, specular=0.5):
        return self.add("BsdfPrincipled", Base__Color=colour, Roughness=rough, Metallic=metal, Clearcoat=coat,
                        Clearcoat__Roughness=0.012, Specular=specular)

    def end(self, shader, kind="OutputMaterial"):
        self.tree.links.new(shader.outputs[0], self.tree.nodes.new("ShaderNode" + kind).inputs[0])


class Material(Nodes):
    def __init__(self, name):
        self.made = bpy.data.materials.new(name)
        self.made.use_nodes = True
        super().__init__(self.made.node_tree)

    def done(self, shader):
        self.end(shader)
        return self.made


def linear(hex_):
    values = (int(hex_[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return tuple(v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in values) + (1.0,)


def grey(v):
    return (v, v, v, 1.0)


# The channels of a traced picture are not red, green and blue (colours.py makes those of them): the first has a white
# car, the second a black one, and the third a black one in a studio that is tinted. So one picture gives every colour.
PAINT = (1.0, 0.0, 0.0, 1.0)


def tinted(hex_):
    r, _, b, _ = linear(hex_)
    return (r, r, b, 1.0)


def simple(name, colour, rough, metal=0.0, coat=0.0, specular=0.5):
    m = Material(name)
    return m.done(m.principled(colour, rough, metal, coat, specular))


def glow(name, colour, strength):
    m = Material(name)
    return m.done(m.add("Emission", Color=colour, Strength=strength))


def fresnel(m, least=0.05):
    facing = m.add("LayerWeight", Blend=0.5).outputs["Facing"]
    return m.math("MULTIPLY_ADD", m.math("POWER", facing, 5.0), 0.95 - least, least)


def clear(name, tint, border=None):
    """Thin glass: mirrors at a slant, tints what is behind; with a black border where an attribute is above 0."""
    m = Material(name)
    sheet = m.mix(fresnel(m), m.add("BsdfTransparent", Color=tint), m.add("BsdfGlossy", Color=grey(1), Roughness=0.0))
    if border:
        edge = m.between(m.attribute(border), -0.6, 0.6, smooth=False)
        sheet = m.mix(edge, sheet, m.principled(grey(0.003), 0.1, 0, 1.0))
    return m.done(sheet)


def paint(m, normal=None):
    """Metallic paint under clear coat, darker at a slant. Its light is linear in its colour: colours.py relies on that."""
    facing = m.add("LayerWeight", Blend=0.3).outputs["Facing"]
    dark = tuple(v * 0.3 for v in PAINT[:3]) + (1.0,)
    base = m.principled(m.add("MixRGB", i0=facing, i1=PAINT, i2=dark), 0.3, 0.6, 1.0, 0.4)
    if normal:
        m.put(base, "Normal", normal)
        m.put(base, "Clearcoat Normal", normal)
    return base


def body_paint(gap):
    """The paint with the gaps between panels, which `gap` reads from images."""
    m = Material("body")
    g = gap(m)
    bump = m.add("Bump", Strength=0.8, Distance=0.003, Height=m.math("SUBTRACT", 1.0, g))
    shader = m.mix(m.math("MULTIPLY", g, 0.96), paint(m, bump), m.principled(grey(0.002), 0.9))
    back = m.add("NewGeometry").outputs["Backfacing"]
    return m.done(m.mix(back, shader, m.principled(grey(0.008), 0.8)))


def rubber(name, tyre):
    """A tyre in its own axes: blocks at the shoulder and a ribbed ring on the wall."""
    m = Material(name)
    at = m.add("SeparateXYZ", i0=m.add("TexCoord").outputs["Object"])
    radius = m.math("SQRT", m.math("ADD", m.math("POWER", at.outputs[0], 2.0), m.math("POWER", at.outputs[2], 2.0)))
    angle = m.math("DIVIDE", m.math("ARCTAN2", at.outputs[2], at.outputs[0]), 6.28318)

    def ribs(n, lo, hi, share):
        wave = m.math("ABSOLUTE", m.math("SUBTRACT", m.math("FRACT", m.math("MULTIPLY", angle, n)), 0.5))
        ring = m.math("MULTIPLY", m.between(radius, lo, lo + 0.002), m.between(radius, hi, hi + 0.002, 1.0, 0.0))
        return m.math("MULTIPLY", m.between(wave, share, share + 0.05), ring)

    shoulder = ribs(62.0, tyre - 0.034, tyre + 0.1, 0.40)
    wall = ribs(230.0, tyre - 0.066, tyre - 0.052, 0.25)
    height = m.math("SUBTRACT", m.math("MULTIPLY", wall, 0.3), shoulder)
    bump = m.add("Bump", Strength=1.0, Distance=0.004, Height=height)
    shader = m.principled(grey(0.012), 0.55, specular=0.35)
    m.put(shader, "Normal", bump)
    return m.done(m.mix(m.math("MULTIPLY", shoulder, 0.75), shader, m.principled(grey(0.002), 0.9, specular=0.1)))


def only_the_roof():
    """Makes everything black but the roof of the body."""
    for made in bpy.data.materials:
        n = Nodes(made.node_tree)
        light = n.attribute("roof") if made.name == "body" else 0.0
        n.end(n.add("Emission", Color=grey(1), Strength=light))
