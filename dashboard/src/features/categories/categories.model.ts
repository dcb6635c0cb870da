/** Search params of the drawer: the parent of a new category. */
export const categoryFormSearch = (raw: Record<string, unknown>): { parent?: string } =>
  typeof raw.parent === 'string' && raw.parent ? { parent: raw.parent } : {};

/** Maximum depth of the tree, as on the server. */
export const maxLevels = 5;
