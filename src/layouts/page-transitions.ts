// A browser gives up a transition between pages that it cannot show, as on the way back from a payment page. That is not an
// error of ours.
const settle = ({ viewTransition }: PageRevealEvent | PageSwapEvent) => {
  viewTransition?.ready.catch(() => {})
}
addEventListener('pagereveal', settle)
addEventListener('pageswap', settle)
