import type { ReactNode } from 'react';

/** Line drawings in the theme's colours: light and dark need no second file. */
export type IllustrationName =
  'box' | 'search' | 'cloud' | 'lock' | 'map' | 'tools' | 'spark' | 'bag' | 'people' | 'wait' | 'crack';

const line = {
  stroke: 'var(--art-line)',
  strokeWidth: 2.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  fill: 'none',
} as const;
const paper = { ...line, fill: 'var(--art-paper)' } as const;
const accent = { ...line, stroke: 'var(--art-accent)' } as const;
const wash = { fill: 'var(--art-wash)' } as const;

const drawings: Record<IllustrationName, ReactNode> = {
  box: (
    <>
      <path d="M46 62l44-18 44 18-44 19z" {...paper} />
      <path d="M46 62v42l44 19V81zM134 62v42l-44 19V81z" {...paper} />
      <path d="M68 53l44 19v16" {...line} />
      <path d="M90 32V18M72 36l-8-12M108 36l8-12" {...accent} />
    </>
  ),
  search: (
    <>
      <rect x="40" y="34" width="76" height="86" rx="10" {...paper} />
      <path d="M56 56h44M56 72h30M56 88h20" {...line} />
      <circle cx="112" cy="92" r="22" {...paper} stroke="var(--art-accent)" />
      <path d="M128 108l16 16" {...accent} />
      <path d="M104 92h16" {...accent} />
    </>
  ),
  cloud: (
    <>
      <path d="M58 92a22 22 0 0 1-2-44 32 32 0 0 1 61-5 25 25 0 0 1 5 49z" {...paper} />
      <path d="M78 108l-6 14M98 104l-8 20M116 108l-6 14" {...accent} />
      <path d="M76 66h.5M104 66h.5" {...line} strokeWidth={5} />
      <path d="M82 80c5-5 12-5 17 0" {...line} />
    </>
  ),
  lock: (
    <>
      <rect x="54" y="64" width="72" height="56" rx="12" {...paper} />
      <path d="M68 64V50a22 22 0 0 1 44 0v14" {...line} />
      <circle cx="90" cy="88" r="6" {...accent} />
      <path d="M90 94v10" {...accent} />
    </>
  ),
  map: (
    <>
      <path d="M38 48l34-12 36 12 34-12v72l-34 12-36-12-34 12z" {...paper} />
      <path d="M72 36v72M108 48v72" {...line} />
      <path d="M52 92c10-22 22 6 34-12s14-18 30-20" {...accent} strokeDasharray="2 8" />
      <path d="M112 54l10 10M122 54l-10 10" {...accent} />
    </>
  ),
  tools: (
    <>
      <rect x="38" y="42" width="104" height="70" rx="12" {...paper} />
      <path d="M38 60h104" {...line} />
      <path d="M50 51h.5M60 51h.5M70 51h.5" {...line} strokeWidth={5} />
      <path d="M74 98l22-22M100 72a9 9 0 1 0-10-10l6 2 2 6z" {...accent} />
      <path d="M72 96l6 6" {...accent} />
    </>
  ),
  spark: (
    <>
      <path d="M52 112l16-60 46 44z" {...paper} />
      <path d="M60 82l34 30M64 66l24 22" {...line} />
      <path d="M108 52c6-10 0-16 8-24M122 66c10-6 16 0 24-8M116 40l10-4M132 46l4 10" {...accent} />
    </>
  ),
  bag: (
    <>
      <path d="M52 58h76l8 62H44z" {...paper} />
      <path d="M72 68V50a18 18 0 0 1 36 0v18" {...line} />
      <path d="M78 92c6 8 18 8 24 0" {...accent} />
    </>
  ),
  people: (
    <>
      <circle cx="72" cy="56" r="16" {...paper} />
      <path d="M42 116c0-20 12-32 30-32s30 12 30 32z" {...paper} />
      <circle cx="118" cy="62" r="12" {...paper} stroke="var(--art-accent)" />
      <path d="M112 116h30c0-18-10-28-24-28" {...accent} />
    </>
  ),
  wait: (
    <>
      <circle cx="90" cy="78" r="44" {...paper} />
      <path d="M90 50v28l18 12" {...accent} />
      <path d="M90 38v4M90 114v4M50 78h4M126 78h4" {...line} />
    </>
  ),
  crack: (
    <>
      <rect x="46" y="30" width="88" height="94" rx="12" {...paper} />
      <path d="M72 30l14 26-16 18 22 16-8 34" {...accent} />
      <path d="M108 62h.5M60 62h.5" {...line} strokeWidth={5} />
      <path d="M104 104c6-6 14-6 20 0" {...line} />
    </>
  ),
};

/** Decorative: hidden from screen readers, since the text beside it has all information. */
export function Drawing({ name, size }: { name: IllustrationName; size: number }) {
  return (
    <svg width={size} height={(size * 140) / 180} viewBox="0 0 180 140" aria-hidden="true" className="art" fill="none">
      <ellipse cx="90" cy="126" rx="62" ry="6" {...wash} />
      <circle cx="90" cy="74" r="58" {...wash} />
      {drawings[name]}
    </svg>
  );
}
