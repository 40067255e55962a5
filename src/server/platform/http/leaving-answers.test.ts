import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { LeavingAnswers } from './leaving-answers.ts'

const MB = 1024 * 1024

/** An answer of which some megabytes wait for their reader. */
class Answer extends EventEmitter {
  writableLength: number
  isCutOff = false
  constructor(waitingMb: number) {
    super()
    this.writableLength = waitingMb * MB
  }
  destroy() {
    this.isCutOff = true
    this.emit('close')
  }
}

/** Answers that are being read at sites, each with the megabytes that wait. */
function leaving(...given: [site: string, waitingMb: number][]) {
  const all = new LeavingAnswers()
  const answers = given.map(([site, waitingMb]) => {
    const answer = new Answer(waitingMb)
    all.add(answer as unknown as ServerResponse, site)
    return answer
  })
  return { all, answers, cutOff: () => answers.map(({ isCutOff }) => isCutOff) }
}

// Twice the bytes that wait count, since a text and its bytes are in memory: a site has room for 24 MB, all for 128.
const ONE = '203.0.113.1'
const TWO = '203.0.113.2'

test('the oldest slow readers of a site are cut off when they take too much memory', () => {
  const { all, cutOff } = leaving([ONE, 5], [ONE, 5], [ONE, 5], [TWO, 5])
  all.look()
  expect(cutOff()).toEqual([false, false, false, false])
  all.look()
  expect(cutOff()).toEqual([true, false, false, false])
})

test('of everybody’s, those of the sites with the most', () => {
  const sites = Array.from({ length: 6 }, (_, at): [string, number] => [`198.51.100.${at}`, 10])
  const { all, cutOff } = leaving(...sites, [ONE, 11])
  all.look()
  all.look()
  expect(cutOff()).toEqual([...Array<boolean>(6).fill(false), true])
})

test('readers that have taken their answers are not', () => {
  const { all, answers, cutOff } = leaving([ONE, 20], [ONE, 20], [ONE, 20])
  all.look()
  for (const answer of answers) answer.writableLength = 0
  all.look()
  expect(cutOff()).toEqual([false, false, false])
  answers[0]!.emit('close')
})

test('files that are in memory once count little', () => {
  const all = new LeavingAnswers()
  const answers = Array.from({ length: 1000 }, () => new Answer(1))
  for (const answer of answers)
    all.add(answer as unknown as ServerResponse, ONE, { isShared: true })
  all.look()
  all.look()
  expect(answers.some(({ isCutOff }) => isCutOff)).toBe(false)
})
