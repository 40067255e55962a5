/** The first control of a form that is marked as wrong. */
export const firstInvalid = (form: HTMLElement | null): HTMLElement | null | undefined =>
  form?.querySelector<HTMLElement>('.field--invalid :is(input, select, textarea)')

/** Focuses the first invalid control once the errors are on the page. */
export const focusFirstInvalid = (form: HTMLElement | null) =>
  requestAnimationFrame(() => firstInvalid(form)?.focus())
