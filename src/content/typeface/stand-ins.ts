import { create, type Font } from 'fontkit'
import { makePart } from './make-part.ts'
import { styleFor, within, type Face, type Style } from './read-typeface.ts'

/** How often characters occur, in a thousand of the pages' own text. */
const SHARES: Record<string, number> = Object.fromEntries(
  ' 169,e87,a67,r52,t52,n47,o45,s42,i40,l30,d25,c23,u21,y20,m20,h18,017,p14,f13,.12,g9,59,v8,$8,w8,48,18,k8,66,b6,26,T6,36,P5,C5,95,A4,-4,L3,W3,73,S3,83,D3,B3,M3,F2,O2,E2,H2,R2,N1,q1,x1'
    .split(',')
    .map((share) => [share[0], Number(share.slice(1))]),
)

/** Where text is set in each stack of src/styles/tokens.css, and what machines have in its place: its average width in em. */
const KINDS = [
  { at: { wght: 400, wdth: 100 }, name: 'Stand-in', fonts: { Arial: 0.4569, Roboto: 0.4543 } },
  {
    at: { wght: 620, wdth: 115 },
    name: 'Stand-in Wide',
    fonts: { 'Arial Bold': 0.4862, 'Roboto Bold': 0.4617 },
    weights: '500 900',
  },
]
/** Faces of the same widths on other systems. */
const ALIKE: Record<string, string[]> = {
  Arial: ['Liberation Sans', 'Helvetica'],
  'Arial Bold': ['Liberation Sans Bold', 'Helvetica Bold'],
}

/** `@font-face` rules that give machines' own faces the typeface's metrics, so that nothing moves when it arrives. */
export async function standIns(styles: Style[]): Promise<string> {
  const rules = await Promise.all(
    KINDS.map(async ({ at, name, fonts, weights }) => {
      const [face] = styleFor(at.wght, styles)
      const metrics = await measure(face, at)
      return Object.entries(fonts).map(([font, width]) => {
        const adjust = metrics.width / width
        const percent = (value: number) => `${(value * 100).toFixed(1)}%`
        return `@font-face{font-family:'${name} ${font.replace(' Bold', '')}';src:${[
          font,
          ...(ALIKE[font] ?? []),
        ]
          .map((one) => `local('${one}')`)
          .join(',')};${weights ? `font-weight:${weights};` : ''}size-adjust:${percent(adjust)};${(
          ['ascent', 'descent', 'line-gap'] as const
        )
          .map((metric) => `${metric}-override:${percent(metrics[metric] / adjust)}`)
          .join(';')}}`
      })
    }),
  )
  return rules.flat().join('\n')
}

/** Of a face at some weight and width, in em. */
async function measure(face: Face, at: { wght: number; wdth: number }) {
  const axes = { wght: within(face.weights, at.wght), wdth: within(face.widths, at.wdth) }
  const letters = Object.keys(SHARES).join('')
  const font = create((await makePart(face, { letters, axes, format: 'truetype' }))!) as Font
  let [width, count] = [0, 0]
  for (const [letter, share] of Object.entries(SHARES)) {
    width += share * font.glyphForCodePoint(letter.codePointAt(0)!).advanceWidth
    count += share
  }
  const em = font.unitsPerEm
  return {
    width: width / count / em,
    ascent: font.ascent / em,
    descent: -font.descent / em,
    'line-gap': font.lineGap / em,
  }
}
