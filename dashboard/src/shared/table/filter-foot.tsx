import { Button } from '@mantine/core';
import { useShared } from '../i18n/use-shared';
import { useLateAutofocus } from '../ui/use-late-autofocus';
import classes from './filter-foot.module.css';

/** Footer of a filter form: clears the filters, or applies them. It is sticky at the bottom of the scrolling area. */
export function FilterFoot({ apply, disabled, onClear }: { apply: string; disabled: boolean; onClear: () => void }) {
  const s = useShared();
  useLateAutofocus();
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
