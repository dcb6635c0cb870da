import { IconCheck, IconChevronDown, IconEye, IconMinus, IconPencil, type Icon } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { Section } from '@/shared/ui/page';
import { usePhoneScreen } from '@/shared/ui/use-phone-screen';
import { accessLevelOf, shownSubjects, type AccessLevel } from './abilities';
import type { Access, Role } from './access.api';
import classes from './access.module.css';
import { useAccessText } from './i18n';

const levelIcons: Record<AccessLevel, Icon> = { none: IconMinus, read: IconEye, some: IconPencil, all: IconCheck };

/** The user's own abilities, and those of each role, side by side. */
export function AbilityTable({ access }: { access: Access }) {
  const t = useAccessText();
  const { language } = useLanguage();
  const phone = usePhoneScreen();
  const columns = [
    { key: 'own', name: t('yours'), abilities: access.own_abilities },
    ...access.roles.map((role) => ({ key: role.code, name: textOf(role.name, language), abilities: role.abilities })),
  ];
  return (
    <Section title={t('roles')} text={t('rolesText')}>
      {phone ? <RoleCards columns={columns} /> : <RoleTable columns={columns} />}
    </Section>
  );
}

interface Column {
  key: string;
  name: string;
  abilities: Role['abilities'];
}

function RoleTable({ columns }: { columns: readonly Column[] }) {
  const t = useAccessText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('roles')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('subject')}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shownSubjects.map((subject) => (
            <tr key={subject}>
              <th scope="row">{t(`subject.${subject}`)}</th>
              {columns.map((column) => (
                <td key={column.key}>
                  <AccessLevelMark level={accessLevelOf(column.abilities, subject)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On narrow screens each role is a card; one's own is open. */
function RoleCards({ columns }: { columns: readonly Column[] }) {
  const t = useAccessText();
  return (
    <div className={classes.roles}>
      {columns.map((column, index) => (
        <details key={column.key} className={classes.role} open={index === 0}>
          <summary>
            {column.name}
            <IconChevronDown size={16} className={classes.fold} aria-hidden />
          </summary>
          <dl>
            {shownSubjects.map((subject) => (
              <div key={subject}>
                <dt>{t(`subject.${subject}`)}</dt>
                <dd>
                  <AccessLevelMark level={accessLevelOf(column.abilities, subject)} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </div>
  );
}

function AccessLevelMark({ level }: { level: AccessLevel }) {
  const t = useAccessText();
  const LevelIcon = levelIcons[level];
  const color = { none: 'var(--mantine-color-dimmed)', all: 'var(--tone-green-fg)' }[level as 'none' | 'all'];
  return (
    <span className={classes.level} style={{ color }}>
      <LevelIcon size={16} aria-hidden />
      {t(`reach.${level}`)}
    </span>
  );
}
