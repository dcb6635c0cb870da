/**
 * "Lapis & Sand": the colours of the dashboard as data, so that the theme, the global CSS variables and the
 * contrast test read the same values. Brand is an indigo blue, so that green, amber and red stay free for statuses.
 */
export const lapis = [
  '#eef0ff',
  '#dde1ff',
  '#bcc4ff',
  '#97a3fb',
  '#7585f3',
  '#5363e4',
  '#4353d9',
  '#3643b8',
  '#2b3592',
  '#20286b',
] as const;
export const sand = [
  '#faf9f7',
  '#f4f2ee',
  '#e9e6e0',
  '#dad6ce',
  '#bdb8ae',
  '#8a857b',
  '#6b665d',
  '#565249',
  '#3a3731',
  '#22201c',
] as const;
export const night = [
  '#e8e9ee',
  '#c4c7d2',
  '#a3a8b8',
  '#7d8296',
  '#323746',
  '#2b303d',
  '#1b1f29',
  '#12151c',
  '#0e1016',
  '#0a0c11',
] as const;
export const coral = [
  '#fff1f0',
  '#fde5e3',
  '#f9c4c0',
  '#f29c96',
  '#ff8f87',
  '#d9453c',
  '#c4302b',
  '#a62722',
  '#87201c',
  '#681a17',
] as const;

export type StatusTone = 'amber' | 'blue' | 'violet' | 'cyan' | 'green' | 'gray' | 'red';

/** Background and text of a status badge; every pair has a contrast of at least 4.5:1 (tested). */
export const statusTones: Record<'light' | 'dark', Record<StatusTone, { bg: string; fg: string }>> = {
  light: {
    amber: { bg: '#fdf0d5', fg: '#7a4a00' },
    blue: { bg: '#e3ecff', fg: '#1d4596' },
    violet: { bg: '#efe7fd', fg: '#5a2ea6' },
    cyan: { bg: '#ddf3f6', fg: '#0b5663' },
    green: { bg: '#dcf3e5', fg: '#0f5c34' },
    gray: { bg: '#ecebe7', fg: '#4c4840' },
    red: { bg: '#fde5e3', fg: '#932018' },
  },
  dark: {
    amber: { bg: '#3a2b0e', fg: '#f5c46b' },
    blue: { bg: '#1b2a4d', fg: '#a3c1ff' },
    violet: { bg: '#2d2149', fg: '#cdb4ff' },
    cyan: { bg: '#10323a', fg: '#86dcec' },
    green: { bg: '#12331f', fg: '#84dba6' },
    gray: { bg: '#2a2e3a', fg: '#c3c7d3' },
    red: { bg: '#43201e', fg: '#ffaea7' },
  },
};

/** Series colours of charts; the first is the brand colour. */
export const chartColors = {
  light: ['#4353d9', '#12a594', '#e5a000', '#e5484d', '#8e4ec6'],
  dark: ['#8b97ff', '#3fd0be', '#f5c46b', '#ff8f87', '#c39bff'],
} as const;

/** Surface and text colours that are not a shade of a palette. */
export const surfaces = {
  light: {
    body: '#faf9f7',
    surface: '#ffffff',
    raised: '#f4f2ee',
    line: '#e9e6e0',
    text: '#22201c',
    dimmed: '#6b665d',
    placeholder: '#77726a',
    rowSelected: '#f0f2ff',
    good: '#0f5c34',
    bad: '#a62722',
    link: '#3643b8',
    navActive: '#dde1ff',
    navActiveText: '#2b3592',
  },
  dark: {
    body: '#12151c',
    surface: '#1b1f29',
    raised: '#222733',
    line: '#2b303d',
    text: '#e8e9ee',
    dimmed: '#a3a8b8',
    placeholder: '#8a90a3',
    rowSelected: '#20264a',
    good: '#84dba6',
    bad: '#ff8f87',
    link: '#a3adff',
    navActive: '#262c55',
    navActiveText: '#c3caff',
  },
} as const;
