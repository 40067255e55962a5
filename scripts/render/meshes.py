"""Simple solids, in millimetres."""

import math

import bpy
from mathutils import Vector


def link(name, data, material):
    if material:
        data.materials.append(material)
    made = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made)
    return made


def mesh(name, v, f, material, smooth=True, auto=None):
    m = bpy.data.meshes.new(name)
    m.from_pydata([(a / 1000, b / 1000, c / 1000) for a, b, c in v], [], f)
    m.update()
    for p in m.polygons:
        p.use_smooth = smooth
    if auto:
        m.use_auto_smooth, m.auto_smooth_angle = True, math.radians(auto)
    return link(name, m, material)


def from_arrays(name, P, F, material, N=None, values=None, auto=35):
    """A mesh of many faces with as many corners each, with its own normals and values at its points."""
    m = bpy.data.meshes.new(name)
    n, k = F.shape
    m.vertices.add(len(P))
    m.vertices.foreach_set("co", (P / 1000).astype("f4").ravel())
    m.loops.add(n * k)
    m.loops.foreach_set("vertex_index", F.ravel())
    m.polygons.add(n)
    m.polygons.foreach_set("loop_start", range(0, n * k, k))
    m.polygons.foreach_set("loop_total", [k] * n)
    m.polygons.foreach_set("use_smooth", [True] * n)
    m.update(calc_edges=True)
    m.use_auto_smooth, m.auto_smooth_angle = True, math.radians(auto)
    if N is not None:
        m.normals_split_custom_set_from_vertices(N.tolist())
    for key, value in (values or {}).items():
        m.attributes.new(key, "FLOAT", "POINT").data.foreach_set("value", value.astype("f4").ravel())
    return link(name, m, material)


def tube(name, points, r, material, closed=False):
    c = bpy.data.curves.new(name, "CURVE")
    c.dimensions, c.bevel_depth, c.bevel_resolution = "3D", r / 1000, 3
    s = c.splines.new("POLY")
    s.points.add(len(points) - 1)
    s.use_cyclic_u, s.use_smooth = closed, True
    for p, q in zip(s.points, points):
        p.co = (q[0] / 1000, q[1] / 1000, q[2] / 1000, 1)
    return link(name, c, material)


def slat(name, points, profile, material):
    """A profile of (x, z) along a line, each a place around its points."""
    n, k = len(points), len(profile)
    v = [(p[0] + dx, p[1], p[2] + dz) for p in points for dx, dz in profile]
    f = [(i * k + j, i * k + (j + 1) % k, (i + 1) * k + (j + 1) % k, (i + 1) * k + j)
         for i in range(n - 1) for j in range(k)]
    return mesh(name, v, f, material, True, 30)


def lathe(name, profile, material, n=96, auto=35):
    """Turns a profile of (radius, along y) around the y axis."""
    v, k = [], len(profile)
    for i in range(n):
        a = 2 * math.pi * i / n
        v += [(r * math.cos(a), y, r * math.sin(a)) for r, y in profile]
    f = [(i * k + j, (i + 1) % n * k + j, (i + 1) % n * k + j + 1, i * k + j + 1)
         for i in range(n) for j in range(k - 1)]
    return mesh(name, v, f, material, True, auto)


def forward(made, at):
    """Turns a lathe's axis to the front of the car, and puts it there."""
    made.rotation_euler = (0, 0, math.radians(90))
    made.location = [v / 1000 for v in at]
    return made


def rounded(name, at, size, material, power=0.5, warp=None, lean=0.0, n=24):
    """A box with round edges: a superellipsoid."""
    def bend(v):
        return math.copysign(abs(v) ** power, v)

    v, f = [], []
    for i in range(n + 1):
        for j in range(2 * n):
            a, b = math.pi * i / n, math.pi * j / n
            q = [bend(math.sin(a)) * bend(math.cos(b)), bend(math.sin(a)) * bend(math.sin(b)), bend(math.cos(a))]
            if warp:
                q = warp(q)
            x, z = q[0] * size[0], q[2] * size[2]
            c, s = math.cos(lean), math.sin(lean)
            v.append((at[0] + x * c + z * s, at[1] + q[1] * size[1], at[2] - x * s + z * c))
    for i in range(n):
        for j in range(2 * n):
            k = (j + 1) % (2 * n)
            f.append((i * 2 * n + j, (i + 1) * 2 * n + j, (i + 1) * 2 * n + k, i * 2 * n + k))
    return mesh(name, v, f, material)


def box(name, x, y, z, material):
    v = [(a, b, c) for a in x for b in y for c in z]
    f = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return mesh(name, v, f, material, False)


def prism(name, outline, x0, x1, material, bevel=0.0):
    """An outline of (y, z) pushed from x0 to x1, with its front edge cut off."""
    n = len(outline)
    cy, cz = sum(p[0] for p in outline) / n, sum(p[1] for p in outline) / n
    rings = [(x0, bevel), (x0 + bevel, 0.0), (x1, 0.0)]
    v = []
    for x, inset in rings:
        for k in range(n):
            a, b, c = (Vector(outline[(k + d) % n]) for d in (-1, 0, 1))
            e, g = (b - a).normalized(), (c - b).normalized()
            out = Vector((e.y + g.y, -e.x - g.x))
            out = out / max(0.25, out.length_squared) * 2
            sign = 1 if out.dot(b - Vector((cy, cz))) > 0 else -1
            p = b - out * inset * sign * (0.5 if out.length > 2.2 else 1)
            v.append((x, p.x, p.y))
    f = [tuple(range(n))]
    for r in range(2):
        f += [(r * n + k, (r + 1) * n + k, (r + 1) * n + (k + 1) % n, r * n + (k + 1) % n) for k in range(n)]
    return mesh(name, v, f, material, False)
