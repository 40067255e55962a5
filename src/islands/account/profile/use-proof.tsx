import { useEffect, useRef, useState } from 'react'
import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import type { Faults } from '#lib/shared/faults.ts'
import { $config } from '#stores/site/config.ts'
import { askForCode } from '#stores/sign-in/sign-in.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

type Way = 'password' | 'code' | 'none'

/** What stands at the field, by the way to prove it. */
const LABELS: Record<Way, string> = {
  password: 'Current password',
  code: 'Verification code',
  none: 'Verification code',
}

/**
 * Has customers prove once more who they are before something that matters: by the password, or by a code to the address
 * of the account. Who has no password and signed in a moment ago is asked for nothing.
 *
 * @param asksFirst Whether the password is asked for before the server wants it.
 */
export function useProof(email: string, hasPassword: boolean, asksFirst = true) {
  const [way, setWay] = useState<Way>(hasPassword && asksFirst ? 'password' : 'none')
  const isAsked = useRef(way !== 'none')
  const [typed, setTyped] = useState('')
  const [news, setNews] = useState('')
  const isDemo = useIslandStore($config, null)?.demo
  const box = useRef<HTMLDivElement>(null)
  // Asked for it just now, people type it next.
  useEffect(() => {
    if (way === 'code' || (way === 'password' && !isAsked.current))
      box.current?.querySelector('input')?.focus()
    isAsked.current = way !== 'none'
  }, [way])

  const sendCode = async () => {
    setTyped('')
    setNews('')
    const trouble = await askForCode(email)
    setWay('code')
    setNews(trouble ?? `A code is on its way to ${email}. Enter the newest one you have.`)
  }

  return {
    /** The `currentPassword` of a call. */
    value: typed === '' ? undefined : typed,
    /** What is wrong before anything is sent; nothing for what can be sent. */
    faults(): Faults {
      if (way === 'password' && typed === '')
        return { currentPassword: 'Please enter your current password' }
      if (way === 'code' && typed.length !== VERIFICATION_CODE_LENGTH)
        return {
          currentPassword: `Please enter the ${VERIFICATION_CODE_LENGTH} digits from the email`,
        }
      return {}
    },
    /** The server wants proof after all: the field appears, or a code is sent. Returns whether that is what it said. */
    async isAskedFor(faults: Faults): Promise<boolean> {
      if (way !== 'none' || !faults.currentPassword) return false
      if (hasPassword) setWay('password')
      else await sendCode()
      return true
    },
    field: (
      faultAt: (path: string, label: string) => string | undefined,
      forget: (path: string) => void,
    ) => {
      const shared = {
        value: typed,
        error: faultAt('currentPassword', LABELS[way]),
        onChange: (text: string) => {
          setTyped(text)
          forget('currentPassword')
        },
      }
      if (way === 'none') return null
      return (
        <div className="stack stack--s" ref={box}>
          {way === 'password' ? (
            <TextField
              {...shared}
              label={LABELS.password}
              type="password"
              autoComplete="current-password"
            />
          ) : (
            <CodeField {...shared} hint="This shows us that it is you." />
          )}
          <p className="small" role="status">
            {news}
          </p>
          {way === 'code' && <DemoMailNote isDemo={isDemo} href={paths.demoMail} />}
          <div>
            <button type="button" className="link-button" onClick={() => void sendCode()}>
              {way === 'password' ? 'Use a code by email instead' : 'Send code again'}
            </button>
          </div>
        </div>
      )
    },
  }
}
