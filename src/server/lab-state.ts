import cluster from 'node:cluster'

/** What of a demonstration the failure lab can turn. */
export interface LabState {
  /** How far the clock is ahead, in milliseconds. */
  aheadMs: number
  /** How the notice of the next payment travels, where its page does not say: a name of `NOTICES`. */
  nextNotice: string | null
  /** Whether the next payment by card is declined. */
  declinesNext: boolean
}

/** What a process has changed in the failure lab, to be changed in those beside it; empty to learn its state. */
export interface LabChange {
  told: 'lab'
  lab: Partial<LabState>
}

/** The simulated providers look at it. */
export interface Lab extends LabState {
  /** Each closes the open pages of a provider, as if their time were over. Answers how many. */
  closers: (() => Promise<number>)[]
}

export const newLab = (): Lab => ({
  aheadMs: 0,
  nextNotice: null,
  declinesNext: false,
  closers: [],
})

/** The lab of this process; what is turned in it is turned in those beside it too. */
export function openLab(): Lab {
  const lab = newLab()
  const { worker } = cluster
  if (!worker) return lab
  const tell = (changed: Partial<LabState>) =>
    worker.send({ told: 'lab', lab: changed } satisfies LabChange)
  worker.on('message', (state: Partial<LabState>) => Object.assign(lab, state))
  tell({})
  return new Proxy(lab, {
    set(_, name, value) {
      tell({ [name]: value })
      return Reflect.set(lab, name, value)
    },
  })
}
