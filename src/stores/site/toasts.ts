import toast from 'react-hot-toast/headless'
import { TOAST_AUTO_CLOSE_MS } from '#lib/shared/constants.ts'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'

/** Closes every toast, since they no longer apply. */
export const dropToasts = () => toast.dismiss()

/**
 * Shows a toast for five seconds. There is at most one of an id: showing it again restarts its time.
 *
 * @param id The text, unless given: the same sentence is not shown twice.
 */
export function addToast({
  kind,
  text,
  id = text,
}: {
  kind: ToastKind
  text: string
  id?: string
}) {
  toast(text, { id, className: kind, duration: TOAST_AUTO_CLOSE_MS })
}
