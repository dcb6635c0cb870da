import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useLanguage } from '@/shared/i18n/language';
import { textOf, type Texts } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useThemeText } from './i18n';
import { patched, type Patch } from './steps';
import type { Block, Section, SectionOption, Setting } from './theme-editor.api';

/** A section as one row of fields: `settings.heading`, `name`. */
type Fields = Record<string, unknown>;

const fieldsOf = ({ name, is_active, blocks, settings }: Section): Fields => ({
  name,
  is_active,
  blocks,
  ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`settings.${key}`, value])),
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What of the chosen values is not so in the newer section: what is left to save. */
export function patchOver(theirs: Section, chosen: Record<string, unknown>): Patch | null {
  const now = fieldsOf(theirs);
  const patch: Patch = {};
  for (const [key, value] of Object.entries(chosen)) {
    if (isSame(value, now[key])) continue;
    if (key === 'name') patch.name = value as Texts;
    else if (key === 'is_active') patch.is_active = value === true;
    else if (key === 'blocks') patch.blocks = value as Block[];
    else patch.settings = { ...patch.settings, [key.slice('settings.'.length)]: value };
  }
  return Object.keys(patch).length > 0 ? patch : null;
}

/** Conflict dialog: the section was saved by somebody else meanwhile. */
export default function StaleSection({
  option,
  base,
  theirs,
  patch,
  onResolve,
  onClose,
}: {
  option: SectionOption | undefined;
  base: Section;
  theirs: Section;
  patch: Patch;
  onResolve: (patch: Patch | null) => void;
  onClose: () => void;
}) {
  const t = useThemeText();
  const s = useShared();
  const { language } = useLanguage();
  const show = (setting: Setting | null) => (value: unknown) => {
    if (typeof value === 'boolean') return s(value ? 'yes' : 'no');
    if (setting?.type === 'select')
      return textOf(setting.options.find((each) => each.value === value)?.label, language) || String(value);
    if (Array.isArray(value)) return t('items', { count: value.length });
    if (typeof value === 'object' && value !== null) return textOf(value as Texts, language) || '—';
    // Of a formatted text its words.
    const text = String(value ?? '')
      .replaceAll(/<[^>]*>/g, ' ')
      .trim();
    return text ? text.slice(0, 200) : '—';
  };
  const fields = [
    { key: 'name', label: t('name'), show: show(null) },
    { key: 'is_active', label: t('isShown'), show: show(null) },
    { key: 'blocks', label: t('change.blocks'), show: show(null) },
    ...(option?.settings ?? []).map((setting) => ({
      key: `settings.${setting.id}`,
      label: textOf(setting.label, language),
      show: show(setting),
    })),
  ];
  return (
    <StaleDialog<Fields>
      fields={fields}
      base={fieldsOf(base)}
      mine={fieldsOf(patched(base, patch))}
      theirs={fieldsOf(theirs)}
      onClose={onClose}
      onResolve={(chosen) => onResolve(patchOver(theirs, chosen))}
    />
  );
}
