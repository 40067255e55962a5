import { JOB_CHANNEL, type JobRun } from '#server/platform/metrics/channels.ts'

/** A task that runs in the background until it is stopped. */
export interface Job {
  /** Stops, and waits for the current run. */
  stop(): Promise<void>
}

/**
 * Runs a task again and again, never twice at a time.
 *
 * @param job Its name in metrics.
 * @param pauseMs Milliseconds between the end of one run and the start of the next.
 * @param onError Gets the error of a failed run. The next run still happens.
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
