import { SIGNED_OUT } from '#stores/session/session-shape.ts'
import { $session, noteDroppedPassword } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Says that a password chosen at registration was dropped by signing in with a code, and offers to set one (decision 58). */
export function DroppedPassword({ isProfile }: { isProfile: boolean }) {
  const { hasDroppedPassword } = useIslandStore($session, SIGNED_OUT)
  if (!hasDroppedPassword) return null
  return (
    <Notice kind="warning" title="Your password was not confirmed">
      <p>
        You signed in with a code, so the password you chose when you registered does not work.{' '}
        {isProfile ? 'You can set one below, under Password' : 'You can set one now'}, or keep
        signing in with a code.
      </p>
      <div className="cluster">
        {!isProfile && <a href={paths.customer('profile')}>Set a password</a>}
        <Button kind="quiet" isSmall onClick={() => noteDroppedPassword(false)}>
          Not now
        </Button>
      </div>
    </Notice>
  )
}
