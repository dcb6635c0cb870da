import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError } from '@/shared/api/error';
import { useSegmentText } from './i18n';
import { isComplete, type Groups } from './rules';
import { previewQuery } from './segments.api';

/** How many customers the rules find now, counted anew a moment after they stopped changing. */
export function SegmentCountLine({ groups }: { groups: Groups }) {
  const t = useSegmentText();
  const [settled, setSettled] = useState(groups);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(groups), 400);
    return () => clearTimeout(timer);
  }, [groups]);
  const isReady = groups.flat().every(isComplete);
  const preview = useQuery({
    ...previewQuery(settled),
    enabled: isReady && settled.flat().every(isComplete),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const of = preview.data;
  const text = () => {
    if (!isReady) return t('incomplete');
    if (preview.error) return isApiError(preview.error) ? preview.error.message : '';
    if (!of) return t('counting');
    return t('matching', { count: of.count, isMore: of.is_capped });
  };
  const isOld = isReady && (settled !== groups || preview.isPlaceholderData);
  return (
    <Text
      size="sm"
      fw={isReady && of ? 600 : 400}
      c={isReady && of ? undefined : 'dimmed'}
      role="status"
      aria-busy={isOld}
      style={{ opacity: isOld ? 0.55 : 1 }}
    >
      {text()}
    </Text>
  );
}
