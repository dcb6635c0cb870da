import type { Download } from './transport';

/** Downloads a file of the server in the browser. */
export async function saveFile(load: () => Promise<Download>): Promise<void> {
  const { blob, name } = await load();
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
