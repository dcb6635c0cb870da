/** Browser and operating system of a User-Agent; empty when unknown. */
export function readDevice(agent: string): { browser: string; system: string; isPhone: boolean } {
  const first = (rules: readonly [RegExp, string][]) => rules.find(([pattern]) => pattern.test(agent))?.[1] ?? '';
  return {
    // The order matters: most browsers' User-Agents also contain the names of older browsers.
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
