import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { coral, lapis, night, sand, statusTones, surfaces } from './tokens';

const tuple = (shades: readonly string[]) => shades as unknown as MantineColorsTuple;
const fontFamily = "'IBM Plex Sans Arabic', system-ui, -apple-system, 'Segoe UI', sans-serif";

/** The Mantine theme: see `tokens.ts` for the colours. Control 36 px, card radius 12, control radius 8. */
export const theme = createTheme({
  primaryColor: 'lapis',
  primaryShade: { light: 6, dark: 5 },
  colors: { lapis: tuple(lapis), gray: tuple(sand), dark: tuple(night), red: tuple(coral) },
  black: surfaces.light.text,
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '1.4' },
      h2: { fontSize: '18px', lineHeight: '1.4' },
      h3: { fontSize: '16px', lineHeight: '1.45' },
    },
  },
  fontSizes: { xs: '12.5px', sm: '14px', md: '15px', lg: '17px', xl: '20px' },
  lineHeights: { sm: '1.55' },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    InputWrapper: { styles: { label: { marginBlockEnd: 4 } } },
    Button: { defaultProps: { fw: 500 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Badge: { defaultProps: { radius: 'sm', fw: 500, tt: 'none' } },
    Card: { defaultProps: { radius: 'lg', withBorder: true, padding: 20 } },
    Table: { defaultProps: { verticalSpacing: 10, horizontalSpacing: 16 } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', radius: 'md' } },
    // A dialog's header is no second banner landmark of the page.
    Modal: {
      defaultProps: {
        attributes: { header: { role: 'presentation' } },
        radius: 'lg',
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
      },
    },
    Drawer: {
      defaultProps: { attributes: { header: { role: 'presentation' } }, overlayProps: { backgroundOpacity: 0.45 } },
    },
    Select: { defaultProps: { checkIconPosition: 'right' } },
    DatePickerInput: { defaultProps: { hideOutsideDates: true } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    // The Arabic comma separates tags as well.
    TagsInput: { defaultProps: { splitChars: [',', '،'] } },
  },
});

const common = (skin: 'light' | 'dark') => {
  const colors = surfaces[skin];
  const { amber } = statusTones[skin];
  const variables: Record<string, string> = {
    '--mantine-color-body': colors.body,
    '--mantine-color-text': colors.text,
    '--mantine-color-dimmed': colors.dimmed,
    '--mantine-color-placeholder': colors.placeholder,
    '--mantine-color-anchor': colors.link,
    '--surface': colors.surface,
    '--raised': colors.raised,
    '--line': colors.line,
    '--row-selected': colors.rowSelected,
    '--good': colors.good,
    '--bad': colors.bad,
    '--nav-active': colors.navActive,
    '--nav-active-text': colors.navActiveText,
    // Mantine's yellow is the product's amber.
    '--mantine-color-yellow-light': amber.bg,
    '--mantine-color-yellow-light-hover': amber.bg,
    '--mantine-color-yellow-light-color': amber.fg,
    '--mantine-color-yellow-text': amber.fg,
    '--mantine-color-yellow-outline': amber.fg,
  };
  for (const [tone, pair] of Object.entries(statusTones[skin])) {
    variables[`--tone-${tone}-bg`] = pair.bg;
    variables[`--tone-${tone}-fg`] = pair.fg;
  }
  return variables;
};

/** Colours that Mantine would otherwise derive, and the product's own variables (`--surface`, `--line`, `--tone-*`). */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...common('light'),
    '--mantine-color-default-border': '#dad6ce',
    '--field-line-hover': sand[4],
    '--mantine-color-error': '#c4302b',
  },
  dark: {
    ...common('dark'),
    '--mantine-color-default': '#222733',
    '--mantine-color-default-hover': '#2b303d',
    '--mantine-color-default-border': '#3a4050',
    '--field-line-hover': '#565d70',
    // Mantine's default is the colour of a card: a disabled button would look like plain text on it.
    '--mantine-color-disabled': '#262b37',
    '--mantine-color-disabled-color': '#858a9d',
    '--mantine-color-disabled-border': '#323746',
    '--mantine-color-lapis-light': '#262c55',
    '--mantine-color-lapis-light-hover': '#2b3262',
    '--mantine-color-lapis-light-color': '#c3caff',
    '--mantine-color-gray-light': '#2a2e3a',
    '--mantine-color-gray-light-color': '#c4c7d2',
    '--mantine-color-error': '#ff8f87',
    '--mantine-color-red-text': '#ff8f87',
    '--mantine-color-red-light': '#43201e',
    '--mantine-color-red-light-color': '#ff8f87',
    '--mantine-color-red-filled': '#c4302b',
    '--mantine-color-red-filled-hover': '#a62722',
  },
});
