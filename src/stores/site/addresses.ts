import type { ApiCall } from '#lib/api/client.ts'
import { getAddress, searchAddresses } from '#lib/addresses/calls.ts'
import { publicApi } from './public-api.ts'

/** Nobody waits longer for an address that can be typed. */
const PATIENCE_MS = 8_000

const within = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])

/** The list of street addresses, as an address picker asks for it. */
export const addressLookUp = (call: ApiCall = publicApi) => ({
  search: (q: string, signal: AbortSignal) =>
    call(searchAddresses, { query: { q }, signal: within(signal) }),
  find: (addressId: string, signal: AbortSignal) =>
    call(getAddress, { params: { addressId }, signal: within(signal) }),
})
