"""Wheels: five pairs of spokes with a bright face and dark sides, tyres, brakes, and the arches behind them."""

import math

import bpy
from mathutils import Vector

import materials as mat
from meshes import lathe, mesh, rounded

FACE = mat.simple("spoke face", mat.grey(0.62), 0.2, 1.0)
POCKET = mat.simple("spoke side", mat.grey(0.05), 0.3, 0.6, 0.6)
BARREL = mat.simple("barrel", mat.grey(0.035), 0.35, 0.7)
DISC = mat.simple("disc", mat.grey(0.33), 0.28, 1.0)
CALIPER = mat.simple("caliper", mat.grey(0.05), 0.35, 0.5)
BLACK = mat.simple("arch", mat.grey(0.006), 0.6)
CAP = mat.simple("cap", mat.grey(0.02), 0.2, 0.2, 1.0)
STUD = mat.simple("stud", mat.grey(0.25), 0.3, 1.0)


def wheel(x, side, meta, turned, steered):
    R, rim, h = meta["tyre"], meta["rim"], meta["tyreWidth"] / 2
    hub = bpy.data.objects.new("wheel", None)
    bpy.context.scene.collection.objects.link(hub)
    hub.location = (x / 1000, side * (meta["track"] - h) / 1000, R / 1000)
    hub.scale = (1, side, 1)
    hub.rotation_euler = (0, math.radians(turned), math.radians(steered))
    tyre = [(rim - 16, h - 36), (rim + 2, h - 9), (rim + 9, h - 4), (rim + 13, h - 5), (rim + 20, h - 1),
            (rim + 42, h + 2), (rim + 44, h + 4), (rim + 60, h + 3.4), (rim + 62, h + 1), (R - 34, h - 3),
            (R - 20, h - 10), (R - 8, h - 19), (R - 2, h - 33)]
    for y in (56, 20, -20, -56):
        tyre += [(R, y + 9), (R - 9, y + 6), (R - 9, y - 6), (R, y - 9)]
    tyre += [(R - 8, -h + 20), (R - 22, -h + 10), (rim + 40, -h), (rim, -h + 20)]
    parts = [
        lathe("tyre", tyre, mat.rubber("rubber", R / 1000), 160, 30),
        lathe("lip", [(rim + 6, h - 10), (rim + 7, h - 5), (rim + 1, h - 2.5), (rim - 7, h - 5), (rim - 9, h - 12)], FACE, 128),
        lathe("barrel", [(rim - 8, h - 10), (rim - 13, h - 24), (rim - 22, h - 70), (rim - 30, -h + 30), (0, -h + 20)], BARREL, 96),
        lathe("disc", [(70, 2), (172, 2), (172, -10)], DISC, 96),
        lathe("bell", [(0, 20), (72, 18), (78, 2)], BARREL, 64),
        lathe("hub", [(30, h - 17), (48, h - 18), (66, h - 26), (70, h - 60)], FACE, 64),
        lathe("cap", [(0, h - 13), (27, h - 14), (31, h - 18), (33, h - 24)], CAP, 64),
        rounded("caliper", (150, -4, 30), (34, 26, 74), CALIPER, 0.4),
    ]
    for k in range(5):
        a = math.radians(72 * k + 36)
        parts.append(lathe("stud", [(0, h - 24), (8, h - 24), (9, h - 40)], STUD, 6, 20))
        parts[-1].location = (0.049 * math.sin(a), 0, 0.049 * math.cos(a))
        for s in (1, -1):
            parts += spoke(math.radians(72 * k + s * 26), math.radians(72 * k + s * 9.5), rim, h)
    for p in parts:
        p.parent = hub


def spoke(a0, a1, rim, h):
    r0, r1, w0, w1 = 0.17 * rim, 0.972 * rim, 0.058 * rim, 0.082 * rim
    A, B = (Vector((r * math.sin(a), 0, r * math.cos(a))) for r, a in ((r0, a0), (r1, a1)))
    d = (B - A).normalized()
    across = Vector((d.z, 0, -d.x))
    steps = [i / 10 for i in range(11)]

    def rings(profile):
        v = []
        for t in steps:
            w = w0 + (w1 - w0) * t - 3 * math.sin(math.pi * t)
            y = h - 25 + 19 * t**2.4 - 9 * math.sin(math.pi * t) ** 2
            v += [tuple(A.lerp(B, t) + across * w * o + Vector((0, y + dy, 0))) for o, dy in profile]
        return v

    def shell(name, profile, material):
        k = len(profile)
        f = [(t * k + j, t * k + j + 1, t * k + j + k + 1, t * k + j + k) for t in range(10) for j in range(k - 1)]
        return mesh(name, rings(profile), f, material, True, 30)

    return [shell("spoke", [(-0.86, -2), (-0.74, 0), (0.74, 0), (0.86, -2)], FACE),
            shell("spoke side", [(-1.15, -52), (-1.0, -8), (-0.86, -2)], POCKET),
            shell("spoke side", [(0.86, -2), (1.0, -8), (1.15, -52)], POCKET)]


def arch(x, side, meta):
    R, ra = meta["tyre"], meta["arch"] + 1
    v, n = [], 64
    for i in range(n + 1):
        a = math.radians(-14 + 208 * i / n)
        z = R + ra * math.sin(a)
        for y in (850 - max(0, 330 - z) * 2.4, 470):
            v.append((x + ra * math.cos(a), side * y, z))
    f = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(n)]
    v.append((x, side * 470, R))
    f += [(2 * i + 1, 2 * i + 3, len(v) - 1) for i in range(n)]
    mesh("liner", v, f, BLACK)
