"""Makes the meshes of the Tarn from the curves of its drawing: python3 shape.py STEM OUT.npz [coarseness]

STEM is src/lib/art/models/tarn without its ending. Needs numpy.
"""

import json
import re
import sys

import numpy as np

from body import (ARCH, FRONT, LENGTH, SIDE, TYRE, WHEELS, cast, field, normals, on_front, on_side)
from curves import closed, curve, ease, many, mirrored, number, one, rows, signed, to_line
from surface import Surface, mirror, sweep

OUT = sys.argv[2]
COARSE = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0

# Rays from a line through the middle of the car, in the planes around it and around its ends.
n_round = int(430 / COARSE)
round_ = np.linspace(-np.pi / 2, np.pi / 2, n_round)
nose, tail = np.array([620.0, 0, 640]), np.array([3700.0, 0, 700])
side = np.stack([np.zeros(n_round), np.cos(round_), np.sin(round_)], -1)
rays = [(side * np.sin(f) + [-np.cos(f), 0, 0], nose) for f in np.linspace(0.001, np.pi / 2, int(230 / COARSE))]
along = np.linspace(0, 1, int(450 / COARSE))[1:-1]
rays += [(side, nose + (tail - nose) * t) for t in along]
rays += [(side * np.sin(f) + [np.cos(f), 0, 0], tail) for f in np.linspace(np.pi / 2, 0.002, int(120 / COARSE))]
P = cast(np.array([o for _, o in rays])[:, None, :], np.array([d for d, _ in rays]), 1500.0)
N = normals(P[..., 0], P[..., 1], P[..., 2])
X, Y, Z = P[..., 0], np.abs(P[..., 1]), P[..., 2]

# What is drawn on the body, as distances at its points. Shapes of the front view end where those of the side begin.
CORNER = 745.0
on_nose, on_flank = np.maximum(Y - CORNER, X - 620), np.maximum(CORNER - 12 - Y, X - 900)
f = {}
lamp_front, lamp_side = (re.search(r"lamp: '([^']*)'", t)[1] for t in (FRONT, SIDE))
f["lamp"] = np.minimum(
    np.maximum(signed(Y, Z, closed(lamp_front)), on_nose), np.maximum(signed(X, Z, closed(lamp_side)), on_flank))
f["grille"] = np.maximum(signed(Y, Z, mirrored(one(FRONT, "shape"))), X - 620)
f["intake"] = np.maximum(signed(Y, Z, mirrored(one(FRONT, "intake"))), X - 620)
f["duct"] = np.maximum(signed(Y, Z, closed(many(FRONT, "ducts")[0])), X - 620)
f["lip"] = np.maximum(signed(Y, Z, mirrored(one(FRONT, "lip"))), X - 620)
arches = np.minimum.reduce([np.hypot(X - w, Z - TYRE) for w in WHEELS])
sills = [signed(X, Z, closed(t)) for t in many(SIDE, "skirts")[1:]]
between = np.maximum(Z - number(SIDE, "cladTop"), np.maximum(WHEELS[0] - X, X - WHEELS[1]))
clad = np.minimum.reduce([*sills, between, arches - ARCH - number(SIDE, "cladWidth")])
apron = np.maximum(signed(np.minimum(Y, 600), Z, mirrored(one(FRONT, "apron"))), X - 560)
f["clad"] = np.minimum(apron, np.maximum(clad, np.maximum(560 - Y, 430 - X)))
f["screen"] = np.maximum(signed(Y, Z, mirrored(one(FRONT, "screen"))), np.maximum(1100 - X, X - 2150))
window = np.maximum(signed(X, Z, closed(one(SIDE, "glass"))), 430 - Y)
pillars = np.minimum.reduce([signed(X, Z, closed(t)) for t in many(SIDE, "pillars")])
f["window"] = window
f["tail"] = np.maximum(signed(X, Z, closed(one(SIDE, "tailamp"))), 500 - Y)
f["rear"] = np.maximum(signed(X, Z, closed(many(SIDE, "screens")[1])), np.maximum(3700 - X, Y - 640))
f["border"] = np.where(f["screen"] < 9, f["screen"] + 26, np.where(f["rear"] < 9, f["rear"] + 30,
                                                                  np.maximum(window + 14, 4 - pillars)))
f["arch"] = np.where(Y > 480, arches - ARCH, 80.0)
roof = curve(one(SIDE, "roofCut"))
f["roof"] = ease(Z - np.interp(X, roof[:, 0], roof[:, 1], left=1e4, right=1e4), -2, 2)
f["gateS"] = ease(np.abs(N[..., 1]), 0.30, 0.4)
f["gateF"] = ease(-N[..., 0], 0.30, 0.4) * (X < 700)
f["gateT"] = ease(N[..., 2], 0.5, 0.62) * (X < 1300)

