// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { carPhotographs } from '#lib/pictures/car-photographs.ts'
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

test('a photographed model has its nearest photograph, without drawn wheels', async () => {
  vi.stubEnv('HAS_PHOTOGRAPHS', 'true')
  const photograph = (path: string) => ({ path, hash: 'a1', width: 1600, height: 1000 })
  carPhotographs.kea = {
    RDB: photograph('kea/side-RDB'),
    'RDB K2': photograph('kea/side-RDB-SPORT'),
  }
  const container = document.createElement('div')
  const root = createRoot(container)
  const shown = async (colourCode: string, kdcd: string) => {
    await act(async () =>
      root.render(<CarImage slug="kea" colourCode={colourCode} kdcd={kdcd} alt="A Kea" />),
    )
    return [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  }

  expect(await shown('RDB', 'K1')).toEqual(['/pictures/kea/side-RDB-1600-a1.jpg'])
  expect(await shown('RDB', 'K2')).toEqual(['/pictures/kea/side-RDB-SPORT-1600-a1.jpg'])
  await act(async () => container.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(container.querySelector('img')).toBeNull()
  // A colour that was not photographed is drawn.
  expect(await shown('WHS', 'K1')).toEqual(['/art/kea-WHS.svg', '/art/K1.svg'])
  delete carPhotographs.kea
  vi.unstubAllEnvs()
  await act(async () => root.unmount())
})
