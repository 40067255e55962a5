/// <reference types="astro/client" />

declare module 'virtual:brand.css' {}
declare module 'virtual:typeface.css' {}
declare module 'virtual:typeface-letters' {
  const files: string[]
  export default files
}
