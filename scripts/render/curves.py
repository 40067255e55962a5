"""The curves of the drawings (src/lib/art/curves.ts) and what measures distances to them."""

import re

import numpy as np


def one(text, key):
    return re.search(r"\b%s:\s*'([^']*)'" % key, text).group(1)


def many(text, key):
    return re.findall(r"'([^']*)'", re.search(r"\b%s:\s*\[([^\]]*)\]" % key, text).group(1))


def rows(text, key):
    """A list of numbers, or of lists of numbers."""
    return eval(re.search(r"\b%s:\s*(\[(?:[^\[\]]|\[[^\]]*\])*\])" % key, text).group(1))


def number(text, key):
    return float(re.search(r"\b%s:\s*([\d.]+)" % key, text).group(1))


def wrap(a):
    return np.arctan2(np.sin(a), np.cos(a))


def reach(a, b):
    sa, sb, ca, cb = np.sin(a), np.sin(b), np.cos(a), np.cos(b)
    al = np.sqrt(2) * (sa - sb / 16) * (sb - sa / 16) * (ca - cb)
    return (2 + al) / (1 + 0.5 * (5**0.5 - 1) * ca + 0.5 * (3 - 5**0.5) * cb) / 3


def run(p, n):
    """Hobby's spline through the points of one smooth run."""
    last = len(p) - 1
    P = np.array([q[:2] for q in p], float)
    if last == 1 and p[0][3] is None and p[1][3] is None:
        return P[1:]
    d = P[1:] - P[:-1]
    ln, ch = np.hypot(*d.T), np.arctan2(d[:, 1], d[:, 0])
    psi = np.zeros(last + 1)
    psi[1:last] = wrap(ch[1:] - ch[:-1])
    M, D = np.zeros((last + 1, last + 1)), np.zeros(last + 1)
    first, end = p[0][3], p[last][3]
    M[0, 0] = 1
    if first is None:
        M[0, 1], D[0] = 1, -psi[1]
    else:
        D[0] = wrap(first - ch[0])
    for i in range(1, last):
        a, c = 1 / ln[i - 1], 1 / ln[i]
        M[i, i - 1], M[i, i], M[i, i + 1] = a, 2 * (a + c), c
        D[i] = -(2 * psi[i] * a + psi[i + 1] * c)
    M[last, last] = 1
    if end is None:
        M[last, last - 1] = 1
    else:
        D[last] = wrap(end - ch[-1])
    th, out = np.linalg.solve(M, D), []
    for i in range(last):
        lv = th[i]
        ar = -th[last] if i == last - 1 else -psi[i + 1] - th[i + 1]
        ra, rb = reach(lv, ar) * ln[i], reach(ar, lv) * ln[i]
        h0, h1 = ch[i] + lv, ch[i] - ar
        c0, c3 = P[i], P[i + 1]
        c1 = c0 + ra * np.array([np.cos(h0), np.sin(h0)])
        c2 = c3 - rb * np.array([np.cos(h1), np.sin(h1)])
        t = np.linspace(0, 1, n + 1)[1:, None]
        out.append((1 - t) ** 3 * c0 + 3 * t * (1 - t) ** 2 * c1 + 3 * t * t * (1 - t) * c2 + t**3 * c3)
    return np.vstack(out)


def curve(text, close=False, n=10):
    k = []
    for token in text.split():
        m = re.match(r"^(-?[\d.]+),(-?[\d.]+)(!)?(?:@(-?[\d.]+))?$", token)
        k.append((float(m[1]), float(m[2]), bool(m[3]), None if m[4] is None else np.radians(float(m[4]))))
    if close:
        k.append(k[0])
    out, start = [np.array([k[0][:2]])], 0
    for i in range(1, len(k)):
        if i == len(k) - 1 or k[i][2] or k[i][3] is not None:
            out.append(run(k[start : i + 1], n))
            start = i
    return np.vstack(out)


def closed(text):
    return curve(text, True)


def mirrored(text):
    """Half an outline that crosses the middle, as the outline over both sides."""
    half = curve(text)
    return np.vstack([half, (half * [-1, 1])[::-1]])


def to_line(u, v, P):
    """The distance to a line of points."""
    d = np.full(u.shape, 1e9)
    for a, b in zip(P[:-1], P[1:]):
        e = b - a
        t = np.clip(((u - a[0]) * e[0] + (v - a[1]) * e[1]) / max(e @ e, 1e-9), 0, 1)
        d = np.minimum(d, (u - a[0] - t * e[0]) ** 2 + (v - a[1] - t * e[1]) ** 2)
    return np.sqrt(d)


def signed(u, v, P, far=80.0):
    """The signed distance to an outline, negative inside; far from it a constant."""
    r = np.full(u.shape, far)
    lo, hi = P.min(0) - far, P.max(0) + far
    m = (u > lo[0]) & (u < hi[0]) & (v > lo[1]) & (v < hi[1])
    if not m.any():
        return r
    a, b = u[m], v[m]
    inside = np.zeros(a.shape, bool)
    Q = P if np.allclose(P[0], P[-1]) else np.vstack([P, P[:1]])
    for p, q in zip(Q[:-1], Q[1:]):
        if p[1] != q[1]:
            crosses = (p[1] > b) != (q[1] > b)
            inside ^= crosses & (a < (q[0] - p[0]) * (b - p[1]) / (q[1] - p[1]) + p[0])
    d = to_line(a, b, Q)
    r[m] = np.where(inside, -d, d)
    return r


def ease(x, a, b):
    """0 below a, 1 above b, smooth between."""
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def rounded_max(a, b, r):
    h = np.maximum(r - np.abs(a - b), 0)
    return np.maximum(a, b) + h * h / (4 * r)


def bell(sigma, reach_):
    w = np.exp(-0.5 * (np.arange(-reach_, reach_ + 1) / sigma) ** 2)
    return w / w.sum()


def blurred(a, sigma):
    k = int(3.5 * sigma) + 1
    for axis in (0, 1):
        a = np.apply_along_axis(lambda r: np.convolve(np.pad(r, k, mode="edge"), bell(sigma, k), "valid"), axis, a)
    return a


def fair(xs, ys, lo, hi, sigma, step=2.0):
    """A function through points, smoothed."""
    g = np.arange(lo, hi, step)
    k = int(4 * sigma / step)
    v = np.convolve(np.pad(np.interp(g, xs, ys), k, mode="edge"), bell(sigma / step, k), "valid")
    return lambda q: np.interp(q, g, v)


class Grid:
    """Values over a plane, read between its points by a smooth (cubic) surface."""

    def __init__(self, u0, v0, step, values):
        self.u0, self.v0, self.step, self.values = u0, v0, step, values

    def __call__(self, u, v):
        a = self.values
        u = np.clip((u - self.u0) / self.step, 1.01, a.shape[0] - 3.01)
        v = np.clip((v - self.v0) / self.step, 1.01, a.shape[1] - 3.01)
        i, j = u.astype(int), v.astype(int)
        flat, w = a.ravel(), a.shape[1]
        at = (i - 1) * w + j - 1
        out = 0
        wv = _cubic(v - j)
        for k, wu in enumerate(_cubic(u - i)):
            row = at + k * w
            out = out + wu * sum(wv[n] * flat[row + n] for n in range(4))
        return out


def _cubic(t):
    s = 1 - t
    return (
        s * s * s / 6,
        (3 * t * t * t - 6 * t * t + 4) / 6,
        (-3 * t * t * t + 3 * t * t + 3 * t + 1) / 6,
        t * t * t / 6,
    )
