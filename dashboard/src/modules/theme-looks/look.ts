/** Values of a theme's look by the ids of its settings. */
export type LookValues = Readonly<Record<string, unknown>>;

/** Whether values have all that a look says. */
export const hasLook = (values: LookValues, look: LookValues) =>
  Object.entries(look).every(([key, value]) => JSON.stringify(values[key]) === JSON.stringify(value));
