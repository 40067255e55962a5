/** Tells staff, where it cannot be missed, whose account they are in. */
export const ActingBanner = ({
  name,
  staffHref,
  onStop,
}: {
  name: string
  staffHref: string
  onStop: () => void
}) => (
  <div className="banner banner--acting" role="status">
    Acting for {name}.{' '}
    <a href={staffHref} onClick={onStop}>
      Stop acting
    </a>
  </div>
)
