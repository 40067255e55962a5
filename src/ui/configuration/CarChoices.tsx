import { memo } from 'react'
import { inWords } from '#lib/shared/in-words.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import { capitalised } from '#lib/shared/words.ts'
import { carArtPath } from '#lib/art/art-paths.ts'
import { carPhotograph } from '#lib/pictures/car-photograph.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { driveAwayFromCents, modelFromCents, powertrainName } from '#lib/catalogue/showroom.ts'
import { Photo } from '../Photo.tsx'
import type { BuilderCatalogue, BuilderModel, BuilderVariant, Change } from './builder-data.ts'
import { matchingOption } from './builder-car.ts'
import { ChoiceCard } from './ChoiceCard.tsx'

interface CarChoicesProps {
  catalogue: BuilderCatalogue
  model: BuilderModel
  variant: BuilderVariant
  kdcd: string
  change: Change
  /** How each choice changes the delivery, in words, by its code. */
  moves?: Readonly<Record<string, string>>
}

/** Without `model` no choice is selected. */
export const ModelChoice = memo(function ModelChoice({
  catalogue,
  model,
  change,
}: Pick<CarChoicesProps, 'catalogue' | 'change'> & { model?: BuilderModel }) {
  return (
    <fieldset className="choice-group">
      <legend className="visually-hidden">Model</legend>
      <div className="choice-group__items builder__models">
        {catalogue.models.map((row) => (
          <ChoiceCard
            key={row.code}
            type="radio"
            name="model"
            value={row.code}
            isChosen={row === model}
            onChoose={() =>
              row.variants[0] && change({ kdcd: matchingOption(row.variants[0], '')?.kdcd ?? '' })
            }
            title={row.name}
            picture={<ModelPicture {...row} />}
          >
            From{' '}
            <span className="money">{formatMoney(modelFromCents(row, catalogue.onRoadCosts))}</span>{' '}
            <span className="nowrap">drive-away</span>
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  )
})

/** A model in its signature colour: a photograph where it has one. */
function ModelPicture({ slug, signatureColourCode, picture }: BuilderModel) {
  const photograph = import.meta.env.HAS_PHOTOGRAPHS && carPhotograph(slug, signatureColourCode)
  const shared = {
    className: 'choice-card__picture',
    loading: 'lazy',
    decoding: 'async',
  } as const
  if (photograph) return <Photo {...shared} alt="" photograph={photograph} sizes="12rem" />
  return (
    <img
      {...shared}
      alt=""
      src={carArtPath(import.meta.env.BASE_URL, slug, signatureColourCode)}
      {...picture}
    />
  )
}

export const GradeChoice = memo(function GradeChoice({
  catalogue,
  model,
  variant,
  kdcd,
  change,
  moves,
  compareHref,
}: CarChoicesProps & { compareHref?: string }) {
  const chosen = variant.options.find((option) => option.kdcd === kdcd)
  return (
    <fieldset className="choice-group">
      <legend>Grade</legend>
      <div className="choice-group__items">
        {model.variants.map((row) => (
          <ChoiceCard
            key={row.code}
            type="radio"
            name="grade"
            value={row.code}
            isChosen={row === variant}
            onChoose={() => change({ kdcd: matchingOption(row, chosen?.name)?.kdcd ?? '' })}
            title={row.name}
            price={
              <>
                <span className="quiet small">from </span>
                {formatMoney(driveAwayFromCents(row, catalogue.onRoadCosts))}
              </>
            }
          >
            <Facts {...row} move={moves?.[row.code]}>
              {powertrainName(row.powertrain) +
                (row.towKg > 0 ? `, tows ${formatNumber(row.towKg)} kg` : '')}
            </Facts>
          </ChoiceCard>
        ))}
      </div>
      {compareHref && (
        <p className="small">
          <a href={compareHref}>Compare with other cars</a>
        </p>
      )}
    </fieldset>
  )
})

export const OptionChoice = memo(function OptionChoice({
  variant,
  kdcd,
  change,
  moves,
}: Pick<CarChoicesProps, 'variant' | 'kdcd' | 'change' | 'moves'>) {
  return (
    <fieldset className="choice-group">
      <legend>Option</legend>
      <div className="choice-group__items">
        {variant.options.map((row) => (
          <ChoiceCard
            key={row.kdcd}
            type="radio"
            name="option"
            value={row.kdcd}
            isChosen={row.kdcd === kdcd}
            onChoose={() => change({ kdcd: row.kdcd })}
            title={row.name}
            price={row.priceDeltaCents === 0 ? 'Included' : `+ ${formatMoney(row.priceDeltaCents)}`}
          >
            <Facts {...row} move={moves?.[row.kdcd]}>
              {row.includes.length > 0
                ? capitalised(inWords(row.includes))
                : 'Standard specification'}
            </Facts>
          </ChoiceCard>
        ))}
      </div>
    </fieldset>
  )
})

/** Details of a choice: text, stock by colour, and its effect on the delivery. */
function Facts(
  props: Pick<BuilderVariant, 'stockLevel' | 'stockText'> & {
    move: string | undefined
    children: string
  },
) {
  return (
    <span className="builder__facts">
      {props.children}{' '}
      <span className="badge" data-level={props.stockLevel}>
        {props.stockText}
      </span>
      {props.move && <span className="choice-move">{props.move}</span>}
    </span>
  )
}
