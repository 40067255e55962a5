import { useState } from 'react'
import { signInByLink } from '#stores/sign-in/sign-in.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/**
 * Signing in with the link of a message. It takes a press: programs that look at links in mail would use it up otherwise.
 */
export function LinkSignIn({ linkToken }: { linkToken: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState<'none' | 'used' | 'other'>('none')
  const open = async () => {
    setIsBusy(true)
    const answer = await signInByLink(linkToken)
    setIsBusy(false)
    if (!answer.ok)
      setTrouble('status' in answer.failure && answer.failure.status === 400 ? 'used' : 'other')
  }
  if (trouble === 'used')
    return (
      <Notice kind="error" title="This link no longer works">
        It works once, for 15 minutes. Enter your email address below, and we send you a code.
      </Notice>
    )
  return (
    <div className="stack stack--s">
      {trouble === 'other' && (
        <Notice kind="error">We could not reach our server. Please try again.</Notice>
      )}
      <p>Your link is ready to use.</p>
      <p>
        <Button isBusy={isBusy} onClick={() => void open()}>
          Open my account
        </Button>
      </p>
    </div>
  )
}
