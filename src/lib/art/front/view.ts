/** The data of a model's front view. It has half of the car: x = 0 is its middle and grows outwards, the ground is y = 0. */
import type { Face } from '../face.ts'

/** Outlines that cross the middle run from the middle of their upper edge to the middle of their lower edge. */
export interface FrontView {
  /** From the catalogue, without the mirrors. */
  width: number
  /** Of the narrowest tyre it is sold with, and from the middle to the outer wall of a tyre. */
  tyreWidth: number
  track: number
  /** Roof, pillars and side glass. */
  cabin: string
  screen: string
  /** The visible glass of a front door. */
  sideGlass: string
  /** Bonnet, wings and bumper. */
  body: string
  /** The line at which the bonnet turns down to the nose, from the middle outwards. */
  nose: string
  /** Folds of the bonnet, from the screen to the nose; soft light along the crown of a wing; panel gaps. */
  folds: string[]
  crown: string
  cuts: string[]
  /** Black plastic: of an arch, and of the lower bumper. */
  cladding?: string
  apron: string
  face: FrontFace
  mirror: [x: number, y: number]
  /** The top of a roof rail. */
  rail?: [x: number, y: number]
  /** Parts that only one model has. */
  extra?: string
}

/** `intake`, `fins`, `lip`, grille and light bar cross the middle; the rest is on one side and is mirrored. */
export interface FrontFace extends Pick<
  Face,
  | 'lamp'
  | 'pods'
  | 'optics'
  | 'drl'
  | 'drlWidth'
  | 'intake'
  | 'fins'
  | 'fog'
  | 'lip'
  | 'lipTone'
  | 'creases'
> {
  /** Its bars and its frame are those of the side view. */
  grille?: { shape: string; tone?: string; frameWidth?: number; mesh?: boolean }
  lightBar?: { shape: string; line: string }
  /** A fold that crosses the middle, below the mark. */
  chin?: string
  /** The height of the mark, and how large it is. */
  badge?: [y: number, scale: number]
  /** Openings beside the intake, and the vanes in them. */
  ducts?: string[]
  vanes?: string[]
}
