/** Where what a demonstration mails can be read: a code, unless it says. Nothing on a site that sends mail. */
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
      This is a demonstration, so no email leaves it.{' '}
      <a href={href} target="_blank" rel="noreferrer">
        Read the {what} in the demo mailbox
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      .
    </p>
  ) : null
