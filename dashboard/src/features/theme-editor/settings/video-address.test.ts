import { describe, expect, it } from 'vitest';
import { linkKind } from './link-value';
import { videoProvider } from './video-address';

describe('addresses', () => {
  it('TH-04: videos are known as the server knows them', () => {
    for (const address of [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s',
      'youtu.be/dQw4w9WgXcQ?si=abc',
      'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    ])
      expect(videoProvider(address), address).toBe('youtube');
    for (const address of [
      'https://vimeo.com/76979871',
      'https://vimeo.com/76979871/8272103f6e',
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://vimeo.com/channels/staffpicks/76979871',
    ])
      expect(videoProvider(address), address).toBe('vimeo');
    expect(videoProvider('https://cdn.example.com/a/film.MP4?x=1')).toBe('file');
    for (const address of [
      '',
      'https://www.youtube.com/@channel',
      'https://vimeo.com/about',
      'http://cdn.example.com/film.mp4',
      'https://cdn.example.com/film.avi',
      'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
      'https://cdn.example.com/a b.mp4',
    ])
      expect(videoProvider(address), address).toBeNull();
  });

  it('TH-04: a link names products, categories and pages by their ids', () => {
    expect(linkKind('prd_0000000000001')).toBe('product');
    expect(linkKind('cat_0000000000001')).toBe('category');
    expect(linkKind('pag_0000000000001')).toBe('page');
    expect(linkKind('ord_0000000000001')).toBeNull();
    expect(linkKind('/collections')).toBeNull();
  });
});
