/**
 * Handles the items of a list, batch by batch, until none is left.
 *
 * @param list Returns the next `most` items, without those already handled. A batch that comes back unchanged cannot be
 *   handled now; the next round tries again.
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
