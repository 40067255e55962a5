/** The part of the package that `site-fonts.ts` uses; it has no types of its own. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'truetype' | 'woff2'
    variationAxes?: Record<string, { min: number; max: number; default: number }>
  }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
