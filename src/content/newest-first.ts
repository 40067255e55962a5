/** Articles as lists of them show them. */
export const newestFirst = <Article extends { data: { date: string } }>(
  articles: readonly Article[],
): Article[] => articles.toSorted((a, b) => b.data.date.localeCompare(a.data.date))
