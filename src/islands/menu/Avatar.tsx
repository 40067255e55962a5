/** The initial of who is greeted, or a head and shoulders while nobody is. It looks different while staff act. */
export const Avatar = ({ name, isActing }: { name: string; isActing: boolean }) => (
  <span className={`avatar${isActing ? ' avatar--acting' : ''}`} aria-hidden="true">
    {name ? (
      name.charAt(0).toUpperCase()
    ) : (
      <svg viewBox="0 0 24 24" width="18" height="18" fill="currentColor">
        <circle cx="12" cy="8" r="4" />
        <path d="M4 21c0-4.4 3.6-7 8-7s8 2.6 8 7z" />
      </svg>
    )}
  </span>
)
