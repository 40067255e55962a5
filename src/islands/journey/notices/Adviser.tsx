import { OptionalLazyComponent } from '#ui/lazy/OptionalLazyComponent.tsx'

const load = async () => (await import('./AdviserToAsk.tsx')).AdviserToAsk

/** A person to ask, wherever a buyer has to wait for us. */
export const Adviser = () => <OptionalLazyComponent load={load} />
