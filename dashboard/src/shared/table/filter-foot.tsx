import { Button } from '@mantine/core';
import { useShared } from '../i18n/use-shared';
import classes from './filter-foot.module.css';

/** The end of a form of filters: clears them, or applies what was chosen. It stays at the lower edge of what scrolls. */
export function FilterFoot({ apply, disabled, onClear }: { apply: string; disabled: boolean; onClear: () => void }) {
  const s = useShared();
  return (
    <div className={classes.foot}>
      <Button variant="default" onClick={onClear}>
        {s('list.clearFilters')}
      </Button>
      <Button type="submit" disabled={disabled}>
        {apply}
      </Button>
    </div>
  );
}
