/** The part of the package that `src/content/typeface` uses; it has no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype' | 'woff2'
    variationAxes?: Record<string, number | { min: number; max: number; default: number }>
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
