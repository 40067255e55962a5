import { renderToStaticMarkup } from 'react-dom/server'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { QrCode } from './QrCode.tsx'

test('every dark square is drawn in its place, inside a margin of four', () => {
  const text = 'https://shop.test/purchase/#/journey-1'
  const drawn = renderToStaticMarkup(<QrCode text={text} label="QR code of the link" />)

  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const squares = [...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`)
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`${x + 4} ${y + 4}`] : [])),
  )
  expect(squares).toEqual(dark)
  expect(drawn).toContain(`viewBox="0 0 ${size + 8} ${size + 8}"`)
  expect(drawn).toContain('role="img" aria-label="QR code of the link"')
  expect(drawn).not.toContain('style')
})
