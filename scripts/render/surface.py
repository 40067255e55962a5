"""Meshes on the body: what is cut out of it along an outline, and profiles swept along that outline."""

import numpy as np


class Surface:
    """A grid of points on the body with their normals, and values at them."""

    def __init__(self, P, N, fields):
        self.P, self.N, self.fields = P, N, fields
        rows, cols = P.shape[:2]
        index = np.arange(rows * cols).reshape(rows, cols)
        a, b, c, d = index[:-1, :-1], index[1:, :-1], index[1:, 1:], index[:-1, 1:]
        self.triangles = np.vstack([
            np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])
        a, b, c = (P.reshape(-1, 3)[self.triangles[:, k]] for k in range(3))
        if (np.cross(b - a, c - a) * N.reshape(-1, 3)[self.triangles[:, 0]]).sum(-1).mean() < 0:
            self.triangles = self.triangles[:, ::-1]
        self.uphill = {k: self._uphill(f) for k, f in fields.items()}

    def _uphill(self, f):
        """The direction on the surface in which a value grows."""
        P = self.P
        Pu, Pv = np.gradient(P, axis=0), np.gradient(P, axis=1)
        fu, fv = np.gradient(f, axis=0), np.gradient(f, axis=1)
        E, F, G = (Pu * Pu).sum(-1), (Pu * Pv).sum(-1), (Pv * Pv).sum(-1)
        det = np.maximum(E * G - F * F, 1e-9)
        d = ((G * fu - F * fv) / det)[..., None] * Pu + ((E * fv - F * fu) / det)[..., None] * Pv
        return d / (np.linalg.norm(d, axis=-1, keepdims=True) + 1e-9)

    def patch(self, rules, offset=0.0, keep=()):
        """What is left of the surface where every `(value, sign, level)` of the rules has sign * (value - level) < 0."""
        values = {"P": self.P + self.N * offset, "N": self.N}
        values.update({k: self.fields[k][..., None] for k in keep})
        names = list(values)
        stack = np.concatenate([values[k].reshape(-1, values[k].shape[-1]) for k in names], -1)
        extra = [sign * (self.fields[k].ravel() - level) for k, sign, level in rules]
        stack = np.concatenate([stack, np.stack(extra, -1)] if extra else [stack], -1)
        tri, width = self.triangles, stack.shape[1] - len(extra)
        for i in range(len(extra)):
            stack, tri = clip(stack, tri, width + i)
        used, tri = np.unique(tri, return_inverse=True)
        stack, tri, out, at = stack[used], tri.reshape(-1, 3), {}, 0
        for k in names:
            n = values[k].shape[-1]
            out[k] = stack[:, at : at + n]
            at += n
        out["N"] = out["N"] / (np.linalg.norm(out["N"], axis=-1, keepdims=True) + 1e-9)
        out["F"] = tri
        return out

    def outlines(self, name, level=0.0, step=5.0):
        """The lines where a value has a level: points, normals, the direction in which it grows, and whether closed."""
        f = self.fields[name].ravel() - level
        tri = self.triangles
        inside = f < 0
        count = inside[tri].sum(1)
        links = {}
        for t in tri[(count == 1) | (count == 2)]:
            keys = []
            for i, j in ((0, 1), (1, 2), (2, 0)):
                p, q = t[i], t[j]
                if inside[p] != inside[q]:
                    keys.append((min(p, q), max(p, q)))
            links.setdefault(keys[0], []).append(keys[1])
            links.setdefault(keys[1], []).append(keys[0])
        flat = np.concatenate([v.reshape(-1, 3) for v in (self.P, self.N, self.uphill[name])], -1)
        out = []
        while links:
            ends = [k for k, v in links.items() if len(v) == 1]
            start = ends[0] if ends else next(iter(links))
            chain, at = [start], start
            while links.get(at):
                nxt = links[at].pop()
                links[nxt].remove(at)
                if not links[at]:
                    del links[at]
                chain.append(nxt)
                at = nxt
            links = {k: v for k, v in links.items() if v}
            if len(chain) < 8:
                continue
            e = np.array(chain)
            t = (f[e[:, 0]] / (f[e[:, 0]] - f[e[:, 1]]))[:, None]
            line = flat[e[:, 0]] * (1 - t) + flat[e[:, 1]] * t
            out.append(_evened(line, chain[0] == chain[-1], step))
        return out


