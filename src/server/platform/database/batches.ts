/**
 * Handles what a list holds, batch by batch, until nothing is left.
 *
 * @param list The next ones, `most` at a time. What has been handled is no longer among them; where a batch comes back
 *   as it was, what it holds cannot be handled now, and the next round tries again.
 */
export async function processInBatches<Id extends string | number>(
  list: (most: number) => Promise<Id[]>,
  handle: (id: Id) => Promise<void>,
  most = 100,
): Promise<void> {
  for (let before = ''; ;) {
    const ids = await list(most)
    for (const id of ids) await handle(id)
    if (ids.length < most || ids.join() === before) return
    before = ids.join()
  }
}
