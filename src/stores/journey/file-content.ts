import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { readPurchaseFile } from '#lib/purchases/file-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { $customer } from '#stores/session/session.ts'

/** Pictures as an `<img>` shows them, by the ids of their files: this page's memory. */
const pictures = new Map<string, string>()
/** Enough for the photos of two cars. */
const MOST_PICTURES = 30
$customer.listen((customer, before) => {
  if (before && before.id !== customer?.id) pictures.clear()
})

/** Reads the content of a purchase's file. */
export const readFile = (id: string, fileId: string, call: ApiCall = siteCall) =>
  call(readPurchaseFile, { params: { id, fileId } })

/** Reads a picture of a purchase as a data address: an `<img>` cannot send a token. */
export async function readPicture(
  id: string,
  fileId: string,
  call: ApiCall = siteCall,
): Promise<Result<string>> {
  const known = pictures.get(fileId)
  if (known) return { ok: true, value: known }
  const answer = await readFile(id, fileId, call)
  return answer.ok ? { ok: true, value: await keepPicture(fileId, answer.value) } : answer
}

/** Keeps a picture that was uploaded here, so that it is not downloaded again. */
export async function keepPicture(fileId: string, picture: Blob): Promise<string> {
  const address = await dataAddress(picture)
  if (pictures.size >= MOST_PICTURES) pictures.delete(pictures.keys().next().value!)
  pictures.set(fileId, address)
  return address
}

export const forgetPicture = (fileId: string): void => void pictures.delete(fileId)

const dataAddress = (content: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error ?? new Error('a picture could not be read'))
    reader.readAsDataURL(content)
  })
