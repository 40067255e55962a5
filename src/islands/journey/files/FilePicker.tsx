import { useRef, type ChangeEvent, type RefObject } from 'react'
import { Button } from '#ui/Button.tsx'

/** Chooses files, or takes a photo on a touch screen. */
export function FilePicker({
  label,
  of,
  accept,
  button,
  onChoose,
}: {
  label: string
  /** Hidden text that tells similar buttons apart: `of TOI101`. */
  of: string
  accept: readonly string[]
  /** Lets the caller focus the button. */
  button: RefObject<HTMLButtonElement | null>
  onChoose: (files: File[]) => void
}) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])])
    // Allows choosing the same file again.
    currentTarget.value = ''
  }
  const rest = <span className="visually-hidden"> {of}</span>
  const input = { type: 'file', hidden: true, onChange: choose } as const
  return (
    <div className="cluster">
      <Button kind="quiet" isSmall ref={button} onClick={() => files.current?.click()}>
        {label}
        {rest}
      </Button>
      <Button kind="quiet" isSmall className="take-photo" onClick={() => camera.current?.click()}>
        Take a photo
        {rest}
      </Button>
      <input {...input} ref={files} multiple accept={accept.join(',')} />
      <input {...input} ref={camera} accept="image/*" capture="environment" />
    </div>
  )
}
