"""The parts of the Tarn that are not cut out of its body: optics, bars, mirrors, handles, cabin, underbody."""

import math

import bpy
from mathutils import Matrix

import materials as mat
from meshes import box, forward, lathe, mesh, prism, rounded, slat, tube

BLACK = mat.simple("black", mat.grey(0.006), 0.35)
MATT = mat.simple("matt", mat.grey(0.004), 0.8)
PLASTIC = mat.simple("plastic", mat.grey(0.013), 0.5)
GLOSS = mat.simple("gloss", mat.grey(0.005), 0.12, 0, 1.0)
DARK_METAL = mat.simple("dark metal", mat.grey(0.13), 0.28, 1.0)
SATIN = mat.simple("satin", mat.grey(0.42), 0.25, 1.0)
CHROME = mat.simple("chrome", mat.grey(0.78), 0.08, 1.0)
LIGHT = mat.glow("light", mat.grey(1), 5.0)
RED = mat.glow("red", mat.grey(0.2), 1.0)
LENS = mat.simple("lens", (0.07, 0.07, 0.12, 1), 0.02, 0.6, 1.0)
BULB = mat.glow("bulb", mat.grey(1), 1.6)
CLOTH = mat.simple("cloth", mat.grey(0.035), 0.7)
DASH = mat.simple("dash", mat.grey(0.016), 0.6)
PLATE = mat.simple("plate", mat.grey(0.5), 0.45)

# What the pieces of shape.py are made of; those that need the paint or glass are in scene.py.
PIECES = {
    "clad": PLASTIC, "cladEdge": PLASTIC, "archEdge": PLASTIC, "lip": SATIN, "lipEdge": SATIN,
    "lampRim": GLOSS, "lampWall": GLOSS, "lampFloor": GLOSS, "lampShelf": DARK_METAL, "light": LIGHT, "lightRim": BLACK,
    "grilleFrame": SATIN, "grilleBack": MATT, "grilleBar": DARK_METAL, "intakeEdge": PLASTIC, "intakeBack": MATT,
    "ductEdge": GLOSS, "ductBack": MATT, "screenEdge": GLOSS, "rearEdge": GLOSS, "windowEdge": GLOSS,
    "tailWall": GLOSS, "tailFloor": GLOSS, "tailLight": RED,
}


def optics(line, mirrored):
    for at in line["optics"]:
        at = mirrored(at)
        forward(lathe("bezel", [(27, 14), (25, 17), (19, 6), (18, -12), (0, -14)], CHROME, 48), at)
        rounded("lens", (at[0] + 2, at[1], at[2]), (11, 17, 17), LENS, 1.0)
        forward(lathe("halo", [(19.5, 9), (21.5, 12.5)], BULB, 48), at)
    for at in line["fog"]:
        at = mirrored(at)
        forward(lathe("fog", [(37, -6), (36, 8), (31, 11), (27, 4), (25, -16), (0, -20)], DARK_METAL, 48), at)
        rounded("fog lens", (at[0] + 4, at[1], at[2]), (12, 25, 25), LENS, 1.0)
    for points in line["ductSlats"]:
        slat("duct slat", [mirrored(p) for p in points], [(0, 4), (36, 9), (36, 3), (0, -3), (-3, 0)], PLASTIC)


def face(line):
    for points in line["bars"]:
        # A blade with a bright, narrow edge over a black body.
        slat("bar", points, [(-4, 0), (-1, 5), (34, 9), (34, 3), (-1, -4)], GLOSS)
        slat("bar edge", points, [(-6, 0), (-3.5, 3.2), (0, 3.6), (0, -2.6), (-3.5, -2.6)], DARK_METAL)
    for points in line["slats"]:
        slat("slat", points, [(-2, 0), (2, 6), (48, 10), (48, 4), (2, -5)], PLASTIC)
    # The mark on its plate (a grid of 64 with y down, as in mark.svg).
    at, k = line["badge"], 2.5
    shapes = ([(3, 25), (61, 8), (51, 25)], [(22, 31), (39, 31), (30, 57), (13, 57)], [(44, 47), (57, 47), (53.5, 57), (40.5, 57)])
    for points in shapes:
        outline = [(at[1] - (u - 32) * k, at[2] - (v - 33) * k) for u, v in points]
        prism("mark", outline, at[0] - 13, at[0] + 14, CHROME, 3.0)
    p = line["plate"]
    rounded("plate", (p[0] - 3, 0, p[2]), (5, 178, 54), PLATE, 0.1)
    rounded("plate holder", (p[0] + 6, 0, p[2]), (8, 190, 64), PLASTIC, 0.12)


