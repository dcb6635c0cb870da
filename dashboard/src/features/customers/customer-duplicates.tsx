import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { readableMobile } from '@/modules/person/mobile';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { confirm } from '@/shared/ui/confirm';
import { lazyDialog } from '@/shared/ui/lazy-part';
import { Section } from '@/shared/ui/page';
import { staleAfterChange, type CustomerView } from './customers.api';
import { useCustomerText } from './i18n';
import { duplicatesOfQuery, removeContact, type CustomerContact } from './merge.api';
import classes from './merge.module.css';

const MergeDialog = lazyDialog(() => import('./merge-dialog').then((module) => ({ default: module.MergeDialog })));

/** Records that are likely the same person, each with what they have in common; nothing where there are none. */
export function CustomerDuplicates({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const s = useShared();
  const navigate = useNavigate();
  const mayMerge = useCan('delete', 'Customer');
  const alike = useQuery(duplicatesOfQuery(customer.id)).data;
  const [other, setOther] = useState<string | null>(null);
  if (!alike || alike.length === 0) return null;
  const close = (survivorId?: string) => {
    setOther(null);
    if (survivorId && survivorId !== customer.id)
      void navigate({ to: '/customers/view/$id', params: { id: survivorId }, replace: true });
  };
  return (
    <Section title={t('duplicates.likely')}>
      <ul className={classes.group}>
        {alike.map(({ customer: record, likenesses }) => (
          <li key={record.id} className={classes.member}>
            <div className={classes.brief}>
              <Link to="/customers/view/$id" params={{ id: record.id }} className={classes.name}>
                <bdi>{record.name}</bdi>
              </Link>
              <Text size="xs" c="dimmed" component="div">
                {likenesses.map((likeness) => t(`duplicates.by.${likeness}`)).join(s('list.and'))}
              </Text>
            </div>
            {mayMerge && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('merge.open', { name: record.name })}
                onClick={() => setOther(record.id)}
              >
                {t('merge.act')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {other && (
        <Suspense fallback={null}>
          <MergeDialog survivor={customer.id} merged={other} onClose={close} />
        </Suspense>
      )}
    </Section>
  );
}

/** The further numbers and e-mail addresses of a customer, each of which can be taken away. */
export function CustomerContacts({ customer }: { customer: CustomerView }) {
  const t = useCustomerText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Customer');
  const remove = useApiMutation({
    run: (contact: CustomerContact) => removeContact(customer.id, contact),
    invalidates: staleAfterChange,
  });
  if (customer.contacts.length === 0) return null;
  const ask = async (contact: CustomerContact) => {
    const title = t('contacts.removeAsk', { value: `\u2068${contact.value}\u2069` });
    if (await confirm({ title, text: t('contacts.removeText'), confirm: s('delete'), danger: true }))
      remove.mutate(contact);
  };
  return (
    <div style={{ marginBlockStart: 12 }}>
      <Text size="xs" c="dimmed" mb={4}>
        {t('contacts')}
      </Text>
      {customer.contacts.map((contact) => (
        <div key={contact.value} className={classes.contact}>
          <Text size="sm" component="div">
            {contact.kind === 'mobile' ? (
              <bdi className="num">{readableMobile(contact.value)}</bdi>
            ) : (
              <bdi dir="ltr">{contact.value}</bdi>
            )}
          </Text>
          {mayUpdate && (
            <Group>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t('contacts.remove', { value: contact.value })}
                onClick={() => void ask(contact)}
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
          )}
        </div>
      ))}
    </div>
  );
}
