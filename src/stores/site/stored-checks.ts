// Stored values are checked by hand: every page does it, the schema library would be a tenth of its script, and the
// contract's shapes are slow to build on a phone.

export type Check = (value: unknown) => boolean

export const isText: Check = (value) => typeof value === 'string'
export const isNumber: Check = Number.isFinite
export const isWhole: Check = Number.isInteger
export const isTrueOrFalse: Check = (value) => typeof value === 'boolean'
export const isOneOf =
  <T extends string>(...values: T[]): Check =>
  (value) =>
    values.some((each) => each === value)
export const orMissing =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
export const isObject: Check = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const hasFields =
  (checks: Record<string, Check>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(checks).every(([field, check]) =>
      check((value as Record<string, unknown>)[field]),
    )
export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check)
export const isRecordOf =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value as object).every(check)
