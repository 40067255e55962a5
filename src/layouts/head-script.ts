/**
 * Inline in the head of every page, before anything is shown.
 *
 * A page's first look at its storage waits for another process of the browser, which took 4 to 6 ms on a fast computer.
 * Here that's over while the page waits for its style sheet, and not a part of the task that starts the islands.
 *
 * Build and quote is built with the first car of the range. An address that asks for another neither shows it nor
 * fetches the pictures of all models.
 */
export const HEAD_SCRIPT =
  "try{localStorage.length}catch{}if(location.search)document.documentElement.dataset.asks=''"
