/** Logs unexpected failures; the only place that may use the console. */
export function reportError(error: unknown, where: string): void {
  // oxlint-disable-next-line no-console -- the log of the browser is where a failure of the dashboard is looked for
  console.error(`[${where}]`, error);
}
