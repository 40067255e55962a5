/** Where this browser keeps the visitor's car (`my-car.ts`); alone here for pages that only look whether there is one. */
export const MY_CAR_KEY = 'my-car:1'

/** Whether this browser may know the visitor's car. */
export function hasMyCar(): boolean {
  try {
    return localStorage.getItem(MY_CAR_KEY) !== null
  } catch {
    return false
  }
}
