/** Downloads a file that was made on the page. */
export function saveFile(name: string, type: string, content: BlobPart) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Downloads a file that is encoded in base64. */
export const saveBase64 = (name: string, type: string, base64: string) =>
  saveFile(
    name,
    type,
    Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)),
  )
