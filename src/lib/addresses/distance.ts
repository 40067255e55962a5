import { formatNumber } from '#lib/shared/numbers.ts'

/** A position in degrees, south and west negative. */
export interface Position {
  latitude: number
  longitude: number
}

const EARTH_KM = 6371

const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** The distance between two positions as the crow flies, in kilometres (haversine, a round earth: within 0.5 %). */
export function distanceKm(a: Position, b: Position): number {
  const dLat = radians(b.latitude - a.latitude)
  const dLon = radians(b.longitude - a.longitude)
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.sqrt(h))
}

/** Formats a distance, rounded to its accuracy: `under 5 km`, `about 35 km`, `about 240 km`. */
export function formatDistance(km: number): string {
  if (km < 5) return 'under 5 km'
  const step = km < 100 ? 5 : 10
  return `about ${formatNumber(Math.round(km / step) * step)} km`
}
