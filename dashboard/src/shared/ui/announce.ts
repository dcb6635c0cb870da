/** Id of the live region in the shell (`RootLayout`). */
export const announcerId = 'announcer';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces a text to screen readers (polite): the opened page, the result of an action. */
export function announce(text: string): void {
  const place = document.getElementById(announcerId);
  if (!place) return;
  // Repeating a text is only announced when the region was empty in between.
  place.textContent = '';
  clearTimeout(timer);
  timer = setTimeout(() => {
    place.textContent = text;
  }, 60);
}
