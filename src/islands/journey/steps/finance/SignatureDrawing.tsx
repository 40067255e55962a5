import { useEffect, useRef, useState } from 'react'
import type SignaturePad from 'signature_pad'
import { Button } from '#ui/Button.tsx'
import { pathOf, scaledLines } from './signature-path.ts'

interface SignatureDrawingProps {
  error: string | undefined
  /** The drawing as a path; empty for none. */
  onChange: (drawing: string) => void
}

/** An area to sign in with a finger, a pen or the mouse. Typing the name works as well. */
export function SignatureDrawing({ error, onChange }: SignatureDrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const report = useRef(onChange)
  useEffect(() => {
    report.current = onChange
  })

  useEffect(() => {
    const paper = canvas.current!
    let isGone = false
    let width = paper.offsetWidth
    /** Fits the canvas to the screen's pixels and redraws the lines at their place. */
    const fit = () => {
      // A hidden canvas has no size.
      if (paper.offsetWidth === 0) return
      const drawn = scaledLines(pad.current!.toData(), width ? paper.offsetWidth / width : 1)
      width = paper.offsetWidth
      paper.width = width * devicePixelRatio
      paper.height = paper.offsetHeight * devicePixelRatio
      paper.getContext('2d')?.scale(devicePixelRatio, devicePixelRatio)
      pad.current!.fromData(drawn)
    }
    const resized = new ResizeObserver(() => fit())
    void import('signature_pad')
      .then(({ default: Pad }) => {
        if (isGone) return
        pad.current = new Pad(paper, { penColor: getComputedStyle(paper).color })
        pad.current.addEventListener('endStroke', () =>
          report.current(pathOf(pad.current!.toData(), paper.offsetWidth)),
        )
        resized.observe(paper)
      })
      .catch(() => setHasFailed(true))
    return () => {
      isGone = true
      resized.disconnect()
      pad.current?.off()
    }
  }, [])

  return (
    <div className={`stack stack--s${error ? ' field--invalid' : ''}`}>
      <canvas
        className="signature-paper"
        ref={canvas}
        role="img"
        aria-label="Signature area: sign with a finger, pen or mouse"
      />
      <div className="cluster cluster--between">
        <p className="field__hint">Sign above the line.</p>
        <Button
          kind="quiet"
          onClick={() => {
            pad.current?.clear()
            onChange('')
          }}
        >
          Clear
        </Button>
      </div>
      <p className="field__error" aria-live="polite">
        {hasFailed ? 'You can’t draw in this browser. Type your name instead.' : error}
      </p>
    </div>
  )
}
