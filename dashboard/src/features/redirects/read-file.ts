/** Most bytes of a file: what the server takes, with room for the request around it. */
export const mostBytes = 900_000;

/** The text of a file: UTF-8, or as Excel on an Arabic Windows writes "CSV". Null when it is neither. */
export async function readFile(file: Blob): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  for (const encoding of ['utf-8', 'windows-1256']) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      return text.includes('\0') ? null : text;
    } catch {
      // The next one.
    }
  }
  return null;
}
