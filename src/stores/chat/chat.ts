import { computed, type ReadableAtom } from 'nanostores'
import { CHAT_RETRY_LIMIT, CHAT_RETRY_MS } from '#lib/shared/constants.ts'
import type { ChatPerson, ChatWidget } from './chat-widget.ts'
import { loadConfig } from '#stores/site/config.ts'
import { $customerRecord, $session } from '#stores/session/session.ts'
import { persistentAtom } from '#stores/site/storage.ts'

/**
 * Of whom the chat is told: the signed-in customer, or `null` for nobody. Staff are nobody, also while they act for a
 * customer (decision 12). `undefined` while a signed-in customer's record is still on its way.
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

/** Whether this browser's chat was told of somebody, on whatever page that was. */
const $isTold = persistentAtom<string | undefined>('chat-told:1', undefined)

/**
 * Tells the chat's widget who is there whenever that changes, and has it forget them when nobody is. A widget that does
 * not exist yet is looked for each second, at most 30 times (specification §4). The conversation of a visitor who
 * never signed in is left alone.
 *
 * @returns Stops it.
 */
export function syncChatUser(
  widget: ChatWidget,
  $person: ReadableAtom<ChatPerson | null | undefined> = $chatPerson,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let told: ChatPerson | null | undefined
  const tell = (person: ChatPerson | null) => {
    const isOther = person === null || (told && told.customerId !== person.customerId)
    if (isOther && $isTold.get()) widget.forget()
    if (person) widget.tell(person)
    $isTold.set(person ? 'yes' : undefined)
    told = person
  }
  const stop = $person.subscribe((person) => {
    if (person === undefined || isSame(person, told)) return
    clearTimeout(timer)
    let tries = 0
    const attempt = () => {
      tries += 1
      if (widget.isThere()) tell(person)
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

/** Loads the chat that the shop has chosen, and keeps it told. Without a choice nothing is loaded. */
export async function startChat(): Promise<void> {
  const config = await loadConfig()
  const chat = config.ok ? config.value.chat : null
  if (!chat) return
  const widget = (await WIDGETS[chat.provider]())(chat)
  widget.load()
  syncChatUser(widget)
}
