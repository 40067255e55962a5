/** Calls of the contract that are not served yet. A test prints them; the list only ever gets shorter. */
export const unserved: readonly string[] = []
