import { powertrainName } from '#lib/catalogue/showroom.ts'
import { cancelDaysOnPage } from '#lib/purchases/sale-agreement.ts'
import { CANCEL_DAYS } from '#lib/shared/constants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { listed } from '#lib/shared/numbers.ts'
import { capitalised, countInWords, daysInWords } from '#lib/shared/words.ts'
import { reservationDays } from './reservation.ts'
import type { Catalogue } from './schema/catalogue.ts'
import { Powertrain } from './schema/model.ts'

/** The values of the placeholders in the texts of pages. */
export function placeholderValues({
  brand,
  dealers,
  deposits,
  financeProducts,
  models,
}: Catalogue): Record<string, string> {
  const { line1, suburb, city, postcode } = brand.address
  const cars = countInWords(models.length, 'car')
  const outlets = countInWords(dealers.length, 'dealer')
  const sold = models.flatMap(({ variants }) => variants.map(({ powertrain }) => powertrain))
  const fuels = listed(
    Powertrain.options
      .filter((code) => sold.includes(code))
      .map((code) => powertrainName(code).toLowerCase()),
  )
  return {
    cars,
    Cars: capitalised(cars),
    dealers: outlets,
    Dealers: capitalised(outlets),
    fuels,
    Fuels: capitalised(fuels),
    name: brand.name,
    legalName: brand.legalName,
    email: brand.email,
    privacyEmail: brand.privacyEmail,
    phone: brand.phone,
    phoneHours: brand.phoneHours,
    traderNumber: brand.motorVehicleTraderNumber,
    address: `${line1}, ${suburb}, ${city} ${postcode}`,
    cashDeposit: formatMoney(deposits.cash.cents),
    reservationFee: formatMoney(deposits.reservation.cents),
    cancelDays: cancelDaysOnPage(CANCEL_DAYS),
    reservationDays: daysInWords(reservationDays({ financeProducts })),
    financeDepositPct: `${deposits.finance.pct}%`,
    financeDepositMin: formatMoney(deposits.finance.minCents),
  }
}

/** Replaces `{word}` in every text inside `value`. */
export function fillPlaceholders(
  value: unknown,
  words: Record<string, string>,
  onUnknown: (word: string, path: PropertyKey[]) => void,
  path: PropertyKey[] = [],
): unknown {
  if (typeof value === 'string')
    return value.replace(/\{(\w+)\}/g, (_, word: string) => {
      if (!(word in words)) onUnknown(word, path)
      return words[word] ?? ''
    })
  if (Array.isArray(value))
    return value.map((item, i) => fillPlaceholders(item, words, onUnknown, [...path, i]))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        fillPlaceholders(item, words, onUnknown, [...path, key]),
      ]),
    )
  return value
}
