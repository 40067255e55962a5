import { useState, type ChangeEvent } from 'react'

/**
 * The value of a text field: typed text stays until the field is left, then it is formatted. Text that cannot be parsed
 * stays and is wrong.
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
    /** Drops the typed text: the value was set another way. */
    forget: () => setTyped(null),
  }
}
