// Generated pictures: a PNG of any size in one colour.
import { crc32, deflateSync } from 'node:zlib';

const chunk = (type, body) => {
  const framed = Buffer.concat([Buffer.from(type), body]);
  const out = Buffer.alloc(8);
  out.writeUInt32BE(body.length);
  out.writeUInt32BE(crc32(framed), 4);
  return Buffer.concat([out.subarray(0, 4), framed, out.subarray(4)]);
};

/** A file for `setInputFiles`: name, kind and bytes. */
export function picture(name, width, height, colour = [90, 110, 200]) {
  const line = Buffer.alloc(width * 3 + 1);
  for (let x = 0; x < width; x += 1) line.set(colour, 1 + x * 3);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const buffer = Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { name, mimeType: 'image/png', buffer };
}
