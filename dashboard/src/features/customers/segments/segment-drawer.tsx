import { Stack, Text, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useRuleBuilderText } from '@/modules/rule-builder/i18n';
import { currentOf } from '@/shared/api/conflict';
import { Form } from '@/shared/forms/form';
import { FormDraft } from '@/shared/forms/form-draft';
import { required } from '@/shared/forms/rules';
import { StaleDialog } from '@/shared/forms/stale-dialog';
import { useApiForm } from '@/shared/forms/use-api-form';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { DetailPage, DetailSkeleton } from '@/shared/ui/page';
import { RoutedDrawer } from '@/shared/ui/routed-drawer';
import { toast } from '@/shared/ui/toast';
import { useLateAutofocus } from '@/shared/ui/use-late-autofocus';
import { useSegmentText } from './i18n';
import { useRuleWords } from './rule-words';
import { newRule, isComplete, type Groups } from './rules';
import { SegmentBuilder } from './segment-builder';
import { SegmentCountLine } from './segment-count';
import {
  createSegment,
  segments,
  segmentsQuery,
  staleAfterSegment,
  templatesQuery,
  type Segment,
} from './segments.api';

/** A segment beside the list of them: a new one (bare, a copy, or ready-made), or one that is changed. */
export function SegmentDrawer() {
  const t = useSegmentText();
  const { segment } = useParams({ from: '/customers/segments/$segment' });
  const { from } = useSearch({ from: '/customers/segments/$segment' });
  const isNew = segment === 'new';
  const query = useQuery({ ...segments.findQuery(segment), enabled: !isNew });
  return (
    <RoutedDrawer title={t(isNew ? 'new' : 'edit')} closeTo={{ to: '/customers/segments' }} size={560}>
      {(close) =>
        isNew ? (
          <NewSegment from={from} onDone={close} />
        ) : (
          <DetailPage query={query}>
            {(found) => <SegmentForm key={found.id} segment={found} onDone={close} />}
          </DetailPage>
        )
      }
    </RoutedDrawer>
  );
}

/** A new segment above the list of customers, which stays as it is; once saved, the segment is its open tab. */
export function NewSegmentDrawer() {
  const t = useSegmentText();
  const navigate = useNavigate();
  return (
    <RoutedDrawer title={t('new')} closeTo={{ to: '/customers/list', search: true }} size={560}>
      {(close) => (
        <SegmentForm
          onDone={(created) =>
            created
              ? void navigate({
                  to: '/customers/list',
                  search: ({ page: _page, cursor: _cursor, ...before }) => ({ ...before, segment: created.id }),
                })
              : close()
          }
        />
      )}
    </RoutedDrawer>
  );
}

/** What a new segment begins with is fetched first, so that the form is filled once. */
function NewSegment({ from, onDone }: { from?: string; onDone: () => void }) {
  const t = useSegmentText();
  const isCopy = from?.startsWith('seg_') ?? false;
  const segments = useQuery({ ...segmentsQuery, enabled: isCopy });
  const ready = useQuery({ ...templatesQuery, enabled: from !== undefined && !isCopy });
  const source = isCopy ? segments : ready;
  if (from && source.isPending) return <DetailSkeleton />;
  const copied = isCopy ? segments.data?.find((each) => each.id === from) : undefined;
  const template = isCopy ? undefined : ready.data?.find((each) => each.code === from);
  const name = copied ? t('copyOf', { name: copied.name }).slice(0, 60) : (template?.name ?? '');
  const groups = copied?.groups ?? template?.groups ?? [[newRule()]];
  return <SegmentForm start={{ name, groups: wholeOf(groups) }} onDone={onDone} />;
}

const wholeOf = (groups: Segment['groups'] | Groups): Groups =>
  groups.map((rules) => rules.map((rule) => ({ ...rule, values: rule.values ?? [] })));

interface SegmentValues extends Record<string, unknown> {
  name: string;
  groups: Groups;
}

function SegmentForm({
  segment,
  start,
  onDone,
}: {
  segment?: Segment;
  start?: SegmentValues;
  /** Closes it; with the segment that was created, if one was. */
  onDone: (created?: Segment) => void;
}) {
  useLateAutofocus();
  const t = useSegmentText();
  const b = useRuleBuilderText();
  const client = useQueryClient();
  const words = useRuleWords();
  // What this form stands on; a background refetch must not make an old form look new.
  const [base, setBase] = useState(segment);
  const valuesOf = (of: Segment): SegmentValues => ({ name: of.name, groups: wholeOf(of.groups) });
  const form = useApiForm<SegmentValues>({
    initialValues: segment ? valuesOf(segment) : (start ?? { name: '', groups: [[newRule()]] }),
    validate: { name: required() },
  });
  const { name, groups } = form.values;
  const isReady = groups.flat().every(isComplete);
  const created = useRef<Segment>(undefined);
  const save = async (values: SegmentValues) => {
    if (base) await segments.update(base.id, { ...values, version: base.version }, { form: true });
    else created.current = await createSegment(values);
  };
  const current = currentOf<'put', '/customer-segments/{id}'>(form.stale);
  return (
    <>
      <Form
        form={form}
        onSave={save}
        onSaved={() => {
          toast.success(t('saved', { name: name.trim() }));
          const { current: added } = created;
          // Before the list asks for it: the tabs leave a segment that they do not know.
          if (added) client.setQueryData(segmentsQuery.queryKey, (all) => all && [...all, added]);
          void Promise.all(staleAfterSegment.map((queryKey) => client.invalidateQueries({ queryKey })));
          onDone(added);
        }}
      >
        <FormDraft form={form} of={`segment:${segment?.id ?? 'new'}`} />
        <Stack gap={18}>
          <TextInput label={t('name')} required maxLength={60} data-autofocus {...form.getInputProps('name')} />
          <div>
            <Text size="sm" fw={500}>
              {t('rules')}
            </Text>
            <Text size="xs" c="dimmed" mb={10}>
              {t('rulesText')}
            </Text>
            <SegmentBuilder
              groups={groups}
              errors={form.errors}
              onChange={(changed) => {
                form.clearErrors();
                form.setFieldValue('groups', changed);
              }}
            />
          </div>
          <DialogFoot
            aside={<SegmentCountLine groups={groups} />}
            isDisabled={!isReady}
            isBusy={form.busy}
            onCancel={() => onDone()}
          />
        </Stack>
      </Form>
      {base && current && (
        <StaleDialog<SegmentValues>
          fields={[
            { key: 'name', label: t('name') },
            { key: 'groups', label: t('rules'), show: (value) => words.lines(value as Groups).join(` ${b('or')} `) },
          ]}
          base={valuesOf(base)}
          mine={form.getValues()}
          theirs={valuesOf(current)}
          onClose={form.clearStale}
          onResolve={(values) => {
            setBase(current);
            form.saveOver(values, valuesOf(current));
          }}
        />
      )}
    </>
  );
}
