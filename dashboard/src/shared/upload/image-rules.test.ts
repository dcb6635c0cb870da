import { describe, expect, it } from 'vitest';
import { checkDimensions, checkFile, imageLimits, productImageLimits, sizeText } from './image-rules';

describe('images', () => {
  it('me_02 size, type and dimensions', () => {
    expect(checkFile({ size: 5_242_880, type: 'image/webp' }, imageLimits)).toBeNull();
    expect(checkFile({ size: 5_242_881, type: 'image/png' }, imageLimits)).toBe('size');
    expect(checkFile({ size: 10, type: 'image/svg+xml' }, imageLimits)).toBe('type');
    expect(checkDimensions(2800, 1800, imageLimits)).toBeNull();
    expect(checkDimensions(2800, 1801, imageLimits)).toBe('dimensions');
  });
  it('pr_04 product images are jpeg or png', () => {
    expect(checkFile({ size: 10, type: 'image/gif' }, productImageLimits)).toBe('type');
    expect(checkDimensions(3000, 3000, productImageLimits)).toBeNull();
  });
  it('says its bounds so that Arabic text does not turn them around', () => {
    expect(sizeText(imageLimits)).toBe('\u20662800×1800\u2069');
  });
});
