// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { CarImage } from './CarImage.tsx'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

test('a missing picture of the wheels leaves the car on its own wheels, and a missing car leaves no gap', async () => {
  const container = document.createElement('div')
  const root = createRoot(container)
  const show = (colourCode: string) =>
    act(async () =>
      root.render(<CarImage slug="tarn" colourCode={colourCode} kdcd="TN27X-A" alt="A Tarn" />),
    )
  const images = () => [...container.querySelectorAll('img')]
  const shown = () => images().map((image) => image.getAttribute('src'))
  const fail = (index: number) =>
    act(async () => images()[index]?.dispatchEvent(new Event('error')))

  await show('BLD')
  expect(shown()).toEqual(['/art/tarn-BLD.svg', '/art/TN27X-A.svg'])
  expect(images().map(({ alt }) => alt)).toEqual(['A Tarn', ''])
  await fail(1)
  expect(shown()).toEqual(['/art/tarn-BLD.svg'])
  await fail(0)
  expect(shown()).toEqual([])
  // The missing wheels are not requested again.
  await show('WHS')
  expect(shown()).toEqual(['/art/tarn-WHS.svg'])
  await act(async () => root.unmount())
})
