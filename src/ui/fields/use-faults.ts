import { useEffect, useRef, useState } from 'react'
import { firstInvalid } from './Field.tsx'
import { faultSentence, type Faults } from '#lib/shared/faults.ts'

/** What is wrong in a form: shown at its fields, and the first of them takes the focus. */
export function useFaults() {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const isFocusDue = useRef(false)
  // Not before the fields say what is wrong: after an answer that may be some frames later.
  useEffect(() => {
    if (isFocusDue.current) firstInvalid(form.current)?.focus()
    isFocusDue.current = false
  }, [faults])

  return {
    form,
    /** The sentence at a field; nothing while nothing is wrong with it. */
    faultAt: (path: string, label: string) => faultSentence(label, faults[path]),
    show(found: Faults) {
      isFocusDue.current = true
      setFaults({ ...found })
    },
    /** Takes back what was said of a field and of what is in it, since it has changed. */
    forget: (path: string) =>
      setFaults((faults) =>
        Object.fromEntries(
          Object.entries(faults).filter(([at]) => at !== path && !at.startsWith(`${path}.`)),
        ),
      ),
    clear: () => setFaults({}),
  }
}
