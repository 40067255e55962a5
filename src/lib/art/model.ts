/** The data of a model's drawing: real dimensions (mm) and hand-tuned curves. */
import type { FinishName } from './finishes.ts'
import type { Face } from './face.ts'
import type { FrontView } from './front/view.ts'
import type { WheelStyle, WheelTone } from './wheels.ts'

type Point = [x: number, y: number]

/** The wheels of a grade (by its name, as in `PLUS`), or of an option that has its own (by its `kdcd`). */
interface Trim {
  wheel: WheelStyle
  tone?: WheelTone
  /** The rim, where it is not the one of the grade's tyres. */
  rimInches?: number
}

export interface Model {
  slug: string
  name: string
  paint: string
  roof?: string
  finish?: FinishName
  caliper?: string // defaults
  length: number
  height: number
  wheelbase: number
  clearance: number // from the catalogue
  frontOverhang: number
  tyre: number
  rim: number
  archGap: number // tyre and rim diameters
  wheel: WheelStyle
  wheelTone?: WheelTone
  trims: Record<string, Trim>
  belt: number
  sill: number // reference heights: window line, lower edge of the painted body
  cladTop: number
  cladWidth: number
  cladSquare?: boolean // black plastic: top of the sill band, width of the arch ring (0 = none), squared rings
  profile: string // nose, bonnet, roof, tail: front lower lip to rear lower lip
  glass: string
  trim: string
  pillars: string[]
  glints: string[]
  screens: string[]
  seats: Point[]
  roofCut: string
  bonnet: string
  shoulder: string
  rocker?: string
  wave: string
  skirts: string[]
  vents?: string[]
  cuts: string[]
  face: Face
  front: FrontView
  tailamp: string
  tailLine: string
  handles: Point[]
  flush?: boolean
  mirror: Point
  mirrorScale?: number
  mirrorBlack?: boolean
  flap?: Point
  brightTrim?: boolean
  roofRails?: boolean
  rail?: string
  extra?: (ctx: {
    paint: string
    url: (s: string) => string
    spline: (t: string, close?: boolean) => string
  }) => string
}
