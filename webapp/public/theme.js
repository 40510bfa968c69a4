// Runs before the first paint, so that a page never flashes in the other theme.
;(function () {
  var chosen = null
  try {
    chosen = localStorage.getItem('theme')
  } catch (_) {
    /* storage may be forbidden */
  }
  var dark =
    chosen === 'light' || chosen === 'dark' ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