def _evened(line, is_closed, step):
    """The same line with even steps, without the jitter of the grid."""
    at = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(line[:, :3], axis=0), axis=-1))])
    n = max(8, int(at[-1] / step))
    s = np.linspace(0, at[-1], n + 1)
    line = np.stack([np.interp(s, at, line[:, k]) for k in range(9)], -1)
    for _ in range(2):
        before, after = np.roll(line, 1, 0), np.roll(line, -1, 0)
        if is_closed:
            before[0], after[-1] = line[-2], line[1]
        else:
            before[0], after[-1] = line[0], line[-1]
        ends = line[[0, -1]]
        line = (before + 2 * line + after) / 4
        if not is_closed:
            line[[0, -1]] = ends
    for k in (3, 6):
        line[:, k : k + 3] /= np.linalg.norm(line[:, k : k + 3], axis=-1, keepdims=True) + 1e-9
    return line[:, :3], line[:, 3:6], line[:, 6:9], is_closed


def clip(values, tri, column):
    """The part of a mesh where one of its values is negative."""
    f = values[:, column]
    inside = f < 0
    count = inside[tri].sum(1)
    whole = tri[count == 3]
    made, extra, base = [whole], [], len(values)
    cut = tri[(count == 1) | (count == 2)]
    if len(cut) == 0:
        return values, whole
    # Turn each triangle so that its odd corner comes first.
    odd_inside = inside[cut].sum(1) == 1
    odd = np.argmax(inside[cut] == odd_inside[:, None], 1)
    r = np.arange(len(cut))
    a, b, c = cut[r, odd], cut[r, (odd + 1) % 3], cut[r, (odd + 2) % 3]

    def crossing(p, q):
        nonlocal base
        key = np.sort(np.stack([p, q], -1), -1)
        u, inverse = np.unique(key, axis=0, return_inverse=True)
        t = (f[u[:, 0]] / (f[u[:, 0]] - f[u[:, 1]]))[:, None]
        extra.append(values[u[:, 0]] * (1 - t) + values[u[:, 1]] * t)
        at = base + inverse.ravel()
        base += len(u)
        return at

    both = crossing(np.concatenate([a, a]), np.concatenate([b, c]))
    ab, ac = both[: len(a)], both[len(a) :]
    i = odd_inside
    made.append(np.stack([a, ab, ac], -1)[i])
    made.append(np.stack([ab, b, c], -1)[~i])
    made.append(np.stack([ab, c, ac], -1)[~i])
    return np.vstack([values, *extra]), np.vstack(made)


def sweep(outlines, profile):
    """A profile of (outwards on the surface, off the surface) along outlines."""
    V, F, base = [], [], 0
    k = len(profile)
    for P, N, B, _ in outlines:
        for b, n in profile:
            V.append(P + B * b + N * n)
        m = len(P)
        i, j = np.meshgrid(np.arange(m - 1), np.arange(k - 1), indexing="ij")
        at = base + j * m + i
        F.append(np.stack([at, at + m, at + m + 1, at + 1], -1).reshape(-1, 4))
        base += m * k
    if not V:
        return None
    return {"P": np.vstack(V), "F": np.vstack(F)}


def mirror(piece):
    """The piece with its other half."""
    n = len(piece["P"])
    out = {k: np.vstack([v, v]) for k, v in piece.items()}
    out["P"] = np.vstack([piece["P"], piece["P"] * [1, -1, 1]])
    if "N" in piece:
        out["N"] = np.vstack([piece["N"], piece["N"] * [1, -1, 1]])
    out["F"] = np.vstack([piece["F"], piece["F"][:, ::-1] + n])
    return out
