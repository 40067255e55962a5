/** Limits for reading one file. */
export const READ_LIMITS = {
  /** A phone's largest pictures have 50 million; a bomb of pixels has more. */
  mostPixels: 50_000_000,
  /** A photo has up to 50, a scan of an empty page 350. A larger picture with more was made to keep the reader busy. */
  mostPixelsPerByte: 1000,
  pixelsOfAnyBytes: 4_000_000,
  /** The longer side of a stored picture; print stays readable. */
  longestSide: 4096,
  mostPdfObjects: 100_000,
  /** Each update of a PDF adds a section; this many are followed. */
  mostPdfSections: 200,
  /** Of the reading process. The largest progressive JPEG takes 400 MB. */
  mostMemoryBytes: 512 * 1024 * 1024,
  /** Above this the process is ended after its file, to free the memory. */
  restingMemoryBytes: 200 * 1024 * 1024,
  mostMs: 10_000,
  /** Files that may wait: in all, of one sender, and of one network. */
  mostWaiting: 16,
  mostWaitingOfOne: 4,
  mostWaitingOfSite: 8,
  /** An idle process ends after this. */
  idleMs: 60_000,
} as const
