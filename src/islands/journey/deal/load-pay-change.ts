/** Loads the ways to pay, which a step opens on demand. */
export const loadPayChange = async () => (await import('./PayChange.tsx')).PayChange
