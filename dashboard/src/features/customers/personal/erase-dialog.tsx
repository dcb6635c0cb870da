import { Alert, Button, Group, List, Radio, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '@/shared/api/error';
import { useShared } from '@/shared/i18n/use-shared';
import { Dialog } from '@/shared/ui/dialog';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { ErrorState } from '@/shared/ui/error-state';
import { toast } from '@/shared/ui/toast';
import { customers, type CustomerView } from '../customers.api';
import { usePersonalText } from './i18n';
import { usePersonalDialogText } from './dialogs/i18n';
import {
  erase,
  erasureQuery,
  reasons,
  staleAfterErasure,
  type ErasureMention,
  type ErasurePreview,
  type ErasureReason,
  type ErasureStop,
  type ErasureView,
} from './personal.api';
import { routerLink, type AppLink } from '@/shared/ui/app-link';
import { LinkAnchor } from '@/shared/ui/link-anchor';

/** CU-01: a person is erased, after what goes, what stays and what stands against it has been told. */
export default function EraseDialog({ customer, onClose }: { customer: CustomerView; onClose: () => void }) {
  const t = usePersonalDialogText();
  const s = useShared();
  const query = useQuery(erasureQuery(customer.id));
  const plan = query.data;
  return (
    <Dialog title={t('erase.title', { name: `\u2068${customer.name}\u2069` })} size={620} onClose={onClose}>
      {query.error && !plan && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {plan && plan.stops.length > 0 && (
        <Stack gap={16}>
          <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('erase.stopped')}>
            <Stack gap={10}>
              {plan.stops.map((stop) => (
                <Blocker key={stop.code} stop={stop} onLeave={onClose} />
              ))}
            </Stack>
          </Alert>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              {s('close')}
            </Button>
          </Group>
        </Stack>
      )}
      {plan && plan.stops.length === 0 && (
        <Form customer={customer} plan={plan} onClose={onClose} onChanged={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

/** A reason that stands against it, with its orders. */
function Blocker({ stop, onLeave }: { stop: ErasureStop; onLeave: () => void }) {
  const t = usePersonalDialogText();
  const rest = stop.orders_count - stop.orders.length;
  return (
    <div>
      <Text size="sm">{stop.message}</Text>
      {stop.orders.length > 0 && (
        <Group gap={10} mt={4}>
          {stop.orders.map((order) => (
            <LinkAnchor
              key={order.id}
              to="/orders/view/$id"
              params={{ id: order.id }}
              size="sm"
              c="inherit"
              underline="always"
              onClick={onLeave}
            >
              {`\u2066#${order.number}\u2069`}
            </LinkAnchor>
          ))}
          {rest > 0 && (
            <Text size="sm" c="dimmed">
              {t('erase.more', { count: rest })}
            </Text>
          )}
        </Group>
      )}
    </div>
  );
}

function Form({
  customer,
  plan,
  onClose,
  onChanged,
}: {
  customer: CustomerView;
  plan: ErasurePreview;
  onClose: () => void;
  /** What would happen is to be read again. */
  onChanged: () => void;
}) {
  const t = usePersonalText();
  const d = usePersonalDialogText();
  const [reason, setReason] = useState<ErasureReason>('person_asked');
  const [reference, setReference] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const client = useQueryClient();
  const navigate = useNavigate();
  const save = useMutation<ErasureView, ApiError>({
    mutationFn: () =>
      erase(customer.id, { reason, reference, confirmation: confirmation.trim(), version: plan.version }),
    onSuccess: async ({ is_gone }) => {
      toast.success(d('erase.done'));
      onClose();
      // A record without orders is gone altogether: its page is left before anything is asked again.
      if (is_gone) {
        await navigate({ to: '/customers/list' });
        client.removeQueries({ queryKey: [...customers.key, 'one', customer.id] });
      }
      await Promise.all(staleAfterErasure.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      // Somebody was faster, or an order came: what would happen is read again.
      if (error.outcome === 'conflict') onChanged();
    },
  });
  const fieldError = (field: string) => save.error?.fields[field]?.[0];
  const deleted = (['addresses', 'notes', 'carts', 'receipts'] as const)
    .filter((kind) => plan.goes[kind] > 0)
    .map((kind) => d(`erase.goes.${kind}`, { count: plan.goes[kind] }));
  const corrected = plan.mentions.filter((mention) => mention.is_mended);
  const uncorrected = plan.mentions.filter((mention) => !mention.is_mended);
  const retained = [
    d('erase.stays.orders', { count: plan.stays.orders }),
    plan.stays.documents > 0 && d('erase.stays.documents', { count: plan.stays.documents }),
    plan.keeps_refusals && d('erase.stays.refusals'),
    d('erase.stays.log'),
  ].filter((line) => line !== false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmation.trim() === '') return;
        save.mutate();
      }}
    >
      <Stack gap={18}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
          <Part
            title={d('erase.goes')}
            lines={[
              d('erase.goes.profile'),
              ...deleted,
              d('erase.goes.words'),
              ...corrected.map((one) => <MentionRow key={one.id} mention={one} />),
            ]}
          />
          <Part title={d('erase.stays')} lines={retained} />
        </SimpleGrid>
        {uncorrected.length > 0 && (
          <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />} title={d('erase.mentions')}>
            <Text size="sm" mb={8}>
              {d('erase.mentionsText')}
            </Text>
            <List size="sm" spacing={4}>
              {uncorrected.map((one) => (
                <List.Item key={`${one.kind}${one.id}${one.name}`}>
                  <MentionRow mention={one} onLeave={onClose} />
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Radio.Group label={t('erase.reason')} value={reason} onChange={(value) => setReason(value as ErasureReason)}>
          <Stack gap={8} mt={8}>
            {reasons.map((value) => (
              <Radio key={value} value={value} label={t(`erase.reason.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <TextInput
          label={d('erase.reference')}
          description={d('erase.referenceText')}
          maxLength={100}
          value={reference}
          error={fieldError('reference')}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <TextInput
          label={d('erase.confirm')}
          required
          autoComplete="off"
          dir="auto"
          value={confirmation}
          error={fieldError('confirmation')}
          onChange={(event) => setConfirmation(event.currentTarget.value)}
        />
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={d('erase.final')} />
        <DialogFoot
          submit={d('erase.act')}
          isDanger
          isDisabled={confirmation.trim() === ''}
          isBusy={save.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Where the team changes its own words. */
function placeOf({ kind, id, name }: ErasureMention): AppLink | null {
  switch (kind) {
    case 'customer_segment':
      return id ? { to: '/customers/segments/$segment', params: { segment: id } } : null;
    case 'customer_group':
      return id ? { to: '/customers/list', search: { group: id } } : null;
    case 'customer_tag':
      return { to: '/customers/list', search: { tag: name } };
    case 'order_tag':
      return { to: '/orders/list', search: { where: JSON.stringify([[['tag', 'is', name]]]) } };
    case 'coupon':
      return id ? { to: '/coupons/edit/$id', params: { id } } : null;
    case 'order_view':
      return null;
  }
}

/** Words of the team that speak of the person, and the way to them. */
function MentionRow({ mention, onLeave }: { mention: ErasureMention; onLeave?: () => void }) {
  const t = usePersonalDialogText();
  const text = t(`erase.mention.${mention.kind}`, { name: `\u2068${mention.name}\u2069` });
  const place = onLeave ? placeOf(mention) : null;
  if (!place) return text;
  return (
    <LinkAnchor {...routerLink(place)} size="sm" c="inherit" underline="always" onClick={onLeave}>
      {text}
    </LinkAnchor>
  );
}

function Part({ title, lines }: { title: string; lines: readonly ReactNode[] }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {title}
      </Text>
      <List size="sm" spacing={4} c="dimmed">
        {lines.map((line, n) => (
          <List.Item key={n}>{line}</List.Item>
        ))}
      </List>
    </div>
  );
}
