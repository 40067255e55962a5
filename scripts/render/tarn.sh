#!/bin/sh
# Makes the pictures of the Tarn again: README.md. Run in the project's folder.
set -e
here=scripts/render
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
trace() { blender -b -P $here/scene.py -- "$work/tarn.npz" "$@"; }

python3 $here/shape.py src/lib/art/models/tarn "$work/tarn.npz"
trace "$work/mask.npy" size=1600x1000 roof=1
trace "$work/view.npy" size=1600x1000 samples=96
trace "$work/hero.npy" size=1920x920 samples=96 studio=dark cam=-5.3,-4.9,1.05 aim=1.86,0,0.68 lens=50.5 shift=-0.2,0.01
python3 $here/colours.py "$work/view.npy" "$work/three-quarter" light src/content/colours.json \
  WHS RDB SVT BLD BKO GNF WHP T2W T2B roof="$work/mask.npy"
python3 $here/colours.py "$work/hero.npy" "$work/hero" dark src/content/colours.json RDB BLD
mv "$work/hero-RDB.png" "$work/hero.png"
node $here/pack.ts "$work" src/content/pictures/tarn
