import { Badge, Text } from '@mantine/core';
import { Suspense } from 'react';
import { EmailLine, MobileLine } from '@/modules/person/contact';
import { CustomerTrustCard } from '@/modules/trust/trust-cards';
import { lazyPart } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { CustomerAddresses } from './customer-addresses';
import { CustomerConsents } from './customer-consents';
import { CustomerContacts, CustomerDuplicates } from './customer-duplicates';
import { CustomerNotes } from './customer-notes';
import type { CustomerView } from './customers.api';
import classes from './customers.module.css';
import { useCustomerText } from './i18n';

const CustomerSegments = lazyPart(() =>
  import('./segments/customer-segments').then((module) => ({ default: module.CustomerSegments })),
);
/** How to reach a customer, what they agreed to, where they live. */
export function CustomerSide({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  return (
    <>
      <Section title={t('contact')}>
        {customer.mobile && <MobileLine mobile={customer.mobile} />}
        {customer.email && <EmailLine email={customer.email} />}
        <CustomerContacts customer={customer} />
        <Text size="sm" c="dimmed" mt={6}>
          {t('reads', { language: t(customer.language === 'en' ? 'language.en' : 'language.ar') })}
        </Text>
        {(customer.tags.length > 0 || customer.groups.length > 0) && (
          <div className={classes.marks} style={{ marginBlockStart: 12 }}>
            {customer.groups.map((group) => (
              <Badge key={group.id} variant="filled" tt="none" fw={500}>
                <bdi>{group.name}</bdi>
              </Badge>
            ))}
            {customer.tags.map((tag) => (
              <Badge key={tag} variant="light" color="gray" tt="none" fw={500}>
                <bdi>{tag}</bdi>
              </Badge>
            ))}
          </div>
        )}
        <Suspense fallback={null}>
          <CustomerSegments id={customer.id} />
        </Suspense>
      </Section>
      <CustomerTrustCard id={customer.id} />
      <CustomerDuplicates customer={customer} />
      <CustomerNotes id={customer.id} />
      <CustomerConsents customer={customer} />
      <CustomerAddresses customer={customer} />
    </>
  );
}
