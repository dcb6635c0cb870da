import { Card, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '@/shared/ui/empty-state';
import { ForwardIcon } from '@/shared/ui/icons';
import { PageHeader } from '@/shared/ui/page';
import { useSettingsText } from './i18n';
import { useSettingsSections } from './sections';
import classes from './settings.module.css';

/** The list of all settings that this user may open, each with a line on what is found there. */
export function SettingsIndexPage() {
  const t = useSettingsText();
  const groups = useSettingsSections();
  return (
    <div className={classes.index}>
      <PageHeader title={t('title')} />
      {groups.length === 0 && (
        <Card padding={0}>
          <EmptyState order={2} illustration="people" title={t('none')} text={t('noneText')} />
        </Card>
      )}
      {groups.map((group) => (
        <section key={group.label} aria-label={group.label} className={classes.indexGroup}>
          <Title order={2} size="h3">
            {group.label}
          </Title>
          <ul className={classes.indexList}>
            {group.sections.map((section) => (
              <li key={section.to}>
                <Link to={section.to} className={classes.indexItem}>
                  <span className={classes.indexIcon}>
                    <section.icon size={20} stroke={1.7} aria-hidden />
                  </span>
                  <span className={classes.indexText}>
                    <span className={classes.indexName}>{section.label}</span>
                    <span className={classes.indexLine}>{section.text}</span>
                  </span>
                  <span className={classes.indexArrow}>
                    <ForwardIcon size={18} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
