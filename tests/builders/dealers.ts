import type { Dealer } from '#lib/catalogue/shapes.ts'

const dealer = (outletCode: string, city: string, latitude: number, longitude: number): Dealer => ({
  outletCode,
  name: `Tarvane ${city}`,
  region: '',
  address: { line1: '1 Main Street', suburb: '', city, postcode: '', country: 'NZ' },
  latitude,
  longitude,
  phone: '',
  email: '',
  services: ['SALES'],
  hours: {},
})
/** Dealers from north to south, two of them in one town. */
export const dealers = [
  dealer('WHG', 'Whangārei', -35.73, 174.32),
  dealer('AKL', 'Auckland', -36.85, 174.76),
  dealer('MNK', 'Auckland', -36.99, 174.88),
  dealer('HAM', 'Hamilton', -37.79, 175.28),
  dealer('DUD', 'Dunedin', -45.87, 170.5),
]
