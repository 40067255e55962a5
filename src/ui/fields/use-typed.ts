import { useState, type ChangeEvent } from 'react'

/**
 * A value in a text field: what is typed stays as typed until the field is left, then reads as the value it is.
 * What is no value stays, and is wrong.
 */
export function useTyped<T>(
  value: T | null,
  onChange: (value: T | null, typed: string) => void,
  parse: (typed: string) => T | null,
  format: (value: T) => string,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(true)
  return {
    value: typed ?? (value === null ? '' : format(value)),
    isWrong: isLeft && typed !== null,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setIsLeft(false)
      setTyped(event.target.value)
      onChange(parse(event.target.value), event.target.value)
    },
    onBlur: () => {
      setIsLeft(true)
      if (typed !== null && (typed.trim() === '' || parse(typed) !== null)) setTyped(null)
    },
    /** Forgets what was typed: the value is given by other means. */
    forget: () => setTyped(null),
  }
}
