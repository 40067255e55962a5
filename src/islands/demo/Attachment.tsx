import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { getDemoAttachment } from '#lib/site/calls.ts'
import { publicApi } from '#stores/site/public-api.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/save-file.ts'

/** What goes with a message, to be kept as a file. */
export function Attachment({ id, name }: { id: string; name: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const save = async () => {
    setIsBusy(true)
    setTrouble('')
    const found = await publicApi(getDemoAttachment, { params: { id } })
    setIsBusy(false)
    if (!found.ok) return setTrouble(failureMessage(found.failure))
    const bytes = Uint8Array.from(atob(found.value.base64), (one) => one.charCodeAt(0))
    saveFile(name, name.endsWith('.ics') ? 'text/calendar' : 'application/pdf', bytes)
  }
  return (
    <div>
      <Button kind="quiet" isSmall isBusy={isBusy} onClick={() => void save()}>
        Download {name}
      </Button>
      <p className="small" role="status">
        {trouble}
      </p>
    </div>
  )
}
