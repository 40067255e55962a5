interface SliderProps {
  /** For example `Deposit`: the label of the field that it moves. */
  label: string
  min: number
  max: number
  step?: number
  value: number
  /** The value in words, for screen readers. */
  text: string
  onChange: (value: number) => void
}

/** A quick way to set the value of the field beside it. */
export const Slider = ({ label, min, max, step = 1, value, text, onChange }: SliderProps) => (
  <input
    type="range"
    className="slider"
    aria-label={`${label} slider`}
    aria-valuetext={text}
    min={min}
    max={max}
    step={step}
    value={value}
    onChange={(event) => onChange(Number(event.target.value))}
  />
)
