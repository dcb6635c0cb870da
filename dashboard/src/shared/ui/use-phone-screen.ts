import { useMediaQuery } from '@mantine/hooks';

/** Below `sm` (48em): lists become cards, the menu a drawer. Correct from the first render. */
export const usePhoneScreen = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
/** Below `md` (62em): no room for the side menu. */
export const useNarrowScreen = (): boolean =>
  useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false });
