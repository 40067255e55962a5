/** A stored New Zealand number as people write it: `+64215550101` is `021 555 0101`. Any other stays as it is. */
export const shownPhone = (phone: string | null | undefined): string =>
  (phone ?? '')
    .replace(/^\+64(2\d)(\d{3})(\d{3,5})$/, '0$1 $2 $3')
    .replace(/^\+64 ?([34679]) ?(\d{3}) ?(\d{4})$/, '0$1 $2 $3')
