import { check } from '#lib/shared/check.ts'
import { CarNumbers } from '#lib/purchases/forms.ts'
import { recordCar } from '#lib/purchases/staff-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { TextField } from '#ui/fields/TextField.tsx'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { ActionForm, type PurchaseActionProps } from '../ActionForm.tsx'

/** Records the car of a purchase: one from the factory, or another from stock. */
export function RecordCar({ purchase: { journey }, onChanged }: PurchaseActionProps) {
  const { id, car, metadata, status } = journey
  const form = `car ${id}`
  const [stockNumber, setStockNumber] = useDraftState(typedForms, `${form} number`, '')
  const [vin, setVin] = useDraftState(typedForms, `${form} vin`, '')
  const checked = check(CarNumbers, { stockNumber, vin })
  const isAgreementVoid =
    metadata.hasAgreement &&
    status.purchaseJourneyStatusCode === 'CONFIRMED' &&
    car !== undefined &&
    checked.ok &&
    checked.value.vin !== car.vin
  const errorOf = (name: string, label: string, wasTried: boolean) => {
    const fault = wasTried && !checked.ok && checked.faults[name]
    return fault ? `${label} ${fault}` : ''
  }
  return (
    <ActionForm
      form={form}
      label={car ? 'Change the car' : 'Record the car'}
      submit="Record it"
      isReady={checked.ok}
      done={
        isAgreementVoid
          ? 'The car has been recorded. The agreement named the other car, so please issue it again.'
          : 'The car has been recorded.'
      }
      run={() => siteCall(recordCar, { params: { id }, body: { stockNumber, vin } })}
      onChanged={onChanged}
    >
      {(wasTried) => (
        <>
          {car && (
            <p className="small quiet">
              It’s currently {car.stockNumber}, VIN {car.vin}.
            </p>
          )}
          <TextField
            label="Stock number"
            autoComplete="off"
            maxLength={20}
            value={stockNumber}
            onChange={setStockNumber}
            error={errorOf('stockNumber', 'Stock number', wasTried)}
          />
          <TextField
            label="VIN"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={17}
            value={vin}
            onChange={setVin}
            error={errorOf('vin', 'VIN', wasTried)}
          />
        </>
      )}
    </ActionForm>
  )
}
