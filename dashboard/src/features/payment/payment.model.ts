/** Words without the Arabic article. */
const bare = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/(^|\s)ال/g, '$1');

/** Whether a method's display name says the same as its kind, with or without the article: it is not repeated then. */
export const isSameName = (name: string, kind: string): boolean => bare(name) === bare(kind);
