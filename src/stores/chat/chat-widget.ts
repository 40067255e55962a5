/** The customer data that a chat receives (specification §4). */
export interface ChatPerson {
  customerId: number
  firstName: string
  lastName: string
  email: string
}

/** The brand's account with the vendor. It is public: every page with the chat contains it. */
export interface ChatAccount {
  id: string
  /** The vendor's server; empty where there is one for all. */
  url: string
}

/** A vendor's chat in this page. */
export interface ChatWidget {
  /** Starts to load the vendor's script. */
  load(): void
  /** Whether the script has loaded and takes calls. */
  isReady(): boolean
  identify(person: ChatPerson): void
  /** Ends the conversation of the identified person: the next one at this browser must not see it. */
  reset(): void
}

/** Loads a vendor's script, once. */
export function loadScript(src: string, onLoad?: () => void): void {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  if (onLoad) script.onload = onLoad
  document.head.append(script)
}
