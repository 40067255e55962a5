import { getSharedOrder } from '#lib/orders/link-calls.ts'
import type { SharedOrder as Shared } from '#lib/orders/link-shapes.ts'
import { SHARED_STAGES, stageSentence, weeksText } from '#lib/orders/shared-order.ts'
import type { backdropPath } from '#lib/art/art-paths.ts'
import { modelSlug } from '#lib/catalogue/model-slug.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { paths } from '#stores/site/paths.ts'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CarScene } from '#ui/purchase/CarScene.tsx'
import { useHash } from '#ui/hooks/use-hash.ts'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import { useLiveQuery } from '#ui/hooks/use-live-query.ts'

interface SharedOrderProps {
  /** The landscape of each model, by its slug. */
  scenes: Readonly<Record<string, Parameters<typeof backdropPath>[1]>>
}

const headingOf = (stage: Shared['stage'], modelName: string): string => {
  if (stage === 'HANDED_OVER') return `A new ${modelName}`
  return stage === 'AVAIL4PKUP' ? `A ${modelName} is ready` : `A ${modelName} is on its way`
}

/** A car on its way, for the friends of its buyer: by the key in the address, and live. */
export function SharedOrder({ scenes }: SharedOrderProps) {
  const isHydrated = useIsHydrated()
  const key = useHash().slice('#/'.length)
  if (!isHydrated) return <Loading text="Opening the page" />
  return key === '' ? <Ended scenes={scenes} /> : <Order key={key} linkKey={key} scenes={scenes} />
}

function Order({ linkKey, scenes }: SharedOrderProps & { linkKey: string }) {
  const asked = useLiveQuery<Shared | null>(linkKey, async () => {
    const answer = await publicApi(getSharedOrder, { params: { key: linkKey } })
    const isGone = !answer.ok && 'status' in answer.failure && answer.failure.status === 404
    return isGone ? { ok: true, value: null } : answer
  })
  if (asked.state === 'loading') return <Loading text="Opening the page" />
  if (asked.state === 'failed')
    return (
      <div className="wrap section stack">
        <h1>A car on its way</h1>
        <Notice kind="error" title="We couldn’t open this page" tryAgain={asked.refetch}>
          {asked.message}
        </Notice>
      </div>
    )
  if (!asked.value) return <Ended scenes={scenes} />
  const { modelName, variantName, colourName, stage, weeks } = asked.value
  const at = SHARED_STAGES.findIndex((known) => known.stage === stage)
  return (
    <div className="moment moment--wide">
      <CarScene car={asked.value} backdrop={scenes[modelSlug(modelName)]}>
        <h1>{headingOf(stage, modelName)}</h1>
        <p className="lead">
          {variantName} in {colourName}
        </p>
        {/* Read out when it changes. */}
        <p className="moment__day" role="status">
          {stageSentence(stage)} {weeks && `Ready ${weeksText(weeks)}.`}
        </p>
      </CarScene>
      <div className="wrap">
        <div className="moment__rest stack">
          {at >= 0 && (
            <ol className="track" aria-label="Delivery">
              {SHARED_STAGES.map(({ stage: step, label }, index) => (
                <li
                  key={step}
                  data-state={index < at ? 'done' : index === at ? 'current' : 'todo'}
                  aria-current={index === at ? 'step' : undefined}
                >
                  {label}
                </li>
              ))}
            </ol>
          )}
          <p className="small quiet">
            This page updates automatically. You don’t need to reload it.
          </p>
          <div>
            <a className="button" href={paths.model(modelSlug(modelName))}>
              See the {modelName}
            </a>
          </div>
        </div>
      </div>
    </div>
  )
}

const Ended = ({ scenes }: SharedOrderProps) => (
  <div className="moment moment--wide">
    <CarScene car={null} backdrop={Object.values(scenes)[0]}>
      <h1>This page is no longer available</h1>
      <p className="lead">
        The car may have been collected, or the person who shared this may have stopped sharing it.
        To see where the car is, ask them for a new link.
      </p>
    </CarScene>
    <div className="wrap">
      <div className="moment__rest">
        <a className="button" href={paths.models}>
          See all our cars
        </a>
      </div>
    </div>
  </div>
)
