/** Sorts articles by date, the newest first. */
export const newestFirst = <Article extends { data: { date: string } }>(
  articles: readonly Article[],
): Article[] => articles.toSorted((a, b) => b.data.date.localeCompare(a.data.date))
