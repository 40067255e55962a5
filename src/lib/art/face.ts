/** The front end. Shapes may run past the silhouette: they are clipped to it. */
export interface Face {
  lamp: string
  pods?: string[] // lamp outline; further lamp openings
  optics: [x: number, y: number, rx: number, ry: number][] // projectors
  ribs?: string[] // fine lines inside the lamp
  drl: string[]
  drlWidth?: number // light signature
  grille?: { edge: string; depth: number; bars?: [on: number, off: number]; frame?: string } // rear edge, top to bottom; none on the EVs
  badge?: [x: number, y: number, tilt: number]
  intake: string
  fins?: string[]
  fog?: [x: number, y: number, radius: number][]
  lip?: string
  lipTone?: string // skid plate, blade or splitter
  creases: string[] // folds in the bumper
}
