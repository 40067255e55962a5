/** `1 day`, `3 days`. */
export const daysInWords = (days: number) => (days === 1 ? '1 day' : `${days} days`)
