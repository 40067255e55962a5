import { useRef, type ChangeEvent, type RefObject } from 'react'
import { Button } from '#ui/Button.tsx'

/** Chooses files, or takes a photo where a finger does the pointing. */
export function FilePicker({
  label,
  of,
  accept,
  button,
  onChoose,
}: {
  label: string
  /** What they are for, for those who do not see where the button stands: `of TOI101`. */
  of: string
  accept: readonly string[]
  /** Where the focus comes back to. */
  button: RefObject<HTMLButtonElement | null>
  onChoose: (files: File[]) => void
}) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])])
    // The same file may be chosen once more.
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
