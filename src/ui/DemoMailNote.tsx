/** Where the code of a demonstration can be read. Nothing on a site that sends mail. */
export const DemoMailNote = ({ isDemo, href }: { isDemo: boolean | undefined; href: string }) =>
  isDemo ? (
    <p className="small">
      This is a demonstration, so no email leaves it.{' '}
      <a href={href} target="_blank" rel="noreferrer">
        Read the code in the demo mailbox
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      .
    </p>
  ) : null
