/** Loads something when it is first asked for, and once; a load that failed is tried again when it is asked for again. */
export function late<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    }))
}
