import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { TradeVehicleInput, type TradeVehicleInput as Input } from '#lib/purchases/forms.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import { $config } from '#stores/site/config.ts'
import { $updateFailure } from '#stores/journey/journey-updates.ts'
import { lookUpCar } from '#stores/site/look-up-car.ts'
import { formDrafts } from '#stores/site/form-drafts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { MoneyField } from '#ui/fields/MoneyField.tsx'
import { NumberField } from '#ui/fields/NumberField.tsx'
import { PlateField } from '#ui/fields/PlateField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { check } from '#lib/shared/check.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useWaitText } from '#islands/journey/use-wait-text.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { GuideValue, type FoundCar } from './GuideValue.tsx'
import { TradeInRecalls } from './TradeInRecalls.tsx'
import { OwnCars, type OwnCar } from './OwnCars.tsx'
import { EMPTY_VEHICLE, toInput, toTyped, type TypedVehicle } from './trade-vehicle.ts'

/** The name under which the typed vehicle is stored. */
export const draftOf = (purchaseId: string, vehicle: Pick<TradeVehicle, 'id'> | null): string =>
  `trade-in ${purchaseId} ${vehicle?.id ?? 'new'}`

/** The distance, unless a look-up filled it in. */
const typedKm = ({ odometerKm }: TypedVehicle, filledIn: number | null): number | null =>
  odometerKm === filledIn ? null : odometerKm

const isAnswered = ({ condition }: TypedVehicle): boolean =>
  Object.values(condition.answers).some(Boolean)

interface VehicleFormProps {
  purchaseId: string
  /** The vehicle to change; `null` for a new one. */
  vehicle: TradeVehicle | null
  /** The plate of a new vehicle, if it was typed before the form opened: it is looked up at once. */
  plate?: string
  /** Those that the customer may pick from. */
  ownCars: readonly OwnCar[]
  /** Returns whether it was saved. */
  onSave: (vehicle: Input) => Promise<boolean>
  onCancel: () => void
}

