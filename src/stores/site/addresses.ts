import type { ApiCall } from '#lib/api/client.ts'
import { getAddress, searchAddresses } from '#lib/addresses/calls.ts'
import { publicApi } from './public-api.ts'

/** The longest wait for an address, which can also be typed. */
const LOOK_UP_TIMEOUT_MS = 8_000

const within = (signal: AbortSignal) =>
  AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP_TIMEOUT_MS)])

/** The list of street addresses, as an address picker asks for it. */
export const addressLookUp = (call: ApiCall = publicApi) => ({
  search: (q: string, signal: AbortSignal) =>
    call(searchAddresses, { query: { q }, signal: within(signal) }),
  find: (addressId: string, signal: AbortSignal) =>
    call(getAddress, { params: { addressId }, signal: within(signal) }),
})