S = Surface(P, N, f)
GATES = ("gateS", "gateF", "gateT")
pieces = {}


def put(name, piece):
    if piece is not None:
        pieces[name] = mirror(piece)


HOLES = ("lamp", "grille", "intake", "duct", "window", "screen", "rear", "tail", "arch")
put("body", S.patch([(k, -1, 0.0) for k in HOLES], keep=(*GATES, "roof")))
open_face = [(k, -1, 0.0) for k in ("intake", "duct", "arch")]
put("clad", S.patch([("clad", 1, 0.0), *open_face, ("lip", -1, 3.0)], 8))
put("cladEdge", sweep(S.outlines("clad"), [(0.5, -2), (0.5, 5.5), (-1.2, 7.6), (-4, 8)]))
put("archEdge", sweep(S.outlines("arch"), [(2, 8), (-1, 7), (-2.5, 4), (-3, -40)]))
put("lip", S.patch([("lip", 1, 0.0)], 17))
put("lipEdge", sweep(S.outlines("lip"), [(2.5, 0), (2, 13), (0, 16.4), (-3, 17)]))
# Lamps: a clear cover in the skin, a dark rim, walls, a floor.
put("lampCover", S.patch([("lamp", 1, 0.0)], -1))
put("lampRim", sweep(S.outlines("lamp"), [(0.8, -1.5), (0.4, 0.3), (-0.6, 0), (-4, -0.6), (-5, -3)]))
put("lampWall", sweep(S.outlines("lamp"), [(-3, -2), (-3.5, -14), (-9, -16), (-10, -60)]))
put("lampFloor", S.patch([("lamp", 1, 4.0)], -52))
light = S.outlines("lamp", -15, 4)
put("lampShelf", sweep(S.outlines("lamp", -7, 4), [(0, -15), (-14, -17), (-15, -24), (-16, -58)]))
# The grille: a frame that stands out, walls, a dark back.
put("grilleFrame", sweep(S.outlines("grille"), [
    (12, -1), (12, 3), (9.5, 7), (1, 9), (-2, 8), (-5, 2), (-6, -16), (-6, -75)]))
put("grilleBack", S.patch([("grille", 1, 8.0)], -78))
put("grilleBar", sweep(S.outlines("grille", -16, 5), [(3, -14), (3, -6), (0, -4.5), (-3, -6), (-3, -14)]))
for name, deep in (("intake", 95), ("duct", 74)):
    put(name + "Edge", sweep(S.outlines(name), [(5, -1), (4.5, 2.2), (0, 3.2), (-3.5, 1), (-6, -10), (-12, -deep)]))
    put(name + "Back", S.patch([(name, 1, 6.0)], -deep + 4))
put("screen", S.patch([("screen", 1, 0.0)], -3, keep=("border",)))
put("window", S.patch([("window", 1, 0.0)], -5, keep=("border",)))
put("rear", S.patch([("rear", 1, 0.0)], -3, keep=("border",)))
for name in ("screen", "rear"):
    put(name + "Edge", sweep(S.outlines(name), [(1, -2), (0.5, 0.4), (-2, 0), (-5, -5)]))
put("windowEdge", sweep(S.outlines("window"), [(3, -1), (2.5, 2), (-1, 2.6), (-5, 1), (-7, -8)]))
put("tailCover", S.patch([("tail", 1, 0.0)], 1))
put("tailWall", sweep(S.outlines("tail"), [(0.8, -1.5), (0.4, 1.2), (-3, 1), (-4, -30)]))
put("tailFloor", S.patch([("tail", 1, 3.0)], -28))


def strip(line, inner, outer, lo, hi):
    return sweep([line], [(inner, lo), (inner, hi), (outer, hi), (outer, lo)])


# The daytime light follows the lamp's outline, from the inner end over the top to the tip.
P_, N_, B_, is_closed = max(light, key=lambda o: len(o[0]))
if is_closed:
    P_, N_, B_ = P_[:-1], N_[:-1], B_[:-1]
bottom = int(np.argmin(P_[:, 2] + 0.9 * P_[:, 1]))
P_, N_, B_ = (np.roll(a, -bottom, 0) for a in (P_, N_, B_))
if P_[12, 2] < P_[-12, 2]:
    P_, N_, B_ = P_[::-1], N_[::-1], B_[::-1]
tip = int(np.argmax(P_[:, 0]))
put("light", strip((P_[:tip], N_[:tip], B_[:tip], False), -4.5, 4.5, -22, -15))
put("lightRim", strip((P_[:tip], N_[:tip], B_[:tip], False), -8, 7, -26, -18.5))
P_, N_, B_, _ = max(S.outlines("tail", -14, 4), key=lambda o: len(o[0]))
put("tailLight", strip((P_, N_, B_, False), -5, 5, -14, -8))


