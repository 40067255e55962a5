import { useEffect, useRef, useState } from 'react'
import type { Result } from '#lib/api/failure.ts'
import type { getAddress, searchAddresses } from '#lib/addresses/calls.ts'
import type { z } from '#lib/shared/zod.ts'

type Addresses = z.infer<(typeof searchAddresses)['answer']>
type FoundAddress = z.infer<(typeof getAddress)['answer']>

/** The calls of an address service. Either may be aborted. */
export interface AddressLookUp {
  search: (typed: string, signal: AbortSignal) => Promise<Result<Addresses>>
  find: (addressId: string, signal: AbortSignal) => Promise<Result<FoundAddress>>
}

export type AddressSearch =
  | { state: 'idle' | 'looking' | 'failed' | 'picking' }
  | { state: 'found'; typed: string; addresses: Addresses['addresses'] }

/** Wait after the last key, so that a word makes one request. */
export const PAUSE_MS = 250
/** A search that takes longer than this is announced. */
export const SLOW_MS = 800
/** Shorter text would match everything. */
const LEAST_TYPED = 3

const IDLE: AddressSearch = { state: 'idle' }

/** Searches for the typed address, one request at a time: a new one aborts the one before. */
export function useAddressSearch(lookUp: AddressLookUp) {
  const [search, setSearch] = useState<AddressSearch>(IDLE)
  const [attribution, setAttribution] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<AbortController>(undefined)

  const stop = () => {
    clearTimeout(timer.current)
    running.current?.abort()
  }
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      running.current?.abort()
    },
    [],
  )
  /** Returns `null` when it was aborted. */
  const ask = async <T extends { attribution: string | null }>(
    call: (signal: AbortSignal) => Promise<Result<T>>,
  ): Promise<Result<T> | null> => {
    const { signal } = (running.current = new AbortController())
    const answer = await call(signal)
    if (signal.aborted) return null
    if (answer.ok) setAttribution(answer.value.attribution)
    return answer
  }
  const run = async (typed: string) => {
    timer.current = setTimeout(() => setSearch({ state: 'looking' }), SLOW_MS)
    const answer = await ask((signal) => lookUp.search(typed, signal))
    if (!answer) return
    clearTimeout(timer.current)
    setSearch(
      answer.ok
        ? { state: 'found', typed, addresses: answer.value.addresses }
        : { state: 'failed' },
    )
  }

  return {
    search,
    /** The attribution to show with the addresses. */
    attribution,
    /** Searches once typing pauses. Earlier results stay until then. */
    lookFor(text: string) {
      stop()
      const typed = text.trim()
      if (typed.length < LEAST_TYPED) return setSearch(IDLE)
      timer.current = setTimeout(() => void run(typed), PAUSE_MS)
    },
    /** Loads an address in its parts; `null` when another search has begun since. */
    async find(addressId: string) {
      stop()
      setSearch({ state: 'picking' })
      const answer = await ask((signal) => lookUp.find(addressId, signal))
      if (answer) setSearch(IDLE)
      return answer
    },
    forget() {
      stop()
      setSearch(IDLE)
    },
  }
}
