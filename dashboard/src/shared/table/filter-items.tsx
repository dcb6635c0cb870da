import { Menu } from '@mantine/core';
import { useShared } from '../i18n/use-shared';

export interface FilterOption {
  value: string;
  label: string;
}

/** The choices of one filter. */
export default function FilterItems({
  options,
  chosen,
  many,
  onChoose,
  onClear,
}: {
  options: readonly FilterOption[];
  chosen: readonly string[];
  many: boolean;
  onChoose: (value: string) => void;
  onClear: () => void;
}) {
  const s = useShared();
  return (
    <>
      {options.map((option) => {
        const item = { value: option.value, checked: chosen.includes(option.value), closeMenuOnClick: !many };
        const choose = () => onChoose(option.value);
        return many ? (
          <Menu.CheckboxItem key={option.value} {...item} onChange={choose}>
            {option.label}
          </Menu.CheckboxItem>
        ) : (
          <Menu.RadioItem key={option.value} {...item} onChange={choose}>
            {option.label}
          </Menu.RadioItem>
        );
      })}
      {chosen.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={onClear}>{s('clear')}</Menu.Item>
        </>
      )}
    </>
  );
}
