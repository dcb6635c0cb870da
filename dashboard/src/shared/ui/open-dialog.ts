/** The topmost dialog that is shown: a list that is kept behind the page may have one too. */
export const openDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role="dialog"]')].findLast((dialog) => dialog.checkVisibility());
