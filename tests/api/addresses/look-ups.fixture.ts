import { ProviderUnavailable } from '#server/providers/ask.ts'
import type {
  RegisterProvider,
  RegisterVehicle,
} from '#server/providers/register/register-provider.ts'

// Outside providers for the look-up tests.

export const GOLF: RegisterVehicle = {
  registration: 'CBC193',
  vin: 'WVWZZZ1KZ4W084761',
  make: 'VOLKSWAGEN',
  model: 'GOLF',
  year: 2004,
  fuelType: 'PETROL',
  colour: 'Silver',
  odometerKm: null,
  wofExpiry: null,
  licenceExpiry: null,
  isReportedStolen: false,
  powerKw: null,
  economy: null,
}

/** A register that counts what it is asked, and may be out. */
export const countingRegister = (vehicles: Record<string, RegisterVehicle>) => {
  const register = {
    name: 'counting',
    asked: [] as string[],
    isOut: false,
    async find(asked: string) {
      register.asked.push(asked)
      if (register.isOut) throw new ProviderUnavailable('The vehicle register', new Error('out'))
      return vehicles[asked] ?? null
    },
  }
  return register satisfies RegisterProvider
}

export const problem = (status: number, code: string, messages?: unknown[]) => ({
  ok: false,
  failure: { status, problem: { code, ...(messages ? { messages } : {}) } },
})

export const fault = (property: string, message: string) => ({ type: 'ERROR', property, message })
