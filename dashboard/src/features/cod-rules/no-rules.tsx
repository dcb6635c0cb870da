import { Button, Card, Stack, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useCodRulesText } from './i18n';

/** Empty state of the rules, with suggested ones for users who may change them. */
export function NoRules({ onSuggest }: { onSuggest?: () => void }) {
  const t = useCodRulesText();
  return (
    <Card>
      <Stack gap={6} align="flex-start">
        <Text fw={600}>{t('none')}</Text>
        <Text size="sm" c="dimmed">
          {t('noneText')}
        </Text>
        {onSuggest && (
          <Button mt={8} variant="default" leftSection={<IconSparkles size={16} aria-hidden />} onClick={onSuggest}>
            {t('suggest')}
          </Button>
        )}
      </Stack>
    </Card>
  );
}
