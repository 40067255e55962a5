import type { RegisterProvider } from './register-provider.ts'

/** Stands where no register is connected: every vehicle is unknown, and people type what they know. */
export const noRegister: RegisterProvider = { name: 'off', find: async () => null }
