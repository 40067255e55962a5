import { Notice } from '#ui/Notice.tsx'

/** What gave way to a change, announced when it is said. */
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
