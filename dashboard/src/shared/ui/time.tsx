import { useEffect, useState } from 'react';
import { formatDate, formatRelative, type DateStyle } from '../i18n/format';
import { useLanguage } from '../i18n/language';
import { Tip } from './tip';

/**
 * A time in the store's time zone. `<Time value={order.creation_date} />` gives "20 Nov, 6:00 PM"; `relative` gives "3
 * minutes ago" and keeps it up to date. The tooltip has the full date and time.
 */
export function Time({
  value,
  style = 'short',
  relative,
}: {
  value: string | null | undefined;
  style?: DateStyle;
  relative?: boolean;
}) {
  const { language } = useLanguage();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!relative) return undefined;
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, [relative]);
  if (!value) return <span>—</span>;
  const text = relative ? formatRelative(value, now, language) : formatDate(value, style, language);
  return (
    <Tip label={() => formatDate(value, 'full', language)}>
      <time dateTime={value} style={{ whiteSpace: 'nowrap' }}>
        {text}
      </time>
    </Tip>
  );
}
