import { useEffect, useRef, useState } from 'react'
import { firstInvalid } from './first-invalid.ts'
import { faultSentence, type Faults } from '#lib/shared/faults.ts'

/** The field errors of a form. Showing them focuses the first invalid field. */
export function useFaults() {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults>({})
  const isFocusDue = useRef(false)
  // The fields must show their errors first, which may be some frames later.
  useEffect(() => {
    if (isFocusDue.current) firstInvalid(form.current)?.focus()
    isFocusDue.current = false
  }, [faults])

  return {
    form,
    /** The error message of a field; `undefined` while it is valid. */
    faultAt: (path: string, label: string) => faultSentence(label, faults[path]),
    show(found: Faults) {
      isFocusDue.current = true
      setFaults({ ...found })
    },
    /** Clears the errors of a field and of the fields inside it, since it has changed. */
    forget: (path: string) =>
      setFaults((faults) =>
        Object.fromEntries(
          Object.entries(faults).filter(([at]) => at !== path && !at.startsWith(`${path}.`)),
        ),
      ),
    clear: () => setFaults({}),
  }
}
