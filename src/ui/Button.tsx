import type { ComponentProps } from 'react'

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'style'> {
  kind?: 'primary' | 'accent' | 'quiet' | 'danger'
  isSmall?: boolean
  isWide?: boolean
  /** The action is running: the button says so, keeps the focus and ignores presses. */
  isBusy?: boolean
}

export const Button = ({
  kind = 'primary',
  isSmall,
  isWide,
  isBusy,
  type = 'button',
  onClick,
  className,
  ...button
}: ButtonProps) => (
  <button
    {...button}
    type={type}
    className={[
      'button',
      kind !== 'primary' && `button--${kind}`,
      isSmall && 'button--small',
      isWide && 'button--wide',
      className,
    ]
      .filter(Boolean)
      .join(' ')}
    aria-busy={isBusy || undefined}
    aria-disabled={isBusy || button['aria-disabled']}
    onClick={(event) => {
      if (isBusy) event.preventDefault()
      else onClick?.(event)
    }}
  />
)
