import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** The accessible name. */
  label: string
}

/** A QR code: dark on white in either scheme, with the quiet edge that readers need. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg
      width="208"
      height="208"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={data.map(rowPath).join('')} fill="#000" />
    </svg>
  )
}

/** The dark squares of a row. */
const rowPath = (row: readonly boolean[], y: number) =>
  row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')
