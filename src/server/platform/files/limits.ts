/** What reading one file may take. */
export const READ_LIMITS = {
  /** A phone's largest pictures have 50 million; a bomb of pixels has more. */
  mostPixels: 50_000_000,
  /** The longer side of what is kept. Print can still be read on it. */
  longestSide: 4096,
  mostPdfObjects: 100_000,
  /** An update of a PDF adds a section: so many are followed. */
  mostPdfSections: 200,
  /** Of the process that reads. A progressive JPEG of the most pixels takes 400 MB. */
  mostMemoryBytes: 512 * 1024 * 1024,
  /** More than this is given back to the system by ending the process when its file is read. */
  restingMemoryBytes: 200 * 1024 * 1024,
  mostMs: 10_000,
  /** Files that wait for it, all together and of one sender. */
  mostWaiting: 16,
  mostWaitingOfOne: 4,
  /** A process without work ends after so long. */
  idleMs: 60_000,
} as const
