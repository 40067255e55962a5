import { quoteCodeOf } from '#stores/quote/quote-calls.ts'
import { paths } from '#stores/site/paths.ts'
import { LinkToCopy } from '#ui/LinkToCopy.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'

/** A link that shows the current figures to anyone who has it. */
export function ShareLink() {
  const asked = useQuery('code', () => quoteCodeOf())
  if (asked.state === 'loading') return <Loading text="Creating a link" />
  if (asked.state !== 'ready')
    return (
      <Notice kind="error" tryAgain={asked.refetch}>
        <p>We couldn’t create the link: {asked.message}</p>
      </Notice>
    )
  return (
    <div className="card stack stack--s builder__share">
      <LinkToCopy
        label="Link to this quote"
        hint="Anyone with this link can see the car and its price, but can’t change them. It shows none of your details."
        link={location.origin + paths.sharedQuote(asked.value.code)}
      />
    </div>
  )
}
