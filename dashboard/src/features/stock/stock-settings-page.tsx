import { ActionIcon, Badge, Button, Stack, Switch, Text } from '@mantine/core';
import { IconGripVertical, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '@/shared/api/use-api-mutation';
import { Sortable } from '@/shared/dnd/sortable';
import { Form } from '@/shared/forms/form';
import { NameDialog } from '@/shared/forms/name-dialog';
import { NumberField } from '@/shared/forms/number-field';
import { SaveBar } from '@/shared/forms/save-bar';
import { useApiForm } from '@/shared/forms/use-api-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useShared } from '@/shared/i18n/use-shared';
import { useCan } from '@/shared/session/session';
import { DetailPage, Section } from '@/shared/ui/page';
import { toast } from '@/shared/ui/toast';
import { useStockText } from './i18n';
import {
  locationsQuery,
  saveLocation,
  saveThreshold,
  sortLocations,
  staleAfterStock,
  stockKey,
  switchLocation,
  thresholdQuery,
  type Location,
} from './stock.api';
import classes from './stock.module.css';

/** PR-03: the low-stock threshold, and the locations. */
export function StockSettingsPage() {
  const places = useQuery(locationsQuery);
  const threshold = useQuery(thresholdQuery);
  return (
    <Stack gap={20}>
      <DetailPage query={threshold}>{(value) => <Threshold value={value} />}</DetailPage>
      <DetailPage query={places}>{(all) => <Places places={all} />}</DetailPage>
    </Stack>
  );
}

function Threshold({ value }: { value: number }) {
  const t = useStockText();
  const s = useShared();
  const mayUpdate = useCan('update', 'Setting');
  const save = useApiMutation({
    run: (values: { value: number | null }) => saveThreshold(values.value ?? 0),
    invalidates: [['settings'], ...staleAfterStock],
  });
  const form = useApiForm<{ value: number | null }>({
    initialValues: { value },
    validate: (values) => (values.value === null ? { value: s('rule.required') } : {}),
  });
  return (
    <Form form={form} onSave={(values) => save.mutateAsync(values)} onSaved={() => toast.success(s('saved'))}>
      <Section title={t('low.title')} text={t('low.text')}>
        <Stack gap={16}>
          <NumberField
            label={t('low.label')}
            description={t('low.hint')}
            min={0}
            max={1000}
            unit={t('unit')}
            disabled={!mayUpdate}
            {...form.getInputProps('value')}
            value={form.values.value}
          />
        </Stack>
      </Section>
      {mayUpdate && (
        <SaveBar dirty={form.isDirty()} busy={form.busy} onDiscard={() => form.discard()}>
          <Button type="submit" loading={form.busy}>
            {s('save')}
          </Button>
        </SaveBar>
      )}
    </Form>
  );
}

function Places({ places }: { places: Location[] }) {
  const t = useStockText();
  const client = useQueryClient();
  const mayUpdate = useCan('update', 'Setting');
  const [open, setOpen] = useState<Location | 'new' | null>(null);
  const sort = useApiMutation({ run: (ids: string[]) => sortLocations(ids), invalidates: [stockKey] });
  const [main, ...others] = places;
  const put = (next: Location[]) => {
    if (!main) return;
    const all = [main, ...next];
    client.setQueryData(locationsQuery.queryKey, all);
    sort.mutate(all.map((place) => place.id));
  };
  return (
    <Section
      title={t('places.title')}
      text={t('places.text')}
      actions={
        mayUpdate && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
            {t('places.add')}
          </Button>
        )
      }
    >
      {main && <Place place={main} onEdit={() => setOpen(main)} />}
      <Sortable items={others} onSort={put}>
        {(place, handle) => (
          <Place place={place} handle={mayUpdate ? handle : undefined} onEdit={() => setOpen(place)} />
        )}
      </Sortable>
      {open && (
        <PlaceDialog
          key={open === 'new' ? 'new' : open.id}
          place={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
        />
      )}
    </Section>
  );
}

function Place({
  place,
  handle,
  onEdit,
}: {
  place: Location;
  handle?: Parameters<Parameters<typeof Sortable<Location>>[0]['children']>[1];
  onEdit: () => void;
}) {
  const t = useStockText();
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Setting');
  const name = `\u2068${textOf(place.name, language)}\u2069`;
  const save = useApiMutation({
    run: (is_active: boolean) => switchLocation(place, is_active),
    invalidates: [stockKey],
  });
  return (
    <div className={classes.place}>
      {handle ? (
        <ActionIcon variant="subtle" color="gray" aria-label={t('places.move', { name })} {...handle}>
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
      ) : (
        <span className={classes.noHandle} />
      )}
      <Text size="sm" fw={500} className={classes.placeName} c={place.is_active ? undefined : 'dimmed'}>
        <bdi>{textOf(place.name, language)}</bdi>
      </Text>
      {place.is_main && (
        <Badge variant="light" color="gray">
          {t('places.main')}
        </Badge>
      )}
      {mayUpdate && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('places.rename', { name })} onClick={onEdit}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {!place.is_main && (
        <Switch
          aria-label={t('places.active', { name })}
          checked={save.isPending ? save.variables : place.is_active}
          disabled={!mayUpdate}
          onChange={(event) => save.mutate(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}

function PlaceDialog({ place, onClose }: { place: Location | null; onClose: () => void }) {
  const t = useStockText();
  return (
    <NameDialog
      title={t(place ? 'places.editTitle' : 'places.addTitle')}
      label={t('places.name')}
      placeholder={t('places.namePlaceholder')}
      name={place?.name}
      isTall={false}
      run={(values) => saveLocation(place?.id ?? null, { ...values, ...(place ? { version: place.version } : {}) })}
      invalidates={[stockKey]}
      onClose={onClose}
    />
  );
}
