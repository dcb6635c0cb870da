/** The id of the place that is read out; the shell has one (`RootLayout`). */
export const announcerId = 'announcer';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Read out by a screen reader when it has finished what it is saying: the page one came to, what came of an act. */
export function announce(text: string): void {
  const place = document.getElementById(announcerId);
  if (!place) return;
  // The same words again are a change only when the place was empty in between.
  place.textContent = '';
  clearTimeout(timer);
  timer = setTimeout(() => {
    place.textContent = text;
  }, 60);
}
