/**
 * Mantine's class names for plain elements with its styles (`RowCheckbox`, `PageNumbers`, `PlainSelect`, `CountMark`):
 * importing them from the component would load the component. `kit-classes.dom.test.ts` compares them with Mantine's.
 */
export const mantineClasses = {
  checkbox: { inner: 'm_26062bec', input: 'm_26063560', icon: 'm_bf295423' },
  pagination: { root: 'm_4addd315', control: 'm_326d024a', dots: 'm_4ad7767d' },
  indicator: { root: 'm_e5262200', indicator: 'm_760d1fb1' },
  combobox: { chevron: 'm_2943220b' },
} as const;
