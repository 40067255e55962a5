import { atom, readonlyType } from 'nanostores'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { mayStillWork } from '#lib/api/may-still-work.ts'
import { randomId } from '#lib/shared/random-id.ts'
import { $customer } from '#stores/session/session.ts'
import { addToast } from '#stores/site/toasts.ts'

/** The upload of a chosen file. */
export interface Upload {
  key: string
  /** The list it belongs to, such as the photos of one car. */
  target: string
  name: string
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** Why it failed. */
  message: string
  /** Whether a retry may succeed. */
  mayRetry: boolean
}

/** Sends a file. A text is the reason why it can never be sent. */
export type SendFile = (file: File) => Promise<Result<unknown> | string>

const $list = atom<Upload[]>([])
/** The uploads, in this page's memory. They outlive the step in which they were chosen. */
export const $uploads = readonlyType($list)

const chosen = new Map<string, { file: File; send: SendFile }>()
let isRunning = false
let isKept = false

/** Sends files one after the other. */
export function sendFiles(target: string, files: readonly File[], send: SendFile): void {
  if (!isKept) keepUploads()
  isKept = true
  if (!$list.get().some((upload) => upload.target === target && isUnderWay(upload)))
    forgetSent(target)
  const added = files.map((file): Upload => {
    const key = randomId()
    chosen.set(key, { file, send })
    return { key, target, name: file.name, state: 'waiting', message: '', mayRetry: false }
  })
  $list.set([...$list.get(), ...added])
  void run()
}

export const isUnderWay = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending'

const isToRetry = ({ state, mayRetry }: Upload): boolean => state === 'failed' && mayRetry

export function retryUpload(key: string): void {
  change(key, { state: 'waiting', message: '' })
  void run()
}

/** Cancels an upload, or removes a finished one from the list. */
export function dropUpload(key: string): void {
  chosen.delete(key)
  $list.set($list.get().filter((upload) => upload.key !== key))
}

const watched = new Set<string>()

/** Notes that a target is on the screen, where its failures are shown. Returns a function that stops it. */
export function watchUploads(target: string): () => void {
  watched.add(target)
  return () => {
    watched.delete(target)
    forgetSent(target)
  }
}

function forgetSent(target: string): void {
  for (const { key, state, ...upload } of $list.get())
    if (upload.target === target && state === 'sent') dropUpload(key)
}

const change = (key: string, facts: Partial<Upload>) =>
  $list.set($list.get().map((upload) => (upload.key === key ? { ...upload, ...facts } : upload)))

async function run(): Promise<void> {
  if (isRunning) return
  isRunning = true
  for (;;) {
    const next = $list.get().find(({ state }) => state === 'waiting')
    const job = next && chosen.get(next.key)
    if (!job) break
    change(next.key, { state: 'sending' })
    const outcome = outcomeOf(await job.send(job.file))
    change(next.key, outcome)
    // A dropped upload needs no toast.
    if (outcome.state === 'failed' && !watched.has(next.target) && chosen.has(next.key))
      addToast({ kind: 'warning', text: `${next.name} was not sent. ${outcome.message}` })
  }
  isRunning = false
}

function outcomeOf(answer: Result<unknown> | string): Partial<Upload> {
  if (typeof answer === 'string') return { state: 'failed', message: answer, mayRetry: false }
  if (answer.ok) return { state: 'sent' }
  const { failure } = answer
  return { state: 'failed', message: failureMessage(failure), mayRetry: mayStillWork(failure) }
}

/** Warns before the page is left with unsent files, and retries once there is a connection. */
function keepUploads(): void {
  window.addEventListener('beforeunload', (event) => {
    if ($list.get().some((upload) => isUnderWay(upload) || isToRetry(upload)))
      event.preventDefault()
  })
  window.addEventListener('online', () => {
    for (const upload of $list.get()) if (isToRetry(upload)) retryUpload(upload.key)
  })
  // One customer's files are not for the next.
  $customer.listen((customer, before) => {
    if (before && before.id !== customer?.id) for (const { key } of $list.get()) dropUpload(key)
  })
}
