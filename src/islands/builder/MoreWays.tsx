import { useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { addToast } from '#stores/site/toasts.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { Button } from '#ui/Button.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { saveBase64 } from '#ui/save-file.ts'
import { quoteCalls } from './quote-calls.ts'

const loadWatch = async () => (await import('./WatchForm.tsx')).WatchForm
const loadShare = async () => (await import('./ShareLink.tsx')).ShareLink

async function savePdf(): Promise<void> {
  const calls = await quoteCalls()
  if (!calls.ok) return void addToast({ kind: 'error', text: failureMessage(calls.failure) })
  const made = await calls.value.documentOfQuote()
  if (made) saveBase64(made.name, made.mediaType, made.base64)
}

/** The ways to keep a quote that need no account. */
export function MoreWays({ configuration, maySell }: { configuration: string; maySell: boolean }) {
  const [isSaving, setIsSaving] = useState(false)
  const [shared, setShared] = useState<string | null>(null)
  const [isWatchOpen, setIsWatchOpen] = useState(false)

  return (
    <div className="stack stack--s">
      <div className="cluster">
        <AllCalls>
          <Button
            kind="quiet"
            aria-expanded={shared === configuration}
            onClick={() => setShared(shared === configuration ? null : configuration)}
          >
            Share
          </Button>
          <Button
            kind="quiet"
            isBusy={isSaving}
            onClick={() => {
              setIsSaving(true)
              void savePdf().then(() => setIsSaving(false))
            }}
          >
            PDF
          </Button>
        </AllCalls>
        <Button kind="quiet" onClick={() => window.print()}>
          Print
        </Button>
        {maySell && (
          <AllCalls>
            <Button
              kind="quiet"
              aria-expanded={isWatchOpen}
              onClick={() => setIsWatchOpen(!isWatchOpen)}
            >
              Watch price and stock
            </Button>
          </AllCalls>
        )}
      </div>
      {shared === configuration && (
        <LazyComponent key={configuration} load={loadShare} text="Creating a link" props={{}} />
      )}
      {isWatchOpen && (
        <LazyComponent load={loadWatch} text="Loading the form" props={{ configuration }} />
      )}
    </div>
  )
}
