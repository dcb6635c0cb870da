/** The drawer may be told below which category the new one goes. */
export const categoryFormSearch = (raw: Record<string, unknown>): { parent?: string } =>
  typeof raw.parent === 'string' && raw.parent ? { parent: raw.parent } : {};

/** The tree is at most so deep, as the server has it. */
export const mostLevels = 5;
