/** Cars in 3D: a GLB of a model, with a material variant for each colour, named by the colour's code. */

export interface Car3d {
  /** The model's slug and the name of the file: `kea/car`. */
  path: string
  /** Names its content. */
  hash: string
  bytes: number
}

/** The path below the base. */
export const car3dPath = ({ path, hash }: Car3d): string => `/pictures/${path}-${hash}.glb`
