import type { Price } from '#lib/pricing/pricing.ts'
import { Button } from '#ui/Button.tsx'
import { CountryMap } from '#ui/CountryMap.tsx'
import { DeliveryTrack } from '#ui/DeliveryTrack.tsx'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { DeviceList } from '#ui/sign-in/DeviceList.tsx'
import { EnergyLine } from '#ui/configuration/EnergyLine.tsx'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import { LazyDisclosure } from '#ui/lazy/LazyDisclosure.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { OptionalLazyComponent } from '#ui/lazy/OptionalLazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'
import { PasskeyList } from '#ui/sign-in/PasskeyList.tsx'
import { PasskeyOffer } from '#ui/sign-in/PasskeyOffer.tsx'
import { PriceChanges } from '#ui/PriceChanges.tsx'
import { PriceLines } from '#ui/PriceLines.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { SavePdf } from '#ui/SavePdf.tsx'
import { ShowMore } from '#ui/ShowMore.tsx'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'

const DEVICE = {
  signedInAt: '2026-11-18T02:00:00Z',
  lastUsedAt: '2026-11-20T02:00:00Z',
  network: '',
  isThis: false,
}
const KINDS = ['primary', 'accent', 'quiet', 'danger'] as const

/** Each button in each of its states. */
export const Buttons = () => (
  <div className="stack">
    {(['', 'small', 'busy', 'disabled'] as const).map((state) => (
      <div className="cluster" key={state}>
        {KINDS.map((kind) => (
          <Button
            kind={kind}
            key={kind}
            isSmall={state === 'small'}
            isBusy={state === 'busy'}
            disabled={state === 'disabled'}
          >
            {kind === 'danger' ? 'Cancel the purchase' : 'Pay $1,000'}
          </Button>
        ))}
      </div>
    ))}
    <div className="cluster">
      <button type="button" className="link-button">
        Enter it manually
      </button>
      <SavePdf ask={() => new Promise(() => {})} onFailed={() => {}}>
        Save as PDF
      </SavePdf>
      <ShowMore
        pages={{ items: [], hasMore: true, isLoading: false, failure: '', loadMore() {} }}
      />
    </div>
  </div>
)

/** Messages that inform, confirm, warn or report an error, and signs of loading. */
export const Messages = () => (
  <div className="guide__columns">
    <Notice title="Good to know">Prices include GST and on-road costs.</Notice>
    <Notice kind="success">Your quote is saved.</Notice>
    <Notice kind="warning" title="This price has changed">
      It was $38,440 when you saved it.
    </Notice>
    <OpenRecallNotice
      recalls={[
        {
          recallNumber: 'TVN-2024-003',
          title: 'Front passenger airbag inflator',
          description: 'The inflator may deploy with too much force.',
          remedy: 'Replace the inflator.',
          severity: 'COMPULSORY',
        },
      ]}
    />
    <Notice kind="error">We could not reach the server. What you typed is kept.</Notice>
    <WhenLoaded asked={{ state: 'loading' }} name="your quotes">
      {() => null}
    </WhenLoaded>
    <LazyComponent load={() => new Promise<never>(() => {})} text="Opening the menu" props={{}} />
    <LazyDisclosure
      title="Compare the ways to pay"
      load={() => new Promise<never>(() => {})}
      props={{}}
    />
    <OptionalLazyComponent load={() => new Promise<never>(() => {})} />
    <PasskeyOffer add={() => new Promise(() => {})} settingsHref="#messages" onDone={() => {}} />
    <DemoMailNote isDemo href="#messages" />
    <div className="empty">
      <p>You have no quotes yet.</p>
      <Button kind="quiet" isSmall>
        Build and quote
      </Button>
    </div>
  </div>
)

/** A price line by line, a payment with its figures, a delivery, and the devices of an account. */
export const Figures = ({ cash, loan }: { cash: Price; loan: Price }) => (
  <div className="guide__columns">
    <PriceLines lines={cash.lines} totals={cash.totals} />
    <EnergyLine
      lines={[
        ['Energy economy', '4.5 out of 6 stars'],
        ['Fuel', '4.7 L/100 km'],
      ]}
    />
    <div>
      {loan.finance && (
        <FinanceFigures payOption="LOANFLEXI" totals={loan.totals} finance={loan.finance} />
      )}
    </div>
    <PriceChanges
      changes={[
        { code: cash.lines[0]!.code, fromCents: 3_000_000, toCents: 3_100_000 },
        { code: 'Tow bar', fromCents: 90_000, toCents: null },
        { code: 'Floor mats', fromCents: null, toCents: 19_000 },
      ]}
      before={cash}
      after={cash}
    />
    <DeliveryTrack
      status="LANDED"
      history={[
        { status: 'ONORDER', at: '2026-09-01T02:00:00Z' },
        { status: 'SHIPPED', at: '2026-10-05T02:00:00Z' },
        { status: 'LANDED', at: '2026-11-18T02:00:00Z' },
      ]}
    />
    <div>
      <DeviceList
        devices={[
          { ...DEVICE, sessionId: '1', device: 'Firefox on Linux', isThis: true },
          { ...DEVICE, sessionId: '2', device: 'Safari on iPhone', network: '192.0.2.7' },
        ]}
        end={() => new Promise(() => {})}
        onEnded={() => {}}
      />
      <PasskeyList
        passkeys={[
          { passkeyId: '1', name: 'My phone', addedAt: DEVICE.signedInAt, lastUsedAt: null },
        ]}
        acts={{
          add: () => new Promise(() => {}),
          rename: () => new Promise(() => {}),
          remove: () => new Promise(() => {}),
        }}
        form={() => null}
        onChanged={() => {}}
      />
    </div>
  </div>
)

/** Drawings made from data. */
export const Drawings = ({ domain }: { domain: string }) => (
  <div className="guide__columns">
    <CountryMap
      label="Map with two towns"
      spots={[
        { name: 'Whangārei', latitude: -35.73, longitude: 174.32, href: '#drawings' },
        { name: 'Dunedin', latitude: -45.87, longitude: 170.5, isChosen: true },
      ]}
    />
    <QrCode text={`https://${domain}/purchase/`} label="QR code of a link" />
  </div>
)
