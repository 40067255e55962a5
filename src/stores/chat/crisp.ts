import { loadScript, type ChatAccount, type ChatWidget } from './chat-widget.ts'

/** Crisp's queue: a plain list until the script has loaded and adds its methods. */
interface Crisp {
  push(call: unknown[]): unknown
  is?(what: string): boolean
}
const page = () => window as { $crisp?: Crisp; CRISP_WEBSITE_ID?: string }

/** @see https://docs.crisp.chat/guides/chatbox-sdks/web-sdk/dollar-crisp/ */
export const crisp = ({ id }: ChatAccount): ChatWidget => ({
  load() {
    page().$crisp = [] as unknown[] as Crisp
    page().CRISP_WEBSITE_ID = id
    loadScript('https://client.crisp.chat/l.js')
  },
  isReady: () => typeof page().$crisp?.is === 'function',
  identify({ customerId, firstName, lastName, email }) {
    const facts = [
      ['first_name', firstName],
      ['last_name', lastName],
      ['customer_id', String(customerId)],
    ]
    page().$crisp?.push(['set', 'user:email', [email]])
    page().$crisp?.push(['set', 'user:nickname', [`${firstName} ${lastName}`]])
    page().$crisp?.push(['set', 'session:data', [facts]])
  },
  reset: () => void page().$crisp?.push(['do', 'session:reset']),
})
