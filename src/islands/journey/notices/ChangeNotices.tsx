import { Notice } from '#ui/Notice.tsx'

/** Notices about a change, announced to screen readers. */
export const ChangeNotices = ({ notices }: { notices: readonly string[] }) => (
  <div role="status">
    {notices.length > 0 && (
      <Notice>
        {notices.map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
      </Notice>
    )}
  </div>
)
