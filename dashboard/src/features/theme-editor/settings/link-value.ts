const kinds = { prd: 'product', cat: 'category', pag: 'page' } as const;

/** What a link can name by its id. */
export type LinkKind = (typeof kinds)[keyof typeof kinds];

/** What a link's value names; null for an address. */
export function linkKind(value: string): LinkKind | null {
  const [, prefix = ''] = /^(prd|cat|pag)_[0-7][\da-hjkmnp-tv-z]{12}$/.exec(value) ?? [];
  return kinds[prefix as keyof typeof kinds] ?? null;
}
