import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { EmptyState } from '@/shared/ui/empty-state';
import { useCodRulesText } from './i18n';

/** Empty state of the rules, with suggested ones for users who may change them. */
export function NoRules({ onSuggest }: { onSuggest?: () => void }) {
  const t = useCodRulesText();
  return (
    <EmptyState illustration="tools" title={t('none')} text={t('noneText')} order={3}>
      {onSuggest && (
        <Button leftSection={<IconSparkles size={16} aria-hidden />} onClick={onSuggest}>
          {t('suggest')}
        </Button>
      )}
    </EmptyState>
  );
}
