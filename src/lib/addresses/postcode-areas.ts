import type { Position } from './distance.ts'

/**
 * The approximate position of postcodes: by their first digits, the middle of the main town of that area.
 *
 * No table of postcodes with places may be shipped, so this one is ours and coarse. A postcode may lie 50 km from its
 * town in the country, a few in a city: good enough to order dealers, and a page that uses it names the town.
 */
const AREAS: Record<string, [town: string, latitude: number, longitude: number]> = {
  '01': ['Whangārei', -35.73, 174.32],
  '02': ['Kerikeri', -35.23, 173.95],
  '03': ['Dargaville', -35.94, 173.87],
  '04': ['Kaitāia', -35.11, 173.26],
  '0405': ['Kaikohe', -35.41, 173.8],
  '05': ['Maungaturoto', -36.11, 174.36],
  '06': ['Auckland’s North Shore', -36.8, 174.74],
  '0602': ['West Auckland', -36.9, 174.66],
  '061': ['West Auckland', -36.87, 174.62],
  '063': ['Albany', -36.73, 174.71],
  '07': ['Henderson', -36.87, 174.62],
  '079': ['Albany', -36.73, 174.7],
  '08': ['Helensville', -36.68, 174.45],
  '09': ['Warkworth', -36.4, 174.66],
  '093': ['Ōrewa', -36.59, 174.69],
  '1': ['central Auckland', -36.86, 174.76],
  '20': ['Manukau', -36.97, 174.87],
  '21': ['Papakura', -37.06, 174.94],
  '212': ['Pukekohe', -37.2, 174.9],
  '2': ['Pukekohe', -37.2, 174.9],
  '25': ['Papakura', -37.06, 174.94],
  '30': ['Rotorua', -38.14, 176.25],
  '31': ['Tauranga', -37.69, 176.17],
  '312': ['Whakatāne', -37.96, 176.98],
  '319': ['Whakatāne', -37.96, 176.98],
  '32': ['Hamilton', -37.79, 175.28],
  '33': ['Morrinsville', -37.66, 175.53],
  '333': ['Taupō', -38.69, 176.08],
  '338': ['Taupō', -38.69, 176.08],
  '34': ['Putāruru', -38.05, 175.78],
  '3432': ['Cambridge', -37.89, 175.47],
  '3434': ['Cambridge', -37.89, 175.47],
  '349': ['Cambridge', -37.89, 175.47],
  '35': ['Thames', -37.14, 175.54],
  '36': ['Paeroa', -37.38, 175.67],
  '37': ['Huntly', -37.56, 175.16],
  '38': ['Te Awamutu', -38.01, 175.32],
  '39': ['Te Kūiti', -38.33, 175.16],
  '40': ['Gisborne', -38.66, 178.02],
  '41': ['Hastings', -39.64, 176.84],
  '411': ['Napier', -39.49, 176.91],
  '4108': ['Wairoa', -39.03, 177.42],
  '42': ['Waipukurau', -40.0, 176.56],
  '43': ['New Plymouth', -39.06, 174.08],
  '44': ['Palmerston North', -40.36, 175.61],
  '45': ['Whanganui', -39.93, 175.05],
  '46': ['Hāwera', -39.59, 174.28],
  '462': ['Ohakune', -39.42, 175.4],
  '47': ['Feilding', -40.23, 175.57],
  '48': ['Foxton', -40.47, 175.28],
  '49': ['Dannevirke', -40.21, 176.1],
  '50': ['Lower Hutt', -41.21, 174.91],
  '502': ['Porirua', -41.13, 174.84],
  '503': ['Paraparaumu', -40.91, 175.0],
  '53': ['Upper Hutt', -41.12, 175.07],
  '55': ['Levin', -40.62, 175.29],
  '57': ['Greytown', -41.08, 175.46],
  '58': ['Masterton', -40.95, 175.66],
  '6': ['Wellington', -41.29, 174.78],
  '70': ['Nelson', -41.27, 173.28],
  '71': ['Motueka', -41.11, 173.01],
  '72': ['Blenheim', -41.51, 173.95],
  '73': ['Kaikōura', -42.4, 173.68],
  '74': ['Rangiora', -43.3, 172.6],
  '75': ['Christchurch', -43.53, 172.64],
  '76': ['Christchurch', -43.53, 172.64],
  '77': ['Ashburton', -43.9, 171.75],
  '78': ['Greymouth', -42.45, 171.21],
  '79': ['Timaru', -44.4, 171.25],
  '8': ['Christchurch', -43.53, 172.64],
  '8016': ['the Chatham Islands', -43.95, -176.56],
  '90': ['Dunedin', -45.87, 170.5],
  '92': ['Balclutha', -46.23, 169.74],
  '93': ['Cromwell', -45.04, 169.2],
  '930': ['Queenstown', -45.03, 168.66],
  '94': ['Oamaru', -45.1, 170.97],
  '95': ['Roxburgh', -45.54, 169.31],
  '96': ['Te Anau', -45.41, 167.72],
  '97': ['Gore', -46.1, 168.94],
  '98': ['Invercargill', -46.41, 168.35],
}

/** The area of a postcode, at its main town. `null` for text that is not a postcode, and for an unknown area. */
export function postcodeArea(typed: string): (Position & { town: string }) | null {
  const postcode = typed.trim()
  if (!/^\d{4}$/.test(postcode)) return null
  for (let digits = 4; digits > 0; digits--) {
    const found = AREAS[postcode.slice(0, digits)]
    if (found) return { town: found[0], latitude: found[1], longitude: found[2] }
  }
  return null
}
