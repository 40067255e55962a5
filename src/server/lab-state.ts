import cluster from 'node:cluster'

/** The part of a demonstration that the failure lab controls. */
export interface LabState {
  /** How far the clock is ahead, in milliseconds. */
  aheadMs: number
  /** The delivery of the next payment's notice unless its page chooses one: a name of `NOTICES`. */
  nextNotice: string | null
  /** Whether the next payment by card is declined. */
  declinesNext: boolean
}

/** A change that one process makes to the lab, for the others to copy. An empty one asks for the state. */
export interface LabChange {
  kind: 'lab'
  lab: Partial<LabState>
}

/** The lab as the simulated providers read it. */
export interface Lab extends LabState {
  /** Each expires the open pages of a provider, and returns their number. */
  closers: (() => Promise<number>)[]
}

export const newLab = (): Lab => ({
  aheadMs: 0,
  nextNotice: null,
  declinesNext: false,
  closers: [],
})

/** The lab of this process. Every change is sent to the other processes. */
export function openLab(): Lab {
  const lab = newLab()
  const { worker } = cluster
  if (!worker) return lab
  const send = (changed: Partial<LabState>) =>
    worker.send({ kind: 'lab', lab: changed } satisfies LabChange)
  worker.on('message', (state: Partial<LabState>) => Object.assign(lab, state))
  send({})
  return new Proxy(lab, {
    set(_, name, value) {
      send({ [name]: value })
      return Reflect.set(lab, name, value)
    },
  })
}
