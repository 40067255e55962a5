// A browser gives a transition between pages up when it cannot show it, as on the way back from a payment page. That is no
// error of ours, so its promises are not left to the console.
const settle = ({ viewTransition }: PageRevealEvent | PageSwapEvent) => {
  viewTransition?.ready.catch(() => {})
  viewTransition?.finished.catch(() => {})
}
addEventListener('pagereveal', settle)
addEventListener('pageswap', settle)
