/** Browser and system of a User-Agent, as far as they tell; empty when they do not. */
export function readDevice(agent: string): { browser: string; system: string; isPhone: boolean } {
  const first = (rules: readonly [RegExp, string][]) => rules.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  return {
    // The order matters: most browsers also carry the names of those before them.
    browser: first([
      [/Edg(e|A|iOS)?\//, 'Edge'],
      [/OPR\/|Opera/, 'Opera'],
      [/SamsungBrowser\//, 'Samsung Internet'],
      [/Firefox\/|FxiOS\//, 'Firefox'],
      [/CriOS\/|Chrome\//, 'Chrome'],
      [/Safari\//, 'Safari'],
    ]),
    system: first([
      [/iPhone/, 'iPhone'],
      [/iPad/, 'iPad'],
      [/Android/, 'Android'],
      [/Windows/, 'Windows'],
      [/Mac OS X|Macintosh/, 'macOS'],
      [/CrOS/, 'ChromeOS'],
      [/Linux/, 'Linux'],
    ]),
    isPhone: /iPhone|Android.*Mobile/.test(agent),
  };
}
