/** A name from the capitals of a register: `SILVER FERN` becomes `Silver Fern`. */
export const titleCase = (name: string): string =>
  name.toLowerCase().replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase())
