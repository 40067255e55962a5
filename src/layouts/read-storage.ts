/**
 * Inline in the head of every page. A page's first look at its storage waits for another process of the browser, which took
 * 4 to 6 ms on a fast computer. Here that's over while the page waits for its style sheet, and not a part of the task that
 * starts the islands.
 */
export const READ_STORAGE = 'try{localStorage.length}catch{}'
