import { IconFilePlus } from '@tabler/icons-react';
import { LinkButton } from '@/shared/ui/link-button';
import { Section } from '@/shared/ui/page';
import type { Policy } from './content-pages.api';
import classes from './content-pages.module.css';
import { useContentPageText } from './i18n';

/** The policies that the store has no page for, each with a way to one that begins with a text. */
export function MissingPolicies({ missing }: { missing: readonly Policy[] }) {
  const t = useContentPageText();
  return (
    <div className={classes.missing}>
      <Section title={t('missing.title')} text={t('missing.text')}>
        <ul className={classes.policies}>
          {missing.map((policy) => (
            <li key={policy} className={classes.policy}>
              <span>{t(`missing.${policy}`)}</span>
              <LinkButton
                to="/settings/store/pages/new"
                search={{ policy }}
                variant="default"
                size="xs"
                leftSection={<IconFilePlus size={15} aria-hidden />}
                aria-label={t('missing.addOf', { policy: t(`policy.${policy}`) })}
              >
                {t('missing.add')}
              </LinkButton>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
