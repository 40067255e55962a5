import { useState, type ChangeEvent } from 'react'

/**
 * A number in a text field: what is typed stays as typed until the field is left, then reads as the number it is.
 * What is no number stays, and is wrong.
 */
export function useTypedNumber(
  value: number | null,
  onChange: (value: number | null) => void,
  parse: (typed: string) => number | null,
  format: (value: number) => string,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(true)
  return {
    value: typed ?? (value === null ? '' : format(value)),
    isWrong: isLeft && typed !== null,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setIsLeft(false)
      setTyped(event.target.value)
      onChange(parse(event.target.value))
    },
    onBlur: () => {
      setIsLeft(true)
      if (typed !== null && (typed.trim() === '' || parse(typed) !== null)) setTyped(null)
    },
  }
}
