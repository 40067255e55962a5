/// <reference types="astro/client" />

declare module 'virtual:brand.css' {}
declare module 'virtual:typeface.css' {}
declare module 'virtual:typeface-letters' {
  const files: string[]
  export default files
}

interface ImportMetaEnv {
  /** Whether the brand has photographs of models. */
  readonly HAS_PHOTOGRAPHS?: boolean
  /** Whether the brand has cars in 3D. */
  readonly HAS_CARS_3D?: boolean
}
