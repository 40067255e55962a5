/** New Zealand's regions by their usual names, north to south. A dealer is in one of them. */
export const REGIONS = [
  'Northland',
  'Auckland',
  'Waikato',
  'Bay of Plenty',
  'Gisborne',
  'Hawke’s Bay',
  'Taranaki',
  'Manawatū-Whanganui',
  'Wellington',
  'Tasman',
  'Nelson',
  'Marlborough',
  'West Coast',
  'Canterbury',
  'Otago',
  'Southland',
] as const

/** A name as it is used in addresses and ids: `Hawke’s Bay` as `hawkes-bay`, `Manawatū` as `manawatu`. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\p{M}’'ʻ]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
