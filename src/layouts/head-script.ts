/**
 * Inline in the head of every page, before anything is shown.
 *
 * A page's first look at its storage waits for another process of the browser, which took 4 to 6 ms on a fast computer.
 * Here that's over while the page waits for its style sheet, and not a part of the task that starts the islands.
 *
 * Build and quote is built with the first car of the range. An address that asks for another neither shows it nor
 * fetches the pictures of all models. Without one, the car's picture is fetched before the page has been laid out
 * (`data-first-picture` of the script's element).
 */
export const HEAD_SCRIPT =
  "try{localStorage.length}catch{}if(location.search)document.documentElement.dataset.asks='';" +
  'else{const href=document.currentScript.dataset.firstPicture;if(href)document.head.append(Object.assign(' +
  "document.createElement('link'),{rel:'preload',as:'image',fetchPriority:'high',href}))}"
