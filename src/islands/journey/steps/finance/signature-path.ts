import { DRAWING_SIZE } from '#lib/finance/shapes.ts'

interface Line {
  points: readonly { x: number; y: number }[]
}

/** Scales lines. */
export const scaledLines = <L extends Line>(lines: readonly L[], by: number): L[] =>
  lines.map((line) => ({
    ...line,
    points: line.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
  }))

/** Lines as the contract takes them: one path, at the same size from every screen. */
export const pathOf = (lines: readonly Line[], width: number): string => {
  const scaled = (length: number, most: number) =>
    Math.min(most, Math.max(0, Math.round((length * DRAWING_SIZE.width) / width)))
  return lines
    .map(
      ({ points }) =>
        'M' +
        points
          .map(({ x, y }) => `${scaled(x, DRAWING_SIZE.width)} ${scaled(y, DRAWING_SIZE.height)}`)
          .join('L'),
    )
    .join('')
}
