/**
 * The name that someone meant by another one: the rest of it is missing, its letters are in another order, or few of them
 * differ. `null` if none is near.
 */
export function nearestName(typed: string, names: readonly string[]): string | null {
  const isNear = (name: string) =>
    name.startsWith(typed) ||
    typed.startsWith(name) ||
    lettersOf(typed) === lettersOf(name) ||
    lettersApart(typed.toLowerCase(), name.toLowerCase()) <= typed.length / 4
  return names.find((name) => name !== typed && isNear(name)) ?? null
}

const lettersOf = (name: string): string => [...name].toSorted().join('')

/** How many letters must be added, left out or replaced to make one word of another. */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}
