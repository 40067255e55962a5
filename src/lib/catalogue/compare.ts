/** Cars side by side: which are chosen is in the page's address, as `?car={grade}&car={grade}`. */

/** As many as fit side by side on a phone. */
export const MOST_COMPARED = 3

/** A grade, with a text for each label that applies to it. */
export interface ComparedCar {
  code: string
  name: string
  modelSlug: string
  modelName: string
  colourCode: string
  picture: { width: number; height: number }
  kdcd: string
  values: Readonly<Record<string, string>>
  facts: ComparedFacts
}

/** What is compared with the car that the visitor drives now; `null` where it is not known. */
export interface ComparedFacts {
  powerKw: number | null
  bootLitres: number | null
  /** Energy and road user charges. */
  yearlyCents: number | null
}

/** The cars an address names, by grade or by model, each once. A model means its first grade. */
export function comparedCodes(search: string, cars: readonly ComparedCar[]): string[] {
  const wanted = new URLSearchParams(search).getAll('car').slice(0, 20)
  const codes = wanted.flatMap(
    (asked) =>
      cars.find(({ code, modelSlug }) => code === asked || modelSlug === asked)?.code ?? [],
  )
  return [...new Set(codes)].slice(0, MOST_COMPARED)
}

export const comparedQuery = (codes: readonly string[]): string =>
  `?${codes.map((code) => `car=${encodeURIComponent(code)}`).join('&')}`

export interface ComparedRow {
  label: string
  values: string[]
  /** Whether all cars have the same. */
  isSame: boolean
}

/** Row by row in the order of the labels; rows that no car has are left out. */
export const comparedRows = (
  cars: readonly ComparedCar[],
  labels: readonly string[],
): ComparedRow[] =>
  labels
    .map((label) => {
      const values = cars.map((car) => car.values[label] ?? '')
      return { label, values, isSame: cars.length > 1 && new Set(values).size === 1 }
    })
    .filter(({ values }) => values.some((text) => text !== ''))
