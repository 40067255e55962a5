import { useEffect, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { modelSlug } from '#lib/catalogue/model-slug.ts'
import { paymentInWords } from '#lib/finance/labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { $accountAccess, WHOLE_ACCOUNT } from '#stores/session/rights.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { Button } from '#ui/Button.tsx'
import { CarImage } from '#ui/CarImage.tsx'
import { DeliveryLine } from '#ui/purchase/DeliveryLine.tsx'
import { focusFirstInvalid } from '#ui/fields/first-invalid.ts'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { quoteCalls } from './quote-calls.ts'
import type { Configuration } from './use-configuration.ts'

import './price-bar.css'

const loadChangedPrice = async () => (await import('./ChangedPrice.tsx')).ChangedPrice

interface PriceBarProps {
  configuration: Configuration
  delivery: Quote['delivery']
  isDepositValid: boolean
}

/** The price and the main action, always in view, with notices about the last change. */
export function PriceBar({ configuration, delivery, isDepositValid }: PriceBarProps) {
  const { request, shown, quote, notices, dismissNotices } = configuration
  const { listed, changes, isAccepted, accept } = configuration
  const [isStarting, setIsStarting] = useState(false)
  const maySell = useIslandStore($accountAccess, WHOLE_ACCOUNT).sales

  // A page restored by Back must not still look busy.
  useEffect(() => {
    const onShow = () => setIsStarting(false)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])

  const start = async () => {
    if (!isDepositValid) return void focusFirstInvalid(document.querySelector('.builder'))
    setIsStarting(true)
    const calls = await quoteCalls()
    const priced = calls.ok ? await calls.value.confirmPrice() : calls
    if (calls.ok && priced.ok && isAccepted(priced.value)) {
      calls.value.keepForStart(priced.value)
      return location.assign(paths.startPurchase(request.kdcd, priced.value.quoteId))
    }
    setIsStarting(false)
    // The bar shows the price change that must be accepted first.
    if (priced.ok) return
    addToast({
      kind: 'error',
      text: `We couldn’t start your purchase: ${failureMessage(priced.failure)}`,
    })
  }

  return (
    <div className="builder__bar">
      <div className="builder__notices" role="status">
        {quote && changes.length > 0 && (
          <LazyComponent
            load={loadChangedPrice}
            text="Loading the new price"
            props={{ changes, before: listed, after: quote, accept }}
          />
        )}
        {notices.length > 0 && (
          <div className="wrap cluster cluster--between builder__gave-way">
            <div>
              {notices.map((notice) => (
                <p key={notice}>{notice}</p>
              ))}
            </div>
            <button type="button" className="link-button" onClick={dismissNotices}>
              Close
            </button>
          </div>
        )}
      </div>
      <div className="wrap builder__bar-row">
        {request.colourCode && (
          <span className="builder__bar-car">
            <CarImage
              slug={modelSlug(shown.vehicle.modelName)}
              colourCode={request.colourCode}
              kdcd={request.kdcd}
              alt=""
              loading="lazy"
              sizes="6rem"
            />
          </span>
        )}
        <p className="builder__bar-name">
          <strong>{shown.vehicle.variantName}</strong>
          <span className="quiet small">{shown.vehicle.colourName}</span>
        </p>
        <p className="builder__bar-price">
          <span className="small quiet" id="builder-price-label">
            Drive-away price
          </span>
          <output className="price" aria-labelledby="builder-price-label" aria-live="polite">
            {formatMoney(shown.totals.driveAwayCents)}
          </output>
        </p>
        <p className="builder__bar-delivery">
          {delivery === undefined ? (
            // Reserves the room, so that nothing moves when the date is known.
            <span className="delivery-line">{'\u00a0'}</span>
          ) : (
            <DeliveryLine delivery={delivery} />
          )}
          {shown.finance && (
            // The figures that belong to a payment are in the quote above (decision 19).
            <a className="small" href="#builder-quote">
              {paymentInWords(shown.finance)} (estimate)
            </a>
          )}
        </p>
        {maySell ? (
          <Button kind="accent" isBusy={isStarting} onClick={() => void start()}>
            Start purchase
          </Button>
        ) : (
          <p className="small quiet">Only sales staff can start a purchase.</p>
        )}
      </div>
    </div>
  )
}
