import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { ListFilter } from '@/shared/table/filters';
import { ListPage } from '@/shared/table/list-page';
import { useList } from '@/shared/table/use-list';
import { useStockText } from './i18n';
import { useMovementColumns } from './movement-columns';
import { locationsQuery, movementsQuery, type Movement } from './stock.api';
import { reasons } from './stock.model';
import { movementsList } from './stock.search';
import { LinkButton } from '@/shared/ui/link-button';

/** PR-03: the stock movements of the store. */
export function MovementsPage() {
  const t = useStockText();
  const { language } = useLanguage();
  const list = useList(movementsList);
  const places = useQuery(locationsQuery).data ?? [];
  const columns = useMovementColumns({ places: places.length > 1 });
  const maySet = useCan('read', 'Setting');
  return (
    <ListPage<Movement>
      title={t('title')}
      back={{ to: '/products/stock' }}
      list={list}
      query={movementsQuery(list.params)}
      columns={columns}
      rowId={(row) => row.id}
      actions={
        maySet && (
          <LinkButton
            to="/settings/store/stock"
            variant="default"
            leftSection={<IconBuildingWarehouse size={16} aria-hidden />}
          >
            {t('settingsLink')}
          </LinkButton>
        )
      }
      filters={
        <>
          <ListFilter
            list={list}
            name="reason"
            label={t('filter.reason')}
            options={reasons.map((reason) => ({ value: reason, label: t(`reason.${reason}`) }))}
          />
          {places.length > 1 && (
            <ListFilter
              list={list}
              name="location"
              label={t('filter.location')}
              options={places.map((place) => ({ value: place.id, label: textOf(place.name, language) }))}
            />
          )}
        </>
      }
      empty={{ title: t('empty'), text: t('emptyText'), illustration: 'box' }}
    />
  );
}
