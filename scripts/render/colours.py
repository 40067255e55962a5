"""Pictures in each colour from one traced picture: python3 colours.py IN.npy OUT STUDIO COLOURS.json CODE ... [roof=MASK.npy]

Cleans the picture (non-local means, since Debian's Blender comes without a denoiser), then adds up its channels: what
a black car sends, what a white car sends more times the colour, and what the tint of the studio adds. In linear light.
"""

import json
import struct
import sys
import zlib

import numpy as np

# How much of the studio's blue its green has (materials.tinted).
TINT = {"light": (0.0, 0.67, 1.0), "dark": (0.0, 0.36, 1.0)}


def box(a, r):
    for axis in (0, 1):
        pad = [(r + 1, r) if i == axis else (0, 0) for i in range(a.ndim)]
        c = np.cumsum(np.pad(a, pad, mode="edge"), axis, dtype="f8")
        n = a.shape[axis]
        a = ((np.take(c, range(2 * r + 1, n + 2 * r + 1), axis) - np.take(c, range(0, n), axis)) / (2 * r + 1)).astype("f4")
    return a


def without_sparks(im):
    """A pixel far above or below all its neighbours becomes their median."""
    p = np.pad(im, ((1, 1), (1, 1), (0, 0)), mode="edge")
    h, w, _ = im.shape
    near = np.stack([p[y : y + h, x : x + w] for y in range(3) for x in range(3) if (x, y) != (1, 1)])
    near.sort(0)
    middle = (near[3] + near[4]) / 2
    im = np.where(im > near[-2] + 0.03, middle, im)
    return np.where(im < near[1] - 0.03, middle, im)


def three(a):
    """The mean of each pixel and its eight neighbours."""
    p = np.pad(a, 1, mode="edge")
    p = p[:-2] + p[1:-1] + p[2:]
    return (p[:, :-2] + p[:, 1:-1] + p[:, 2:]) / 9


def denoised(im, strength=1.25, reach=5):
    """Non-local means: a pixel becomes the mean of those near it whose surroundings look alike."""
    light = im.mean(2)
    q = np.pad(light, 1, mode="edge")
    second = np.abs(q[:-2, 1:-1] + q[2:, 1:-1] + q[1:-1, :-2] + q[1:-1, 2:] - 4 * light) / 4.5
    noise = np.clip(box(np.minimum(second, 0.09), 6), 0.0012, 0.06)
    total, weights = im.copy(), np.ones(light.shape, "f4")
    for dy in range(reach + 1):
        for dx in range(-reach, reach + 1):
            if dy == 0 and dx <= 0:
                continue
            other = np.roll(im, (dy, dx), (0, 1))
            d = three(((im - other) ** 2).mean(2))
            w = np.exp(-np.maximum(d - 1.8 * noise**2, 0) / (strength * noise) ** 2 / 0.9)
            # What a pixel takes from another, that one takes from it.
            back = np.roll(w, (-dy, -dx), (0, 1))
            total += other * w[..., None] + np.roll(im, (-dy, -dx), (0, 1)) * back[..., None]
            weights += w + back
    return total / weights[..., None]


def to_screen(v):
    """Linear light to sRGB; the brightest lights bend over instead of burning out."""
    knee = 0.84
    v = np.where(v > knee, knee + (1 - knee) * (1 - np.exp(-(v - knee) / (1 - knee))), np.maximum(v, 0))
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055)


def linear(hex_):
    v = np.array([int(hex_[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def write_png(path, im):
    h, w, _ = im.shape
    raw = np.zeros((h, 1 + w * 3), "u1")
    raw[:, 0] = 2
    flat = im.reshape(h, -1)
    raw[0, 1:], raw[1:, 1:] = flat[0], flat[1:] - flat[:-1]

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0)
    with open(path, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw.tobytes(), 9))
                   + chunk(b"IEND", b""))


def paint(hex_, finish):
    # A picture of metallic paint looks darker than its swatch, since light falls on it at a slant.
    colour = linear(hex_[1:]) * (1.1 if finish == "SOLID" else 1.3)
    return colour * min(1, 0.86 / colour.max())


def coat(light, finish, hex_, studio):
    """Paint without metal in it is more even: it sends light in all directions. Two-tone cars have the paint they name."""
    if finish in ("SOLID", "PEARL") or min(linear(hex_[1:])) > 0.8:
        is_white = min(linear(hex_[1:])) > 0.7
        even = 0.86 * (np.maximum(light, 0) / 0.72) ** (0.5 if is_white and studio == "light" else 0.75)
        # Not what the floor mirrors.
        sure = np.clip((light - 0.05) / 0.2, 0, 1)
        return light + (even - light) * sure * sure * (3 - 2 * sure)
    return light


def main():
    source, out, studio, table, *wanted = sys.argv[1:]
    masks = [np.load(one[5:])[..., :1] for one in wanted if one.startswith("roof=")]
    rows = {row["code"]: row for row in json.load(open(table))}
    # Roots even out how much noise shows in dark and in light.
    im = np.sqrt(np.clip(np.load(source), 0, 6)).astype("f4")
    im = denoised(without_sparks(im)).astype("f8") ** 2
    white, black, tinted = (im[..., k : k + 1] for k in range(3))
    grain = np.random.default_rng(1).normal(0, 0.0018, white.shape)
    for code in wanted:
        row = rows.get(code)
        if not row:
            continue
        colour = paint(row["hex"], row["finish"])
        if row["secondaryHex"]:
            colour = colour + masks[0] * (paint(row["secondaryHex"], row["finish"]) - colour)
        sent = coat(white - black, row["finish"], row["hex"], studio)
        picture = black + colour * sent + np.array(TINT[studio]) * (tinted - black)
        screen = np.clip(to_screen(picture) + grain, 0, 1)
        write_png(f"{out}-{code}.png", (screen * 255 + 0.5).astype("u1"))


if __name__ == "__main__":
    main()
