import { useEffect, useState } from 'react'
import { STILL_WORKING_AFTER_MS, WAIT_NAMED_AFTER_MS } from '#lib/shared/constants.ts'

/** The loading animation with a sentence. After ten seconds it adds that it is still working. */
export const Loading = ({ text }: { text: string }) => {
  const isLong = useHasLasted(STILL_WORKING_AFTER_MS)
  return (
    <div className="loading" role="status">
      <span>{isLong ? `${text}. Still working` : text}</span>
    </div>
  )
}

interface StillWorkingProps {
  isBusy: boolean
  /** For example `Saving your purchase`. */
  text: string
}

/** Names a running action after a second, and says after ten that it is still working. */
export const StillWorking = ({ isBusy, text }: StillWorkingProps) => (
  <p className="small quiet" role="status">
    {isBusy && <Wait text={text} />}
  </p>
)

function Wait({ text }: { text: string }) {
  const isNamed = useHasLasted(WAIT_NAMED_AFTER_MS)
  const isLong = useHasLasted(STILL_WORKING_AFTER_MS)
  if (isLong) return `${text}. Still working. Please keep this page open.`
  return isNamed && text
}

/** Whether the component has been shown for this many milliseconds. */
function useHasLasted(ms: number): boolean {
  const [hasLasted, setHasLasted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasLasted(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasLasted
}
