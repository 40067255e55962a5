import type { PageVendor } from '#server/platform/http/security-headers.ts'
import type { ChatSettings } from '#server/platform/settings/providers.ts'

type Sources = PageVendor['sources']

const FRESHCHAT = 'https://*.freshchat.com'

/**
 * The sources of each vendor's chat: Intercom's and Crisp's by their documentation, Freshchat's by the servers its widget
 * uses, because it documents none. All of them write styles into the page. A policy with hashes ignores `'unsafe-inline'`
 * in `style-src`, so the finer directives have it.
 */
const SOURCES: Record<ChatSettings['provider'], (url: string) => Sources> = {
  freshchat: (url) => ({
    'script-src': `${url} ${FRESHCHAT}`,
    'style-src-elem': `'self' 'unsafe-inline' ${url} ${FRESHCHAT}`,
    'style-src-attr': "'unsafe-inline'",
    'img-src': `blob: ${url} ${FRESHCHAT}`,
    'font-src': `${url} ${FRESHCHAT}`,
    'connect-src': `${url} ${FRESHCHAT} https://*.freshworksapi.com wss://*.freshworksapi.com`,
    'frame-src': `${url} ${FRESHCHAT}`,
    'media-src': `${url} ${FRESHCHAT}`,
  }),
  // https://www.intercom.com/help/en/articles/3894
  intercom: (url) => ({
    'script-src': 'https://app.intercom.io https://widget.intercom.io https://js.intercomcdn.com',
    'style-src-elem': "'self' 'unsafe-inline'",
    'style-src-attr': "'unsafe-inline'",
    'img-src':
      'blob: https://js.intercomcdn.com https://static.intercomassets.com https://downloads.intercomcdn.com https://downloads.au.intercomcdn.com https://downloads.intercomcdn.eu https://uploads.intercomusercontent.com https://gifs.intercomcdn.com https://messenger-apps.intercom.io https://*.intercom-attachments-1.com',
    'font-src': 'https://js.intercomcdn.com https://fonts.intercomcdn.com',
    'connect-src': `${url} https://via.intercom.io https://api.intercom.io https://api-ping.intercom.io https://*.intercom-messenger.com wss://*.intercom-messenger.com https://nexus-websocket-a.intercom.io wss://nexus-websocket-a.intercom.io https://nexus-websocket-b.intercom.io wss://nexus-websocket-b.intercom.io https://nexus-europe-websocket.intercom.io wss://nexus-europe-websocket.intercom.io https://nexus-australia-websocket.intercom.io wss://nexus-australia-websocket.intercom.io https://uploads.intercomcdn.com https://uploads.au.intercomcdn.com https://uploads.intercomcdn.eu https://uploads.intercomusercontent.com`,
    'frame-src': 'https://intercom-sheets.com https://www.intercom-reporting.com',
    'media-src': 'https://js.intercomcdn.com https://downloads.intercomcdn.com',
    'form-action': `${url} https://intercom.help`,
  }),
  // https://docs.crisp.chat/guides/others/whitelisting-our-systems/crisp-domain-names/
  crisp: () => ({
    'script-src': 'https://client.crisp.chat',
    'style-src-elem': "'self' 'unsafe-inline' https://client.crisp.chat",
    'style-src-attr': "'unsafe-inline'",
    'img-src': 'https://client.crisp.chat https://image.crisp.chat https://storage.crisp.chat',
    'font-src': 'https://client.crisp.chat',
    'connect-src':
      'https://client.crisp.chat https://storage.crisp.chat wss://client.relay.crisp.chat wss://client.relay.rescue.crisp.chat',
    'frame-src': 'https://assets.crisp.chat',
    'media-src': 'https://client.crisp.chat https://storage.crisp.chat',
    'worker-src': 'blob:',
  }),
}

/** The chat of the settings, for the policy of every page. */
export const chatOnPages = ({ provider, url }: ChatSettings): PageVendor => ({
  pages: 'all',
  sources: SOURCES[provider](url),
})
