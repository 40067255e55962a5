import {
  findActiveImport,
  findAddress,
  searchAddresses,
  type FoundAddress,
  type RoadWord,
} from './queries.ts'
import type { Db } from '#server/database.ts'
import { workInTurn } from '#server/platform/http/heavy-calls.ts'
import { fit, longForms, readTyped } from './address-words.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import {
  ADDRESS_LIST,
  MOST_ADDRESSES,
  type AddressProvider,
} from '#server/providers/addresses/address-provider.ts'

/** The attribution that LINZ requires (CC BY 4.0). */
const LINZ_ATTRIBUTION =
  'Addresses are sourced from the LINZ Data Service and licensed for reuse under CC BY 4.0.'
/** The name of the import that fills a demo: its addresses are not LINZ’s. */
export const SAMPLE_IMPORT = 'sample'

/** How many matches are ranked. */
const MOST_FOUND = 50

/** Addresses from our own table, which an import fills. */
export const localAddresses = (db: Db): AddressProvider => ({
  name: 'local',

  async search(typed) {
    const { importId, attribution } = await activeImport(db)
    const wanted = readTyped(typed)
    if (wanted === null) return { addresses: [], attribution }
    const { words, number, written } = wanted
    const searchRoads = (roadWords: RoadWord[]) =>
      workInTurn(() =>
        searchAddresses(db, importId, { words: roadWords, number, written, most: MOST_FOUND }),
      )

    // The last word may be unfinished. If nothing is found, any longer word may be: short ones begin thousands of roads.
    let found = await searchRoads(words.map((word, at) => roadWord(word, at === words.length - 1)))
    if (found.length === 0 && words.length > 1)
      found = await searchRoads(words.map((word) => roadWord(word, word.length > 2)))
    const best = found
      .map((address) => ({ address, fits: fit(address.road, words) }))
      .sort((a, b) => b.fits - a.fits)
      .slice(0, MOST_ADDRESSES)
    return {
      addresses: best.map(({ address }) => ({
        addressId: String(address.addressId),
        label: labelOf(address),
      })),
      attribution,
    }
  },

  async find(addressId) {
    const { importId, attribution } = await activeImport(db)
    if (!/^\d{1,9}$/.test(addressId)) return null
    const found = await findAddress(db, importId, Number(addressId))
    if (found === null) return null
    const { number, road, suburb, city, postcode } = found
    const address = {
      line1: `${number} ${road}`,
      suburb: suburb === city ? '' : suburb,
      city,
      postcode,
      country: 'NZ' as const,
      addressId,
    }
    return { address, attribution }
  },
})

async function activeImport(db: Db) {
  const active = await findActiveImport(db)
  if (active === null)
    throw new ProviderUnavailable(ADDRESS_LIST, new Error('no addresses have been imported'))
  const attribution = active.source === SAMPLE_IMPORT ? null : LINZ_ATTRIBUTION
  return { importId: active.import_id, attribution }
}

const roadWord = (word: string, isPrefix: boolean): RoadWord => {
  const whole = longForms(word).map((long) => ({ word: long, isPrefix: false }))
  return { anyOf: [{ word, isPrefix }, ...whole] }
}

const labelOf = ({ number, road, suburb, city, postcode }: FoundAddress): string =>
  `${number} ${road}, ${suburb && suburb !== city ? `${suburb}, ` : ''}${city}${postcode ? ` ${postcode}` : ''}`
