import { useEffect, useState } from 'react'
import { STILL_WORKING_AFTER_MS } from '#lib/constants.ts'

/** The loading animation, with a sentence for everyone; after ten seconds it says that it is still working. */
export const Loading = ({ text }: { text: string }) => {
  const isLong = useIsLong(true)
  return (
    <div className="loading" role="status">
      <span>{isLong ? `${text}. Still working` : text}</span>
    </div>
  )
}

/** Says that a long act is still working. Nothing for the first ten seconds. */
export const StillWorking = ({ isBusy }: { isBusy: boolean }) => {
  const isLong = useIsLong(isBusy)
  return (
    <p className="small quiet" role="status">
      {isLong && 'Still working. Please keep this page open.'}
    </p>
  )
}

function useIsLong(isBusy: boolean): boolean {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = setTimeout(() => setIsLong(true), STILL_WORKING_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setIsLong(false)
    }
  }, [isBusy])
  return isLong
}
