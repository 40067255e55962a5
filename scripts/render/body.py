"""The body of the Tarn as a field: negative inside, nearly a distance. Millimetres; x from the nose, y from the middle.

The side's profile is pushed back by a curve in plan and joined, by a rounded maximum, with the width of the front view.
The numbers here (plan, crown, creases, pockets) are the Tarn's own: another model needs its own.
"""

import sys

import numpy as np

from curves import (Grid, blurred, closed, curve, ease, fair, mirrored, number, one, rounded_max, signed)

STEM = sys.argv[1]
SIDE, FRONT = open(STEM + ".ts").read(), open(STEM + "-front.ts").read()
LENGTH = number(SIDE, "length")
WHEELS = [number(SIDE, "frontOverhang"), number(SIDE, "frontOverhang") + number(SIDE, "wheelbase")]
TYRE = number(SIDE, "tyre") / 2
ARCH = TYRE + number(SIDE, "archGap")


def _profile():
    P = curve(one(SIDE, "profile"), n=60)
    x, z = np.arange(-150, LENGTH + 900, 6.0), np.arange(60, 1760, 6.0)
    d = signed(*np.meshgrid(x, z, indexing="ij"), np.vstack([P, P[:1]]), far=2000)
    return Grid(x[0], z[0], 6.0, blurred(d, 2.6))


def _width():
    cabin, lower = curve(one(FRONT, "cabin"), n=40), curve(one(FRONT, "body"), n=40)
    c = cabin[(cabin[:, 1] <= 1500) & (cabin[:, 1] >= 1075)]
    b = lower[(lower[:, 1] < 1072) & (lower[:, 0] > 560)]
    c, b = c[np.argsort(c[:, 1])], b[np.argsort(b[:, 1])]
    p = np.vstack([[[600, 180]], b, c, [[c[-1, 0] - 90, 1660]]])
    return fair(p[:, 1], p[:, 0], 150, 1680, 14)


def _relief():
    """How far the face is pressed in, seen from the front."""
    y, z = np.arange(-60, 1000, 3.0), np.arange(150, 1000, 3.0)
    u, v = np.meshgrid(y, z, indexing="ij")
    grille = signed(u, v, mirrored(one(FRONT, "shape")))
    out = 0 * u
    # A pocket around each duct, with a sharp brow that runs from the grille to the arch.
    brow = np.interp(u, [400, 560, 700, 790, 860], [640, 676, 704, 722, 735])
    pocket = signed(u, v, closed("452,800! 840,800! 852,640 836,520! 770,428! 560,418! 492,478!"))
    depth = 34 * ease(brow - v, -3, 13) * (1 - 0.55 * ease(brow - v, 60, 300))
    out += depth * ease(-pocket, -8, 16)
    # Room around the lower intake, and a rim around the grille.
    out += 17 * ease(-signed(u, v, mirrored("0,540! 452,540! 520,470! 446,344! 0,338!")), -8, 12)
    out -= 11 * ease(30 - grille, 0, 14)
    return Grid(y[0], z[0], 3.0, blurred(out, 1.7))


profile, width, relief = _profile(), _width(), _relief()
plan_nose = fair(
    [0, 250, 390, 500, 580, 640, 700, 750, 785, 812, 840, 860, 880, 895, 960],
    [0, 6, 16, 32, 58, 92, 140, 195, 245, 298, 370, 440, 540, 640, 900], 0, 1000, 24)
plan_screen = fair([0, 200, 400, 600, 700, 800, 900], [0, 10, 42, 98, 135, 178, 225], 0, 1000, 40)
plan_tail = fair([0, 300, 500, 650, 750, 830, 895], [0, 10, 34, 80, 140, 250, 420], 0, 1000, 40)
_line = curve(one(SIDE, "shoulder"))
shoulder = fair(_line[:, 0], _line[:, 1], -100, LENGTH + 100, 60)
_line = curve(one(SIDE, "rocker"))
rocker = fair(_line[:, 0], _line[:, 1], -100, LENGTH + 100, 60)