# The gaps between panels, in three projections.
def gaps(lines, x0, y0, w, h, scale=2):
    im = np.full((h * scale, w * scale), 30.0, "f4")
    for line in lines:
        for a, b in zip(line[:-1], line[1:]):
            lo = np.floor((np.minimum(a, b) - [x0, y0]) * scale).astype(int) - 18
            hi = np.ceil((np.maximum(a, b) - [x0, y0]) * scale).astype(int) + 18
            lo, hi = np.maximum(lo, 0), np.minimum(hi, [w * scale, h * scale])
            if (hi <= lo).any():
                continue
            u, v = np.meshgrid((np.arange(lo[0], hi[0]) + 0.5) / scale + x0, (np.arange(lo[1], hi[1]) + 0.5) / scale + y0)
            part = im[lo[1] : hi[1], lo[0] : hi[0]]
            part[:] = np.minimum(part, to_line(u, v, np.array([a, b])))
    return {"data": (255 * np.clip(1 - ease(im, 2.4, 4.6), 0, 1)).astype("u1"), "at": [x0, y0, w, h]}


cuts = [curve(t, n=24) for t in many(SIDE, "cuts")]
del cuts[3]
flap, t = rows(SIDE, "flap"), np.linspace(0, 2 * np.pi, 60)
square = lambda v: np.sign(v) * np.abs(v) ** 0.4
cuts.append(np.stack([flap[0] + 62 * square(np.cos(t)), flap[1] + 66 * square(np.sin(t))], -1))
images = {
    "gapS": gaps(cuts, -50, 100, 4500, 1550),
    "gapF": gaps([curve(t, n=24) for t in many(FRONT, "cuts")[1:3]], -5, 100, 1000, 1000),
    "gapT": gaps([curve("345,640 520,742 900,770 1235,742", n=40)], -50, -5, 1400, 1000),
}

# Lines and places for parts that are not cut out of the body.
line = {}
grille, half = mirrored(one(FRONT, "shape")), curve(one(FRONT, "shape"))
line["bars"] = []
for z in np.arange(half[:, 1].min() + 15, half[:, 1].max() - 6, 25.0):
    y = np.linspace(0, 420, 400)
    inside = signed(y, np.full(400, z), grille) < -6
    if inside.sum() > 4:
        e = y[inside].max()
        line["bars"].append(on_front(np.stack([np.linspace(-e, e, 60), np.full(60, z)], -1), 12).tolist())
spread = lambda a, b, z, n=50: np.stack([np.linspace(a, b, n), np.full(n, z)], -1)
line["slats"] = [on_front(spread(-e, e, z), 30).tolist() for z, e in ((388, 385), (418, 425), (448, 450), (476, 450))]
line["ductSlats"] = [on_front(spread(*e, z), 26).tolist() for z, e in ((478, (580, 712)), (590, (572, 728)))]
line["optics"] = [on_front([o], 34)[0].tolist() for o in ([486, 846], [592, 864], [698, 885])]
line["fog"] = [on_front([o[:2]], 26)[0].tolist() for o in rows(FRONT, "fog")]
line["badge"] = on_front([[0, rows(FRONT, "badge")[0]]])[0].tolist()
line["plate"] = on_front([[0, 448]])[0].tolist()
line["wipers"] = [
    on_front(np.stack([np.linspace(a, b, 30), np.linspace(1112, z, 30)], -1) * 1.0, 0, 2200.0).tolist()
    for a, b, z in ((30, 600, 1132), (-660, -60, 1128))]
line["handles"] = [
    on_side([[h[0] + s, h[1]] for s in np.linspace(-105, 105, 9)], -14).tolist() for h in rows(SIDE, "handles")]
line["seats"] = rows(SIDE, "seats")
line["mirror"] = on_side([[1470, 1105]])[0].tolist()
trim = curve(one(SIDE, "trim"), n=16)
line["trim"] = on_side(trim[:70] - [0, 6], -3).tolist()
line["tailTop"] = on_side([[4100, 1000]])[0].tolist()
meta = {"lines": line, "wheels": WHEELS, "tyre": TYRE, "arch": ARCH, "rim": number(SIDE, "rim") / 2,
        "track": number(FRONT, "track"), "tyreWidth": number(FRONT, "tyreWidth"), "length": LENGTH,
        "images": {k: v["at"] for k, v in images.items()}, "pieces": list(pieces), "gates": GATES}
arrays = {f"image {k}": v["data"] for k, v in images.items()}
for name, piece in pieces.items():
    for k, v in piece.items():
        arrays[f"piece {name} {k}"] = v.astype("i4" if k == "F" else "f4")
np.savez(OUT, meta=json.dumps(meta), **arrays)
print({k: len(v["F"]) for k, v in pieces.items()})
