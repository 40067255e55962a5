import { JOB_CHANNEL, type JobRun } from '#server/platform/metrics/channels.ts'

/** Something that runs in the background until it is stopped. */
export interface Job {
  /** Waits for what is being done. */
  stop(): Promise<void>
}

/**
 * Runs a task again and again, never twice at a time.
 *
 * @param job What figures name it by.
 * @param pauseMs Milliseconds between the end of one run and the start of the next.
 * @param onError Told of a run that failed; the next one comes all the same.
 */
export function every(
  job: string,
  pauseMs: number,
  task: () => Promise<void>,
  onError: (error: unknown) => void,
): Job {
  let isStopped = false
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  const run = () => {
    running = task()
      .then(
        () => JOB_CHANNEL.publish({ job, isWell: true } satisfies JobRun),
        (error: unknown) => {
          JOB_CHANNEL.publish({ job, isWell: false } satisfies JobRun)
          onError(error)
        },
      )
      .then(() => {
        if (!isStopped) timer = setTimeout(run, pauseMs).unref()
      })
  }
  timer = setTimeout(run, 0).unref()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
