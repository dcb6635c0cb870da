import { formatNumber } from '@/shared/i18n/format';
import { useSearchPreviewText } from './i18n';
import classes from './search-preview.module.css';

/** Lengths that search engines show in full. */
const good = { title: [30, 60], description: [150, 160] } as const;

/** The length of a title or description, and how much of it search engines show. */
export function LengthCounter({ text, of }: { text: string; of: keyof typeof good }) {
  const t = useSearchPreviewText();
  const [least, most] = good[of];
  const count = [...text.trim()].length;
  const fits = count >= least && count <= most;
  const verdict = count === 0 ? t(`${of}Advice`) : fits ? t('fits') : t(count > most ? 'tooLong' : 'tooShort');
  return (
    <div className={classes.counter}>
      <span>{verdict}</span>
      <span className={fits ? classes.good : count > most ? classes.bad : undefined}>
        <span className="num">
          {formatNumber(count)} / {most}
        </span>
      </span>
    </div>
  );
}
