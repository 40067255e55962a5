import { act } from 'react'
import toast from 'react-hot-toast/headless'
import { expect } from 'vitest'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { settle, typeInto } from '#tests/setup/screen.ts'
import { faultSentence, faultsOf, suffer, type NetworkFault } from './network-faults.ts'

/** What the server of a test answers, by the name of the call. What is not named is not there. */
export type Answers = Record<string, (body: unknown) => unknown>

interface Sent {
  name: string
  body: unknown
  key: string | undefined
}

/** A site whose server is a table, and whose network a test breaks for one call. */
export function faultySite(endpoints: readonly Endpoint[], answers: Answers) {
  const sent: Sent[] = []
  let broken: { endpoint: Endpoint; fault: NetworkFault } | null = null
  const patternOf = ({ path }: Endpoint) => new RegExp(`/api${path.replace(/:\w+/g, '[^/]+')}$`)

  const fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(url, 'http://localhost')
    const endpoint = endpoints.find(
      (each) => each.method === (init.method ?? 'GET') && patternOf(each).test(pathname),
    )
    if (!endpoint) return new Response('', { status: 404 })
    const body = typeof init.body === 'string' ? readBody(init.body) : undefined
    const key = (init.headers as Record<string, string>)['idempotency-key']
    sent.push({ name: endpoint.name, body, key })
    const succeed = () => answers[endpoint.name]?.(body)
    if (broken?.endpoint === endpoint) return suffer(broken.fault, endpoint, succeed)
    const answer = succeed()
    return new Response(answer === undefined ? null : JSON.stringify(answer), {
      status: endpoint.ok,
    })
  }
  const fail = (endpoint: Endpoint, fault: NetworkFault) => {
    broken = { endpoint, fault }
  }
  return { fetch, sent, answers, fail, mend: () => (broken = null) }
}

const readBody = (text: string): unknown =>
  text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))

/** The first control of a kind whose words begin so. */
const find = <E extends HTMLElement>(selector: string, words: string): E => {
  const found = [...document.querySelectorAll<E>(selector)].find((one) =>
    one.textContent?.trim().startsWith(words),
  )
  if (!found) throw new Error(`There is no “${words}” in: ${document.body.textContent}`)
  return found
}

/** Presses a button, as a person does: the last of that name, which is the one of an open form. */
export async function press(name: string, waitMs?: number) {
  const all = [...document.querySelectorAll('button')].filter((one) =>
    one.textContent?.trim().startsWith(name),
  )
  if (all.length === 0) throw new Error(`There is no “${name}” in: ${document.body.textContent}`)
  await act(async () => all.at(-1)!.click())
  await settle(waitMs)
}

/** The control that a label names. */
export const field = (label: string) =>
  document.getElementById(find<HTMLLabelElement>('label', label).htmlFor) as HTMLInputElement

export const type = (label: string, text: string) => typeInto(field(label), text)

interface Trial {
  site: ReturnType<typeof faultySite>
  call: Endpoint
  /** What a person does that makes the call. */
  act: () => Promise<unknown>
  /** The beginning of what is said, as in `Failed to sign out: `. */
  says?: string
  /** What must still be there after each fault. */
  stillThere?: () => void
}

/** Has a person do the same under one fault after the other: each is said, and nothing they had is lost. */
export async function underFaults({ site, call, act: go, says = '', stillThere }: Trial) {
  // A read does nothing: what is said of it is the same whatever came in between.
  for (const fault of call.method === 'GET' ? (['503', 'lost'] as const) : faultsOf(call)) {
    site.fail(call, fault)
    const before = site.sent.length
    await go()
    const made = site.sent.slice(before).filter(({ name }) => name === call.name)
    const said = `${document.body.textContent}`
    expect(made.length, `${call.name}, ${fault}`).toBeGreaterThan(0)
    expect(said, `${call.name}, ${fault}`).toContain(`${says}${faultSentence(fault, call)}`)
    stillThere?.()
    await act(async () => toast.removeAll())
  }
  site.mend()
}

/** Each sending of a call had the same key: the server does it once. */
export const isOneCall = ({ sent }: ReturnType<typeof faultySite>, { name }: Endpoint) =>
  new Set(sent.filter((one) => one.name === name).map(({ key }) => key)).size === 1
