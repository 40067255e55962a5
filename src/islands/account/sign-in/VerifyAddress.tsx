import { useEffect, useRef } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { $config } from '#stores/site/config.ts'
import { confirmRegistration } from '#stores/sign-in/sign-in.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { VerifyCodeForm } from '#ui/sign-in/VerifyCodeForm.tsx'

interface VerifyAddressProps {
  email: string
  /** The password that was chosen, which the code sets. */
  password: string | undefined
  /** Sends the account form again, as a sign-in code would not confirm the password. */
  sendAgain: () => Promise<Result<unknown>>
  onBack: () => void
}

/** The code that confirms a new account's address and signs in. */
export function VerifyAddress({ email, password, sendAgain, onBack }: VerifyAddressProps) {
  const isDemo = useIslandStore($config, null)?.demo
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <VerifyCodeForm
      verify={(code) => confirmRegistration({ email, password }, code)}
      sendAgain={async () => {
        const sent = await sendAgain()
        return sent.ok ? null : failureMessage(sent.failure)
      }}
      codeNote={<DemoMailNote isDemo={isDemo} href={paths.demoMail} />}
      below={
        <button type="button" className="link-button" onClick={onBack}>
          Change the details
        </button>
      }
    >
      <h2 ref={heading} tabIndex={-1}>
        Check your email
      </h2>
      <p>
        We’ve sent a 6-digit code to <strong>{email}</strong>. It works for 10 minutes.
        {password && ' Entering it also sets your password.'}
      </p>
    </VerifyCodeForm>
  )
}
