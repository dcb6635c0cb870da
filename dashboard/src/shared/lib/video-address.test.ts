import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readVideo } from './video-address';

const rust = readFileSync(resolve(import.meta.dirname, '../../../../crates/platform/src/video.rs'), 'utf8');
const test = rust.slice(rust.indexOf('mod tests'));
const [kept = '', refused = ''] = test.split('for wrong in');
const known = [...kept.matchAll(/\("([^"]+)", "([^"]+)"\)/g)].map(
  ([, sent = '', stored = '']) => [sent, stored] as const,
);
const wrong = [...refused.matchAll(/^\s+("(?:[^"\\]|\\.)*"),$/gm)].map(([, text = '']) => JSON.parse(text) as string);

describe('the addresses of videos', () => {
  it('TH-04, ST-08: what the test of the server knows is known here', () => {
    expect(known.length).toBeGreaterThanOrEqual(9);
    expect(wrong.length).toBeGreaterThanOrEqual(12);
  });

  it.each(known)('TH-04, ST-08: %s', (sent, stored) => {
    expect(readVideo(sent)?.address).toBe(stored);
    expect(readVideo(stored)).toEqual(readVideo(sent));
  });

  it.each(wrong)('TH-04, ST-08: %s is none', (address) => expect(readVideo(address)).toBeNull());

  it('TH-04: says where it comes from', () => {
    expect(readVideo('youtu.be/dQw4w9WgXcQ?si=abc')?.provider).toBe('youtube');
    expect(readVideo('https://vimeo.com/channels/staffpicks/76979871')?.provider).toBe('vimeo');
    expect(readVideo(' https://cdn.example.com/a/film.MP4?x=1 ')?.provider).toBe('file');
    expect(readVideo('https://cdn.example.com/a b.mp4')).toBeNull();
    expect(readVideo('cdn.example.com/film.mp4')).toBeNull();
  });
});
