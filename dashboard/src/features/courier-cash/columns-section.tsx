import { useQueryClient } from '@tanstack/react-query';
import { ColumnMapping } from '@/modules/file-import/column-mapping';
import type { ImportView } from '@/modules/file-import/file-import.model';
import { MappingTitle } from '@/modules/file-import/mapping-title';
import { Section } from '@/shared/ui/page';
import { mapColumns, sheetKey } from './courier-cash.api';
import { useCashText } from './i18n';

/** What each column of the sheet means; remembered for the next sheet with the same header. */
export function ColumnsSection({ of, editable }: { of: ImportView; editable: boolean }) {
  const t = useCashText();
  const client = useQueryClient();
  const queryKey = sheetKey(of.id);
  return (
    <Section
      title={<MappingTitle title={t('map.title')} isRemembered={of.is_mapping_remembered} />}
      text={editable ? t('map.text') : undefined}
    >
      <ColumnMapping
        id={of.id}
        columns={of.columns}
        options={of.fields.map(({ code, label }) => ({ value: code, label }))}
        fieldHead={t('map.field')}
        editable={editable}
        save={async (changes) => client.setQueryData(queryKey, await mapColumns(of.id, changes))}
        onFailed={() => client.invalidateQueries({ queryKey })}
      />
    </Section>
  );
}
