import { useEffect, useRef, useState, type ComponentProps, type SubmitEvent } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { failureMessage } from '#lib/api/failure.ts'
import { getQuoteByCode } from '#lib/quotes/calls.ts'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { readQuoteCode } from '#lib/quotes/quote-code.ts'
import { siteCall } from '#stores/site/api.ts'
import { paths } from '#stores/site/paths.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { QuoteFacts, type QuotedCar } from '#ui/quote/QuoteFacts.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

const WRONG =
  'We couldn’t find a quote with this code. Check the code, or ask the sender for a new one.'
const NO_CODE = 'A code has 16 letters and digits, in four groups of four.'

type Facts = ComponentProps<typeof QuoteFacts>

/** Shows the figures of a quote by its code: typed, or after the `#` of the address. */
export function SharedQuote({
  cars,
  disclaimers,
}: Pick<Facts, 'disclaimers'> & { cars: readonly QuotedCar[] }) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Pick<Facts, 'quote' | 'code' | 'isHeld'> | null>(null)
  const [fault, setFault] = useState('')
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const latest = useRef('')

  const open = async (asked: string) => {
    setTyped(asked)
    setTrouble('')
    const code = readQuoteCode(asked)
    setFault(code ? '' : NO_CODE)
    if (!code) return
    latest.current = code
    setIsBusy(true)
    const answer = await siteCall(getQuoteByCode, { params: { code } })
    if (latest.current !== code) return
    setIsBusy(false)
    if (answer.ok) {
      const isHeld = Date.parse(answer.value.expires) > serverNowMs()
      setFound({ code, quote: answer.value, isHeld })
      return history.replaceState(history.state, '', `#${code}`)
    }
    setFound(null)
    const { failure } = answer
    if ('status' in failure && failure.status === 404) setFault(WRONG)
    else setTrouble(failureMessage(failure))
  }

  useEffect(() => {
    const read = () => {
      const hash = decodeURIComponent(location.hash.slice(1))
      if (readQuoteCode(hash)) void open(hash)
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [found])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void open(typed)
  }
  return (
    <div className="stack stack--l">
      <form className="form no-print" onSubmit={submit} noValidate>
        <TextField
          label="Quote code"
          hint={
            <>
              You’ll find the code on the quote PDF and in the email, for example{' '}
              <span className="nowrap">7QK2-9XNF-3TME-W8RD.</span>
            </>
          }
          inputClass="input input--capitals"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed}
          error={fault}
          onChange={(text) => {
            setTyped(text)
            setFault('')
          }}
        />
        {trouble && <Notice kind="error">{trouble}</Notice>}
        <div>
          <Button kind={found ? 'quiet' : 'primary'} type="submit" isBusy={isBusy}>
            Show the quote
          </Button>
        </div>
        <StillWorking isBusy={isBusy} text="Looking for the quote" />
      </form>
      {found && (
        <QuoteFacts
          {...found}
          car={cars.find(({ kdcds }) => kdcds.includes(found.quote.request.kdcd))}
          disclaimers={disclaimers}
          headingRef={heading}
        >
          <a
            className="button button--accent"
            href={paths.buildAndQuote() + configurationQuery(found.quote.request)}
          >
            Build this car
          </a>
          <Button kind="quiet" onClick={() => window.print()}>
            Print
          </Button>
          <p className="quiet small">
            Build and quote opens with the same choices, at today’s price. If the quote is yours,
            sign in and you’ll find it under My Quotes.
          </p>
        </QuoteFacts>
      )}
    </div>
  )
}
