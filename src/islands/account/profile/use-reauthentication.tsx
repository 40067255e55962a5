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

type Method = 'password' | 'code' | 'none'

/** The label of the field for each method. */
const LABELS: Record<Method, string> = {
  password: 'Current password',
  code: 'Verification code',
  none: 'Verification code',
}

/**
 * Asks for the password again before a sensitive change, or for a code sent to the account's address. Without a
 * password, a customer who signed in a moment ago is asked for nothing.
 *
 * @param asksFirst Whether the password is asked for before the server requires it.
 */
export function useReauthentication(email: string, hasPassword: boolean, asksFirst = true) {
  const [method, setMethod] = useState<Method>(hasPassword && asksFirst ? 'password' : 'none')
  const isAsked = useRef(method !== 'none')
  const [typed, setTyped] = useState('')
  const [news, setNews] = useState('')
  const isDemo = useIslandStore($config, null)?.demo
  const box = useRef<HTMLDivElement>(null)
  // Focus the field once it appears.
  useEffect(() => {
    if (method === 'code' || (method === 'password' && !isAsked.current))
      box.current?.querySelector('input')?.focus()
    isAsked.current = method !== 'none'
  }, [method])

  const sendCode = async () => {
    setTyped('')
    setNews('')
    const trouble = await askForCode(email)
    setMethod('code')
    setNews(trouble ?? `We’ve emailed a code to ${email}. Use the latest one.`)
  }

  return {
    /** The `currentPassword` of a call. */
    value: typed === '' ? undefined : typed,
    /** The faults before anything is sent; empty when it can be sent. */
    faults(): Faults {
      if (method === 'password' && typed === '')
        return { currentPassword: 'Please enter your current password' }
      if (method === 'code' && typed.length !== VERIFICATION_CODE_LENGTH)
        return {
          currentPassword: `Please enter the ${VERIFICATION_CODE_LENGTH} digits from the email`,
        }
      return {}
    },
    /** Shows the field or sends a code if the server requires it. Returns whether it does. */
    async askIfRequired(faults: Faults): Promise<boolean> {
      if (method !== 'none' || !faults.currentPassword) return false
      if (hasPassword) setMethod('password')
      else await sendCode()
      return true
    },
    field: (
      faultAt: (path: string, label: string) => string | undefined,
      forget: (path: string) => void,
    ) => {
      const shared = {
        value: typed,
        error: faultAt('currentPassword', LABELS[method]),
        onChange: (text: string) => {
          setTyped(text)
          forget('currentPassword')
        },
      }
      if (method === 'none') return null
      return (
        <div className="stack stack--s" ref={box}>
          {method === 'password' ? (
            <TextField
              {...shared}
              label={LABELS.password}
              type="password"
              autoComplete="current-password"
            />
          ) : (
            <CodeField {...shared} hint="This lets us know it’s you." />
          )}
          <p className="small" role="status">
            {news}
          </p>
          {method === 'code' && <DemoMailNote isDemo={isDemo} href={paths.demoMail} />}
          <div>
            <button type="button" className="link-button" onClick={() => void sendCode()}>
              {method === 'password' ? 'Email me a code instead' : 'Send code again'}
            </button>
          </div>
        </div>
      )
    },
  }
}
