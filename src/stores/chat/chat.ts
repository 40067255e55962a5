import { computed, type ReadableAtom } from 'nanostores'
import { CHAT_RETRY_LIMIT, CHAT_RETRY_MS } from '#lib/shared/constants.ts'
import type { ChatPerson, ChatWidget } from './chat-widget.ts'
import { loadConfig } from '#stores/site/config.ts'
import { $customerRecord, $session } from '#stores/session/session.ts'
import { persistentAtom } from '#stores/site/storage.ts'

/**
 * The signed-in customer, as the chat identifies them; `null` for visitors, and for staff, also while they act for a
 * customer (decision 12). `undefined` while a signed-in customer's record is loading.
 */
export const $chatPerson = computed(
  [$session, $customerRecord],
  ({ token, user, actingFor }, record): ChatPerson | null | undefined => {
    if (!token || actingFor) return null
    if (!user) return undefined
    if (user.type !== 'CUSTOMER') return null
    return record
      ? {
          customerId: record.id,
          firstName: record.name.firstName,
          lastName: record.name.lastName,
          email: record.email,
        }
      : undefined
  },
)

const idOf = (person: ChatPerson | null | undefined) => person?.customerId.toString()

/** The customer whom this browser's chat has identified, on any page. */
const $identified = persistentAtom<string | undefined>('chat-told:1', undefined)

/**
 * Identifies the customer to the chat's widget whenever that changes, and resets the widget on sign-out. A widget that is
 * not ready is tried again each second, at most 30 times (specification §4). The conversation of a visitor who never
 * signed in is kept.
 *
 * @returns Stops it.
 */
export function syncChatUser(
  widget: ChatWidget,
  $person: ReadableAtom<ChatPerson | null | undefined> = $chatPerson,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let current: ChatPerson | null | undefined
  const identify = (person: ChatPerson | null) => {
    const told = $identified.get()
    // Of this page, if it has told one: another page may have gone on to the next customer meanwhile.
    const own = idOf(current) ?? told
    if (own && own !== idOf(person)) widget.reset()
    if (person) widget.identify(person)
    if (person || told === own) $identified.set(idOf(person))
    current = person
  }
  const stop = $person.subscribe((person) => {
    if (person === undefined || isSame(person, current)) return
    clearTimeout(timer)
    let tries = 0
    const attempt = () => {
      tries += 1
      if (widget.isReady()) identify(person)
      else if (tries < CHAT_RETRY_LIMIT) timer = setTimeout(attempt, CHAT_RETRY_MS)
    }
    attempt()
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

const isSame = (a: ChatPerson | null, b: ChatPerson | null | undefined) =>
  JSON.stringify(a) === JSON.stringify(b)

const WIDGETS = {
  freshchat: async () => (await import('./freshchat.ts')).freshchat,
  intercom: async () => (await import('./intercom.ts')).intercom,
  crisp: async () => (await import('./crisp.ts')).crisp,
}

/** Loads the chat that the settings name, if any, and keeps its user in sync. */
export async function startChat(): Promise<void> {
  const config = await loadConfig()
  const chat = config.ok ? config.value.chat : null
  if (!chat) return
  const widget = (await WIDGETS[chat.provider]())(chat)
  widget.load()
  syncChatUser(widget)
}
