import { englishLetters } from '#content/typeface/english-letters.ts'

/** The style of the provider's pages, the letters inside it so that they load no file. Its hash is in their policy. */
export const STYLE = `
@font-face { font-family: 'Letters'; font-weight: 400 700; src: url(data:font/woff2;base64,${englishLetters}); }
:root { color-scheme: light; font: 17px/1.5 'Letters', sans-serif; color: #1c1c24; background: #eceaf4; }
@view-transition { navigation: auto; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; }
header { padding: 12px 20px; color: #fff; background: #3b2f63; }
header p { max-width: 460px; margin: 0 auto; font-size: 0.88rem; }
header .name { font-size: 1rem; font-weight: 700; }
main { max-width: 500px; margin: 0 auto; padding: 24px 20px 40px; }
h1 { margin: 0 0 12px; font-size: 1.3rem; line-height: 1.25; }
.amount { margin: 0 0 16px; font-size: 2.2rem; font-weight: 700; line-height: 1.15; font-variant-numeric: tabular-nums; }
dl { margin: 0 0 24px; border-top: 1px solid #b9b4cc; }
dl div { display: grid; grid-template-columns: 6.5rem 1fr; gap: 12px; padding: 10px 0; border-bottom: 1px solid #b9b4cc; }
dt { color: #55506b; }
dd { margin: 0; overflow-wrap: anywhere; }
form { display: grid; gap: 12px; }
button, select { width: 100%; min-height: 48px; padding: 10px 16px; font: inherit; color: #1c1c24; background: #fff; border: 1px solid #6d6687; border-radius: 6px; }
button { font-weight: 700; cursor: pointer; }
button.main { color: #fff; background: #3b2f63; border-color: #3b2f63; }
button:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid #b3006b; outline-offset: 2px; }
.declined { margin: 0 0 20px; padding: 12px 16px; background: #fff; border: 2px solid #a4123f; border-radius: 6px; }
.declined p { margin: 0; }
details { margin-top: 8px; padding: 4px 16px; background: #f7f6fb; border: 1px dashed #6d6687; border-radius: 6px; }
details[open] { padding-bottom: 16px; }
details p { margin: 0 0 12px; font-size: 0.88rem; }
summary { min-height: 44px; padding: 9px 0; font-weight: 700; cursor: pointer; }
label { display: block; margin: 12px 0 4px; font-weight: 700; }
a { color: #3b2f63; }
@media (min-width: 720px) { main { padding-top: 48px; } }
`