def side(line, mirrored, s, paint):
    for points in line["handles"]:
        c = mirrored(points[4])
        rounded("handle", c, (112, 19, 17), paint, 0.6)
        rounded("cup", (c[0] - 6, c[1] - s * 15, c[2] - 4), (92, 8, 25), BLACK, 0.7)
    tube("trim", [mirrored(p) for p in line["trim"]], 5.5, SATIN)
    m = line["mirror"]

    def wing(q):
        return (q[0], q[1], q[2] * (1 - 0.26 * q[1] * s) * (1 - 0.25 * max(0, -q[0])))

    rounded("mirror", (m[0] + 2, s * (m[1] + 128), m[2] + 68), (88, 116, 66), paint, 0.6, wing)
    rounded("mirror foot", (m[0] + 6, s * (m[1] + 118), m[2] + 12), (76, 98, 28), GLOSS, 0.6)
    rounded("mirror glass", (m[0] + 84, s * (m[1] + 128), m[2] + 66), (8, 100, 52), CHROME, 0.5)
    tube("stalk", [mirrored((m[0] + 12, m[1] - 30, m[2] - 10)), mirrored((m[0] + 8, m[1] + 80, m[2] + 12))], 22, GLOSS)


def cabin(line):
    for x, z in line["seats"]:
        front = x < 2500
        for y in (-370, 370) if front else (-420, 0, 420):
            rounded("back", (x + 60, y, z - 290), (70, 240, 330), CLOTH, 0.5, None, 0.30)
            rounded("bolster", (x + 40, y - 200, z - 300), (75, 48, 270), DASH, 0.6, None, 0.30)
            rounded("bolster", (x + 40, y + 200, z - 300), (75, 48, 270), DASH, 0.6, None, 0.30)
            rounded("head", (x + 128, y, z + 88), (42, 122, 70), CLOTH, 0.5, None, 0.2)
            for d in (-50, 50):
                tube("post", [(x + 118, y + d, z + 40), (x + 110, y + d, z - 30)], 7, SATIN)
        rounded("seat", (x - 200, 0, z - 600), (300, 640, 90), CLOTH, 0.5)
    rounded("dash", (1560, 0, 925), (260, 760, 130), DASH, 0.4)
    rounded("cowl", (1690, 370, 1040), (70, 190, 38), BLACK, 0.5)
    rounded("display", (1720, 20, 1060), (9, 150, 62), GLOSS, 0.2)
    rounded("inner mirror", (1905, 0, 1420), (14, 120, 34), BLACK, 0.4)
    ring = [(172 + 15 * math.cos(2 * math.pi * i / 12), 15 * math.sin(2 * math.pi * i / 12)) for i in range(13)]
    turn = Matrix.Rotation(math.radians(-25), 4, "Y") @ Matrix.Rotation(math.radians(90), 4, "Z")
    lathe("wheel", ring, BLACK, 48).matrix_world = Matrix.Translation((1.86, 0.37, 1.03)) @ turn
    lathe("wheel hub", [(0, 20), (60, 16), (70, 0)], BLACK, 24).matrix_world = Matrix.Translation((1.86, 0.37, 1.03)) @ turn
    for z in (-1, 1):
        rounded("wheel spoke", (1860, 370 + z * 90, 1030), (12, 90, 18), BLACK, 0.6)
    box("floor of the cabin", (1250, 4150), (-760, 760), (430, 470), MATT)
    box("tailgate lining", (4060, 4075), (-600, 600), (500, 980), MATT)


def underbody(meta):
    a, (w0, w1) = meta["arch"], meta["wheels"]
    box("underbody", (330, meta["length"] - 330), (-465, 465), (225, 420), MATT)
    box("sills", (w0 + a + 6, w1 - a - 6), (-800, 800), (215, 420), MATT)
    box("front of the underbody", (250, w0 - a - 30), (-560, 560), (230, 330), MATT)
    box("rear of the underbody", (w1 + a + 10, meta["length"] - 200), (-700, 700), (270, 420), MATT)


def rear(meta):
    x = meta["length"]
    rounded("rear plate", (x - 6, 0, 700), (8, 178, 54), PLATE, 0.1)
    for y in (-560, 560):
        rounded("exhaust", (x - 70, y, 300), (60, 70, 28), SATIN, 0.3)


def everything(meta, paint):
    line = meta["lines"]
    face(line)
    cabin(line)
    underbody(meta)
    rear(meta)
    for s in (1, -1):
        mirrored = (lambda p: p) if s > 0 else (lambda p: [p[0], -p[1], p[2]])
        optics(line, mirrored)
        side(line, mirrored, s, paint)
    for points in line["wipers"]:
        tube("wiper", [(p[0] - 12, p[1], p[2] + 9) for p in points], 6, BLACK)
