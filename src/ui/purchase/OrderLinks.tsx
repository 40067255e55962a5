import { useEffect, useRef, useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import type { ApiCall } from '#lib/api/client.ts'
import { endPurchaseLink, getPurchaseLinks, makePurchaseLink } from '#lib/orders/link-calls.ts'
import type { PurchaseLinkKind, PurchaseLinks } from '#lib/orders/link-shapes.ts'
import { orderCalendarPath, sharedOrderPath } from '#lib/orders/link-paths.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Button } from '../Button.tsx'
import { LinkToCopy } from '../LinkToCopy.tsx'
import { Loading } from '../Loading.tsx'
import { Notice } from '../Notice.tsx'

const BASE = import.meta.env.BASE_URL

interface OrderLinksProps {
  id: string
  call: ApiCall
}

/** The link to a page for friends, and the address for a calendar program: each made and ended with one press. */
export function OrderLinks({ id, call }: OrderLinksProps) {
  const [changed, setChanged] = useState<PurchaseLinks | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [news, setNews] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (news) status.current?.focus()
  }, [news])
  const asked = useQuery(`links ${id}`, () => call(getPurchaseLinks, { params: { id } }))
  if (asked.state === 'loading') return <Loading text="Loading the links" />
  if (asked.state === 'failed')
    return (
      <Notice kind="error" title="We couldn’t load the links" tryAgain={asked.refetch}>
        {asked.message}
      </Notice>
    )
  const { shared, calendar } = changed ?? asked.value
  const change = async (done: string, send: () => Promise<Result<PurchaseLinks>>) => {
    if (isBusy) return
    setTrouble('')
    setIsBusy(true)
    const answer = await send()
    setIsBusy(false)
    if (!answer.ok) return setTrouble(failureMessage(answer.failure))
    setChanged(answer.value)
    setNews(done)
  }
  const make = (kind: PurchaseLinkKind, done: string) =>
    change(done, () => call(makePurchaseLink, { params: { id, kind } }))
  const end = (kind: PurchaseLinkKind, done: string) =>
    change(done, () => call(endPurchaseLink, { params: { id, kind } }))
  const { origin, host } = location
  return (
    <div className="stack stack--l">
      <section className="stack stack--s">
        <h4>Share with friends</h4>
        <p>
          The page shows your car in its colour and how far along it is. It doesn’t show your name,
          the price, a number plate or your dealer.
        </p>
        {shared ? (
          <>
            <LinkToCopy
              label="Link to share"
              hint="Anyone with this link can see the page."
              link={origin + sharedOrderPath(BASE, shared)}
            />
            <div className="cluster">
              <a
                className="button button--quiet button--small"
                href={sharedOrderPath(BASE, shared)}
              >
                See the page
              </a>
              <Button
                kind="quiet"
                isSmall
                isBusy={isBusy}
                onClick={() => void end('shared', 'The link no longer works.')}
              >
                Stop sharing
              </Button>
            </div>
          </>
        ) : (
          <div>
            <Button
              isSmall
              isBusy={isBusy}
              onClick={() => void make('shared', 'The link is ready to share.')}
            >
              Create a link to share
            </Button>
          </div>
        )}
      </section>
      <section className="stack stack--s">
        <h4>In your calendar</h4>
        <p>
          See when your car should be ready, when you collect it and when a payment is due. Your
          calendar updates when a date changes.
        </p>
        {calendar ? (
          <>
            <LinkToCopy
              what="address"
              label="Calendar address"
              hint="Paste it under “Add calendar from URL” in your calendar app. Anyone with this address can see these dates."
              link={origin + orderCalendarPath(BASE, calendar)}
            />
            <div className="cluster">
              <a
                className="button button--small"
                href={`webcal://${host}${orderCalendarPath(BASE, calendar)}`}
              >
                Add to my calendar
              </a>
              <Button
                kind="quiet"
                isSmall
                isBusy={isBusy}
                onClick={() =>
                  void make('calendar', 'There’s a new address. The old one no longer works.')
                }
              >
                Create a new address
              </Button>
              <Button
                kind="quiet"
                isSmall
                isBusy={isBusy}
                onClick={() => void end('calendar', 'The calendar address no longer works.')}
              >
                Turn off this address
              </Button>
            </div>
          </>
        ) : (
          <div>
            <Button
              isSmall
              isBusy={isBusy}
              onClick={() => void make('calendar', 'The calendar is ready to add.')}
            >
              Create a calendar address
            </Button>
          </div>
        )}
      </section>
      {trouble && (
        <Notice kind="error" title="We couldn’t change the link">
          {trouble}
        </Notice>
      )}
      <p className="small quiet" role="status" ref={status} tabIndex={-1}>
        {news}
      </p>
    </div>
  )
}
