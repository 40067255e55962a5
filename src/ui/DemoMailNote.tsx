/** Links to the demo mailbox; empty on a site that sends real email. */
export const DemoMailNote = ({
  isDemo,
  href,
  what = 'code',
}: {
  isDemo: boolean | undefined
  href: string
  what?: string
}) =>
  isDemo ? (
    <p className="small">
      Demo only: no real emails are sent.{' '}
      <a href={href} target="_blank" rel="noreferrer">
        Read the {what} in the demo mailbox
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      .
    </p>
  ) : null
