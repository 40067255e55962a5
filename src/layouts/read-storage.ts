/**
 * Inline in the head of every page. A page's first look at its storage waits for another process of the browser, which is
 * 4 to 15 ms of a fast computer: that's over while the page waits for its style sheet. The islands would wait for it
 * between two presses.
 */
export const READ_STORAGE = 'try{localStorage.length}catch{}'
