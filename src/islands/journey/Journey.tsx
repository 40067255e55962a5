import { useDeferredValue, useEffect, useMemo } from 'react'
import { NEW_JOURNEY_ID } from '#lib/shared/constants.ts'
import { loadModule } from '#lib/api/load-module.ts'
import { parseJourneyHash, type Step } from '#lib/purchases/journey-steps.ts'
import { loadConfig } from '#stores/site/config.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { keepJourney } from '#stores/journey/journey.ts'
import { $startFailure, isUnknownCar } from '#stores/journey/new-journey.ts'
import { $accessToken } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Loading } from '#ui/Loading.tsx'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import './journey.css'
import './deal/deal.css'
import './files/files.css'
import type { JourneyPage } from './journey-page.ts'
import { JourneySteps } from './JourneySteps.tsx'
import {
  CannotOpen,
  CannotStart,
  NoSuchCar,
  NothingToBuy,
  SignInFirst,
} from './notices/NotOpen.tsx'
import { $opening, forgetStart, openJourney, startOfPage, type Start } from './opening.ts'
import { isUnsavedAddress } from './route.ts'
import { SCREENS } from './screens.ts'
import { useHash } from '#ui/hooks/use-hash.ts'

interface JourneyProps {
  /** Names of pay options, from the catalogue. */
  payOptionNames?: Readonly<Record<string, string>>
  /** The name of the brand's lender, where it has one. */
  lender?: string | undefined
  /** Whom a buyer asks at the brand itself. */
  desk?: JourneyPage['desk']
  /** The landscape of each model, by its slug. */
  scenes?: JourneyPage['scenes']
}

/**
 * The purchase app, from choosing the car to the last payment. The page's data attributes hold the car or quote that a new
 * purchase starts from (specification §2).
 */
export function Journey({ payOptionNames = {}, scenes = {}, lender, desk }: JourneyProps) {
  const isInBrowser = useIsHydrated()
  const hash = useHash()
  const address = useMemo(() => parseJourneyHash(hash), [hash])
  const journey = useIslandStore($journey, null)
  const opening = useIslandStore($opening, null)
  const isSignedIn = useIslandStore($accessToken, null) !== null

  const isUnsaved = isUnsavedAddress(address)
  const id = isUnsaved ? NEW_JOURNEY_ID : address.id
  // The address of an unsaved quote also means the journey it became.
  const isHere = journey !== null && (isUnsaved || journey.id === id)
  const isSaved = journey !== null && journey.id !== NEW_JOURNEY_ID
  const isOpening = opening?.id === id && opening.state === 'opening'
  // The first screen is rendered in small pieces, which a press doesn't have to wait for.
  const isShown = useDeferredValue(isHere && !isOpening)
  const needsSignIn = !isUnsaved && !isSignedIn

  useEffect(() => keepJourney(), [])
  useEffect(() => void loadConfig(), [])

  // Loads the screen while the purchase loads.
  const load = SCREENS[address.step as Step] as (typeof SCREENS)[Step] | undefined
  useEffect(() => {
    if (load) void loadModule(load)
  }, [load])

  useEffect(() => {
    const isOnItsWay = $opening.get()?.id === id && $opening.get()?.state === 'opening'
    if (isInBrowser && !isHere && !needsSignIn && !isOnItsWay) void openJourney(id, startOfPage())
  }, [isInBrowser, isHere, needsSignIn, id])

  useEffect(() => {
    if (isSaved) forgetStart()
  }, [isSaved])

  if (!isInBrowser) return <Shell />
  if (needsSignIn) return <SignInFirst />
  if (isHere && !isOpening && isShown)
    return <JourneySteps {...{ journey, address, payOptionNames, scenes, lender, desk }} />
  if (!isHere && opening?.id === id && opening.state === 'failed')
    return <NotOpened id={id} start={startOfPage()} />
  return <Shell />
}

function NotOpened({ id, start }: { id: string; start: Start }) {
  if (id === NEW_JOURNEY_ID && !start.kdcd && !start.quoteId) return <NothingToBuy />
  const failure = $startFailure.get()
  if (id === NEW_JOURNEY_ID && failure && isUnknownCar(failure)) return <NoSuchCar />
  const Failed = id === NEW_JOURNEY_ID ? CannotStart : CannotOpen
  return <Failed onRetry={() => void openJourney(id, start)} />
}

/** The static page, and the screen while a journey opens. */
const Shell = () => (
  <div className="wrap section">
    <h1 className="visually-hidden">Your purchase</h1>
    <Loading text="Opening your purchase" />
  </div>
)
