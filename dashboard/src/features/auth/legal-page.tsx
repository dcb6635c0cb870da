import { Container, Stack, Text, Title } from '@mantine/core';
import { useAuthText } from './i18n';
import { LinkAnchor } from '@/shared/ui/link-anchor';

const parts = {
  terms: ['legal.terms.1', 'legal.terms.2', 'legal.terms.3'],
  privacy: ['legal.privacy.1', 'legal.privacy.2', 'legal.privacy.3'],
} as const;

function LegalPage({ about }: { about: keyof typeof parts }) {
  const t = useAuthText();
  return (
    <Container size="sm" py={48}>
      <Title order={1} mb={24}>
        {t(`legal.${about}`)}
      </Title>
      <Stack gap={16}>
        {parts[about].map((key) => (
          <Text key={key}>{t(key)}</Text>
        ))}
      </Stack>
      <LinkAnchor to="/register" size="sm" mt={32} display="inline-block">
        {t('legal.back')}
      </LinkAnchor>
    </Container>
  );
}

/** The terms that a merchant accepts at registration (core 5). */
export const TermsPage = () => <LegalPage about="terms" />;
/** The platform's privacy policy. */
export const PrivacyPage = () => <LegalPage about="privacy" />;
