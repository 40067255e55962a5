export const PICTURE_SIZES = [
  { name: 'phone', width: 360, height: 780 },
  { name: 'desk', width: 1280, height: 900 },
] as const