/** The facts of a trade-in: looked up by plate where there is a register, or typed. */
export function VehicleForm({
  purchaseId,
  vehicle,
  plate = '',
  ownCars,
  onSave,
  onCancel,
}: VehicleFormProps) {
  const [initial] = useState<TypedVehicle>(
    vehicle ? toTyped(vehicle) : { ...EMPTY_VEHICLE, registration: plate },
  )
  const draft = draftOf(purchaseId, vehicle)
  const [typed, setTyped] = useDraftState(formDrafts, draft, initial)
  const [found, setFound] = useDraftState<FoundCar | null>(formDrafts, `${draft}, found`, null)
  const [busy, setBusy] = useState<'look-up' | 'save' | null>(null)
  const [news, setNews] = useState('')
  const wait = useWaitText('Saving your purchase')
  const providers = useIslandStore($config, null)?.providers
  const hasRegister = (providers?.register ?? 'off') !== 'off'
  const isValued = (providers?.valuation ?? 'off') !== 'off'
  const { form, faultAt, show, forget, clear } = useFaults()

  useEffect(() => form.current?.querySelector('input')?.focus(), [form])

  const change = (path: string, part: Partial<TypedVehicle>) => {
    setTyped((before) => ({ ...before, ...part }))
    forget(path)
  }
  const fillIn = (car: OwnCar) => {
    setTyped((before) => ({
      ...before,
      registration: car.registration,
      vin: '',
      make: car.make.description,
      model: car.model.description,
      year: car.year,
      ...(car.odometerKm && { odometerKm: car.odometerKm }),
      ...(car.answers && { condition: { ...before.condition, answers: car.answers } }),
    }))
    setFound({ guide: null, usualKm: null, recalls: car.openRecalls ?? [] })
  }
  const pick = (car: OwnCar) => {
    clear()
    fillIn(car)
    if (hasRegister) void lookUp(car.registration)
  }
  const lookUp = async (asked = typed.registration) => {
    const plate = normalisePlate(asked)
    if (!plate)
      return show({ registration: 'Enter one to six letters and digits, as on the plate' })
    const filledIn = found?.usualKm ?? null
    setBusy('look-up')
    setNews('')
    setFound(null)
    const answer = await lookUpCar(plate)
    setBusy(null)
    if (!answer.ok) {
      const isUnknown = 'status' in answer.failure && answer.failure.status === 404
      const own = ownCars.find((car) => car.registration === plate)
      if (own) {
        fillIn(own)
        return setNews(
          `${plate} is your ${own.make.description} ${own.model.description} ${own.year}. Enter its odometer reading.`,
        )
      }
      return setNews(
        isUnknown
          ? `We couldn’t find ${plate} in the register. Enter its details below.`
          : `${failureMessage(answer.failure)} You can also enter the details below.`,
      )
    }
    const { registration, vin, make, model, year, odometerKm, tradeInGuide } = answer.value
    // What the buyer has said of this car before, on the home page.
    const said = ownCars.find((car) => car.registration === registration)
    clear()
    setFound({
      guide: tradeInGuide,
      usualKm: odometerKm,
      recalls: answer.value.openRecalls ?? [],
    })
    setTyped((before) => ({
      ...before,
      registration,
      vin: vin ?? '',
      make: make.description,
      model: model.description,
      year,
      odometerKm: typedKm(before, filledIn) ?? said?.odometerKm ?? odometerKm,
      ...(said?.answers &&
        !isAnswered(before) && { condition: { ...before.condition, answers: said.answers } }),
    }))
    setNews(
      `Found: ${make.description} ${model.description} ${year}. Check the details and fix anything that’s wrong.`,
    )
  }
  const lookUpTyped = useEffectEvent(() => {
    if (plate && hasRegister && !found) void lookUp(plate)
  })
  useEffect(() => lookUpTyped(), [])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    // Enter after the plate, with nothing else typed, looks it up.
    if (hasRegister && typed.registration && !typed.make && !typed.model && !news) return lookUp()
    const checked = check(TradeVehicleInput, toInput(typed, vehicle?.id))
    if (!checked.ok) return show(checked.faults)
    setBusy('save')
    if (!found && !checked.value.vin) {
      // Typed without a look-up: its VIN finds its open recalls (decision 69).
      const answer = await lookUpCar(checked.value.registration)
      if (answer.ok && answer.value.vin) checked.value.vin = answer.value.vin
    }
    const isSaved = await onSave(checked.value)
    if (isSaved) return
    setBusy(null)
    const failure = $updateFailure.get()
    if (failure) show(refusedFields(failure, FIELDS, /^tradeInformation\.vehicles\.\d+\./) ?? {})
  }

  return (
    <form className="form card" ref={form} onSubmit={submit} noValidate aria-label="Vehicle">
      {!vehicle && <OwnCars cars={ownCars} isBusy={busy !== null} onPick={pick} />}
      <div className="look-up">
        <PlateField
          value={typed.registration}
          error={faultAt('registration', 'Registration')}
          required
          onChange={(registration) => {
            const odometerKm = typedKm(typed, found?.usualKm ?? null)
            setFound(null)
            change('registration', { registration, vin: '', odometerKm })
          }}
        />
        {hasRegister && (
          <Button kind="quiet" isBusy={busy === 'look-up'} onClick={() => void lookUp()}>
            Look up
          </Button>
        )}
      </div>
      <p className="small" role="status">
        {news}
      </p>
      <TradeInRecalls recalls={found?.recalls ?? []} />
      <div className="field-row">
        <TextField
          label="Make"
          autoComplete="off"
          value={typed.make}
          error={faultAt('make', 'Make')}
          required
          onChange={(make) => change('make', { make })}
        />
        <TextField
          label="Model"
          autoComplete="off"
          value={typed.model}
          error={faultAt('model', 'Model')}
          required
          onChange={(model) => change('model', { model })}
        />
      </div>
      <div className="field-row">
        <NumberField
          label="Year"
          value={typed.year}
          error={faultAt('year', 'Year')}
          format={String}
          required
          onChange={(year) => change('year', { year })}
        />
        <NumberField
          label="Odometer (km)"
          value={typed.odometerKm}
          error={faultAt('odometerKm', 'Odometer')}
          required
          onChange={(odometerKm) => change('odometerKm', { odometerKm })}
        />
      </div>
      <MoneyField
        label="Money owing"
        hint="How much you still owe on it. Enter 0 if nothing."
        valueCents={typed.owingCents}
        error={faultAt('owingCents', 'Money owing')}
        required
        onChange={(owingCents) => change('owingCents', { owingCents })}
      />
      <ConditionFields
        condition={typed.condition}
        error={faultAt('condition', 'Condition')}
        isValued={isValued}
        onChange={(condition) => change('condition', { condition })}
      />
      <GuideValue found={found} odometerKm={typed.odometerKm} condition={typed.condition} />
      <Checkbox
        checked={typed.wantsAppraisal}
        disabled={vehicle?.status === 'APPRAISAL_REQUESTED'}
        onChange={(wantsAppraisal) => change('request', { wantsAppraisal })}
      >
        Request an appraisal and an offer
      </Checkbox>
      {hasRegister && (
        <p className="fine-print">
          We look up your car’s make, model, year and odometer reading in the vehicle register. We
          never look up who owns it.
        </p>
      )}
      <div className="step-actions">
        <div className="cluster">
          <Button type="submit" isBusy={busy === 'save'}>
            {vehicle ? 'Save vehicle' : 'Add vehicle'}
          </Button>
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
        <StillWorking isBusy={busy === 'save'} text={wait} />
      </div>
    </form>
  )
}

const FIELDS = ['registration', 'make', 'model', 'year', 'odometerKm', 'owingCents', 'condition']