def field(x, y, z):
    y = np.abs(y)
    up = ease(z, 1040, 1180)
    k = ease(x, 880, 1290)
    bow = (1 - k) * plan_nose(y) + k * plan_screen(y)
    xf = x - bow * (1 - ease(x, 1950, 2500)) + plan_tail(y) * (1 - 0.5 * up) * ease(x, 2900, 3700)
    xf = xf - relief(y, z) * (1 - ease(x, 330, 620)) * (1 - up)
    crown = (26 + 34 * ease(x, 1300, 2000)) * (y / 700.0) ** 2.4
    front = 1 - ease(x, 1050, 1230)
    dome = 13 * ease(372 + 0.085 * x - y, -18, 18) * ease(z, 840, 960) * front
    a = profile(xf, z + crown * ease(z, 700, 950) - dome + 11 * ease(z, 840, 960) * front)
    taper = 1 - 0.05 * ease(x, 2700, 4345) * (1 + 1.2 * up) - 0.02 * up * (1 - ease(x, 1200, 2000))
    w = width(z) * taper
    # A waist under the shoulder, a hollow in the doors with a crease above the sill, flares over the wheels.
    t = shoulder(x) - z
    w = w - 19 * ease(t, -4, 17) * np.exp(-np.maximum(t, 0) / 125.0) * ease(x, 420, 760)
    mid = ease(x, 1150, 1420) * (1 - ease(x, 3000, 3260))
    w = w - 22 * mid * np.exp(-(((z - 600) / 105.0) ** 2))
    s = rocker(x) - z
    w = w + 8 * mid * ease(s, -10, 24) * np.exp(-np.maximum(s, 0) / 160.0)
    for wheel in WHEELS:
        r = np.hypot(x - wheel, z - TYRE)
        w = w + 18 * np.exp(-(((r - ARCH - 20) / 74.0) ** 2)) * ease(z, 250, 420) * (1 - ease(z, 820, 960))
    return rounded_max(a, y - w, 46 + 50 * up + 26 * ease(z, 860, 1000))


def normals(x, y, z, e=4.0):
    g = np.stack([
        field(x + e, y, z) - field(x - e, y, z),
        field(x, y + e, z) - field(x, y - e, z),
        field(x, y, z + e) - field(x, y, z - e),
    ], -1)
    return g / np.linalg.norm(g, axis=-1, keepdims=True)


def cast(origin, direction, far):
    """Where rays from inside leave the body."""
    shape = direction.shape[:-1]
    lo, hi = np.zeros(shape), np.full(shape, float(far))

    def at(t):
        p = origin + direction * t[..., None]
        return field(p[..., 0], p[..., 1], p[..., 2])

    for _ in range(8):
        m = (lo + hi) / 2
        inside = at(m) < 0
        lo, hi = np.where(inside, m, lo), np.where(inside, hi, m)
    flo, fhi = at(lo), at(hi)
    for _ in range(5):
        m = lo + (hi - lo) * np.clip(flo / (flo - fhi - 1e-9), 0.02, 0.98)
        fm = at(m)
        inside = fm < 0
        # Halving the side that stays keeps it from standing still.
        flo, fhi = np.where(inside, fm, flo / 2), np.where(inside, fhi / 2, fm)
        lo, hi = np.where(inside, m, lo), np.where(inside, hi, m)
    return origin + direction * ((lo + hi) / 2)[..., None]


def _find(points, lo, hi, inside_high):
    """Bisection along one axis for points on the surface."""
    lo, hi = np.full(len(points[0]), float(lo)), np.full(len(points[0]), float(hi))
    x_first = inside_high
    for _ in range(30):
        m = (lo + hi) / 2
        p = (m, *points) if x_first else (points[0], m, points[1])
        inside = field(*p) < 0
        up = inside if x_first else ~inside
        hi, lo = np.where(up, m, hi), np.where(up, lo, m)
    return (lo + hi) / 2


def on_front(p, off=0.0, far=900.0):
    """Points of the front view (y, z) on the nose; `off` sinks them."""
    p = np.asarray(p, float)
    x = _find((np.abs(p[:, 0]), p[:, 1]), -60, far, True)
    r = np.stack([x, p[:, 0], p[:, 1]], -1)
    if (p[:, 0] >= 0).all():
        return r - normals(*r.T) * off
    return r + [off, 0, 0]


def on_side(p, off=0.0):
    """Points of the side view (x, z) on the flank."""
    p = np.asarray(p, float)
    y = _find((p[:, 0], p[:, 1]), 300, 1100, False)
    r = np.stack([p[:, 0], y, p[:, 1]], -1)
    return r - normals(*r.T) * off
