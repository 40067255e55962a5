import { useState, type ReactNode } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import type { PdfFile } from '#lib/quotes/shapes.ts'
import { saveBase64 } from './save-file.ts'

/** A button that requests a PDF and saves it. */
export function SavePdf({
  ask,
  onFailed,
  children,
}: {
  ask: () => Promise<Result<PdfFile>>
  /** Called with the error message. */
  onFailed: (text: string) => void
  children: ReactNode
}) {
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    if (isBusy) return
    setIsBusy(true)
    const answer = await ask()
    setIsBusy(false)
    if (!answer.ok)
      return onFailed(`We couldn’t create the document: ${failureMessage(answer.failure)}`)
    const { name, mediaType, base64 } = answer.value
    saveBase64(name, mediaType, base64)
  }
  return (
    <button
      type="button"
      className="link-button"
      aria-disabled={isBusy || undefined}
      onClick={() => void download()}
    >
      {children}
    </button>
  )
}
