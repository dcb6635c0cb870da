import { JumpKeys } from './jump-keys';
import { ScrollTop } from './scroll-top';

/** What every page has besides its layout, and no first page waits for. */
export function PageExtras() {
  return (
    <>
      <ScrollTop />
      <JumpKeys />
    </>
  );
}
