/** The text content of HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What describes a page to search engines, as the server reads it: the addresses of videos are no words of it. */
export const wordsOf = (html: string): string =>
  plainText(html.replace(/<figure data-video="[^"]*">.*?<\/figure>/g, ' '));
