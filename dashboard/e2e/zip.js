// A ZIP file of some texts, stored as they are: what a merchant's computer makes of a folder.
import { crc32 } from 'node:zlib';

const numbers = (...pairs) =>
  Buffer.concat(
    pairs.map(([bytes, value]) => {
      const out = Buffer.alloc(bytes);
      out.writeUIntLE(value, 0, bytes);
      return out;
    }),
  );

/** `zip({ 'theme.json': '{}' })` */
export function zip(files) {
  const [bodies, directory] = [[], []];
  let at = 0;
  for (const [path, text] of Object.entries(files)) {
    const [name, content] = [Buffer.from(path), Buffer.from(text)];
    // Version 2.0, UTF-8 names, stored, the first of January 1980.
    const about = numbers(
      [2, 20],
      [2, 0x800],
      [2, 0],
      [2, 0],
      [2, 0x21],
      [4, crc32(content)],
      [4, content.length],
      [4, content.length],
      [2, name.length],
      [2, 0],
    );
    const body = Buffer.concat([numbers([4, 0x04034b50]), about, name, content]);
    directory.push(
      Buffer.concat([numbers([4, 0x02014b50], [2, 20]), about, numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name]),
    );
    bodies.push(body);
    at += body.length;
  }
  const list = Buffer.concat(directory);
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, directory.length],
    [2, directory.length],
    [4, list.length],
    [4, at],
    [2, 0],
  );
  return Buffer.concat([...bodies, list, end]);
}
