// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import './early-typing.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

const BUILT = { name: '', note: 'Call me', news: false, size: 'small', day: 'mon' }
let known = BUILT
const note = (typed: typeof BUILT) => {
  known = typed
}

/** One field of each kind; what React knows of them is in `known`. */
function Form() {
  const [typed, setTyped] = useState(BUILT)
  useEffect(() => note(typed), [typed])
  const set = (change: Partial<typeof BUILT>) => setTyped({ ...typed, ...change })
  return (
    <form>
      <input name="name" value={typed.name} onChange={(e) => set({ name: e.target.value })} />
      <textarea value={typed.note} onChange={(e) => set({ note: e.target.value })} />
      <input
        type="checkbox"
        checked={typed.news}
        onChange={(e) => set({ news: e.target.checked })}
      />
      {['small', 'large'].map((size) => (
        <input
          key={size}
          type="radio"
          name="size"
          value={size}
          checked={typed.size === size}
          onChange={() => set({ size })}
        />
      ))}
      <select value={typed.day} onChange={(e) => set({ day: e.target.value })}>
        <option value="mon">Monday</option>
        <option value="tue">Tuesday</option>
      </select>
    </form>
  )
}

let root: Root | null = null
afterEach(async () => act(async () => root?.unmount()))

const asleep = () => {
  const island = document.createElement('div')
  island.innerHTML = renderToString(<Form />)
  document.body.replaceChildren(island)
  return island
}
/** As Astro does it. */
const wake = (island: HTMLElement) =>
  act(async () => {
    root = hydrateRoot(island, <Form />)
    island.dispatchEvent(new CustomEvent('astro:hydrate'))
  })

test('what was typed, ticked and chosen before is known as it wakes', async () => {
  const island = asleep()
  const field = <E extends Element>(selector: string) => island.querySelector<E>(selector)!
  field<HTMLInputElement>('[name=name]').value = 'Hēmi'
  field<HTMLTextAreaElement>('textarea').value = 'After five'
  field<HTMLInputElement>('[type=checkbox]').click()
  field<HTMLInputElement>('[value=large]').click()
  field<HTMLSelectElement>('select').value = 'tue'

  await wake(island)

  const all = { name: 'Hēmi', note: 'After five', news: true, size: 'large', day: 'tue' }
  expect(known).toEqual(all)
  expect(field<HTMLInputElement>('[name=name]').value).toBe('Hēmi')
  expect(field<HTMLTextAreaElement>('textarea').value).toBe('After five')
  expect(field<HTMLInputElement>('[type=checkbox]').checked).toBe(true)
  expect(field<HTMLInputElement>('[value=large]').checked).toBe(true)
  expect(field<HTMLInputElement>('[value=small]').checked).toBe(false)
})

test('an island that nobody touched hears nothing', async () => {
  const island = asleep()
  const heard = vi.fn()
  for (const type of ['input', 'change', 'click']) island.addEventListener(type, heard)
  await wake(island)
  expect(heard).not.toHaveBeenCalled()
  expect(known).toBe(BUILT)
})
