/** As much of a customer as a chat is told (specification §4). */
export interface ChatPerson {
  customerId: number
  firstName: string
  lastName: string
  email: string
}

/** What the brand has with the vendor: public, as it stands in every page that uses it. */
export interface ChatAccount {
  id: string
  /** The vendor's server; empty where there is one for all. */
  url: string
}

/** A vendor's chat in this page. */
export interface ChatWidget {
  /** Starts to load the vendor's script. */
  load(): void
  /** Whether the script has come and takes calls. */
  isThere(): boolean
  tell(person: ChatPerson): void
  /** Ends the conversation of whoever was told: the next person at this browser must not see it. */
  forget(): void
}

/** Loads a vendor's script, once. */
export function loadScript(src: string, onLoad?: () => void): void {
  const script = document.createElement('script')
  script.src = src
  script.async = true
  if (onLoad) script.onload = onLoad
  document.head.append(script)
}
