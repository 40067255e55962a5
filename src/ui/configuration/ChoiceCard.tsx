import { useId, type ReactNode } from 'react'

interface ChoiceCardProps {
  type: 'radio' | 'checkbox'
  name: string
  value: string
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  title: string
  price?: ReactNode
  picture?: ReactNode
  /** Further words, under the title. */
  children?: ReactNode
}

/** A choice as a card. Its accessible name is the title; the rest is its description. */
export function ChoiceCard({
  type,
  name,
  value,
  isChosen,
  onChoose,
  title,
  price,
  picture,
  children,
}: ChoiceCardProps) {
  const id = useId()
  return (
    <label className="choice-card">
      <input
        type={type}
        name={name}
        value={value}
        checked={isChosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
        aria-labelledby={`${id}title`}
        aria-describedby={`${id}price ${id}text`}
      />
      <span className="choice-card__body">
        {picture}
        <span className="choice-card__title" id={`${id}title`}>
          {title}
        </span>
        <span className="choice-card__price" id={`${id}price`}>
          {price}
        </span>
        {children && (
          <span className="choice-card__text" id={`${id}text`}>
            {children}
          </span>
        )}
      </span>
    </label>
  )
}
