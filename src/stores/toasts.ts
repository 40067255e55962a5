import toast from 'react-hot-toast/headless'
import { TOAST_AUTO_CLOSE_MS } from '#lib/constants.ts'

export type ToastKind = 'info' | 'success' | 'warning' | 'error'

/** Takes a toast away before its time, since it no longer holds. */
export const dropToast = (id: string) => toast.dismiss(id)

/**
 * Shows a toast for five seconds. There is at most one of an id: the same one again starts its time anew.
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
