import { memo, useState, type ReactNode } from 'react'
import { carArtPath, type View } from '#lib/art/art-paths.ts'
import type { Days } from '#lib/catalogue/delivery.ts'
import { carPhotograph } from '#lib/pictures/car-photograph.ts'
import { CarImage } from '#ui/CarImage.tsx'
import { pictureElement } from '#ui/gallery/picture-element.ts'
import type { Car } from '#ui/configuration/builder-car.ts'
import { stockLevelAt, stockLevelOf } from '#ui/configuration/delivery.ts'
import { EnergyLine } from '#ui/configuration/EnergyLine.tsx'
import { CarIn3d } from './CarIn3d.tsx'
import { CarPhotographs } from './CarPhotographs.tsx'
import type { Configuration } from './use-configuration.ts'

interface CarViewProps extends Pick<Configuration, 'request' | 'shown' | 'isReady'> {
  car: Car
  /** `undefined` until the page is hydrated: only the browser knows today’s date. */
  delivery: Days | null | undefined
  colours: readonly { code: string; name: string }[]
}

/** How wide a photograph is shown. */
const SIZES = '(width >= 960px) 55vw, 100vw'

type CaptionProps = Omit<CarViewProps, 'colours' | 'isReady'> & {
  children?: ReactNode
}

/** The chosen car as a picture and in words. */
export const CarView = memo(function CarView(props: CarViewProps) {
  const { request, shown, isReady, colours } = props
  const { model, variant, option } = props.car
  const { colourCode } = request
  const { variantName, colourName } = shown.vehicle
  const [view, setView] = useState<View>('side')
  const className = 'builder__car'
  const picture = {
    slug: model.slug,
    colourCode,
    kdcd: option.kdcd,
    ...model.picture,
    fetchPriority: 'high',
    // Where the address asks for another car than the page was built with, that one isn't shown, and so not fetched.
    loading: isReady ? 'eager' : 'lazy',
  } as const
  const photographs = import.meta.env.HAS_PHOTOGRAPHS && model.photographs
  const in3d = import.meta.env.HAS_CARS_3D && model.car3d && (
    <CarIn3d
      key={`${model.slug} in 3D`}
      car3d={model.car3d}
      colourCode={colourCode}
      alt={`${model.name} in ${colourName}, in 3D`}
    />
  )
  if (photographs)
    return (
      <div className="builder__view">
        <div className="stage builder__stage builder__photographs">
          <CarPhotographs
            key={model.slug}
            name={model.name}
            photographs={photographs}
            colourCode={colourCode}
            trim={[request.interiorCode, option.kdcd, variant.grade ?? '']}
            sizes={SIZES}
            nameOf={(wanted) => colours.find(({ code }) => code === wanted)?.name ?? ''}
            drawn={
              <CarImage
                {...picture}
                className={className}
                alt={`${variantName} in ${colourName}, side view`}
              />
            }
          />
          {in3d}
        </div>
        <Caption {...props} />
      </div>
    )
  return (
    <div className="builder__view">
      <div className="stage builder__stage">
        {/* Printed pages always show the side view. */}
        <CarImage
          {...picture}
          className={`${className} ${view === 'side' ? '' : 'print-only'}`}
          alt={`${variantName} in ${colourName}, side view`}
        />
        {view === 'front' && (
          <CarImage
            {...picture}
            className={`${className} no-print`}
            view={view}
            alt={`${variantName} in ${colourName}, front view`}
          />
        )}
        {in3d}
      </div>
      <Caption {...props}>
        <ViewSwitch
          view={view}
          onPoint={() => fetchCar(model.slug, colourCode, 'front')}
          onChoose={setView}
        />
      </Caption>
    </div>
  )
})

/** The chosen car in words. `children` changes its view. */
function Caption({ car, request, shown, delivery, children }: CaptionProps) {
  const { variant, option } = car
  const { colourCode } = request
  const level = delivery === undefined ? stockLevelOf(option, colourCode) : stockLevelAt(delivery)
  const { variantName, colourName, interiorName } = shown.vehicle
  return (
    <div className="builder__caption">
      <p className="builder__name">{variantName}</p>
      {children}
      <p className="quiet">
        {option.name}, {colourName}, <span className="builder__trim">{interiorName}</span>
      </p>
      <p className="builder__stock">
        <span className="badge" data-level={level}>
          {level}
        </span>
      </p>
      {level === 'Unavailable' && (
        <p className="small">
          This car isn’t available right now. You can still start your purchase. Once you confirm,
          we’ll look for one and let you know. You can cancel at any time while we look.
        </p>
      )}
      <EnergyLine lines={variant.energy} />
    </div>
  )
}

const VIEWS: [view: View, name: string][] = [
  ['side', 'Side'],
  ['front', 'Front'],
]

interface ViewSwitchProps {
  view: View
  /** Called when the pointer or focus reaches it, before a view is chosen. */
  onPoint: () => void
  onChoose: (view: View) => void
}

/** Switches between the views of the car. */
const ViewSwitch = ({ view, onPoint, onChoose }: ViewSwitchProps) => (
  <fieldset
    className="segmented builder__switch no-print"
    onPointerEnter={onPoint}
    onFocus={onPoint}
  >
    <legend className="visually-hidden">View</legend>
    {VIEWS.map(([value, name]) => (
      <label key={value}>
        <input type="radio" name="view" checked={value === view} onChange={() => onChoose(value)} />
        <span>{name}</span>
      </label>
    ))}
  </fieldset>
)

/** Fetches a picture of a car that may be chosen next. */
export function fetchCar(slug: string, colourCode: string, view?: View): void {
  const photograph = import.meta.env.HAS_PHOTOGRAPHS && carPhotograph(slug, colourCode)
  if (photograph) pictureElement(photograph, SIZES)
  else new Image().src = carArtPath(import.meta.env.BASE_URL, slug, colourCode, view)
}
