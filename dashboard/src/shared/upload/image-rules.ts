/** Limits of an image (ME-02): 5 MB, 2800 by 1800, five file types. */
export interface ImageLimits {
  maxBytes: number;
  maxWidth: number;
  maxHeight: number;
  types: readonly string[];
  /** Sent to the server, which allows more pixels for square product photos. */
  purpose?: 'product';
}
export const imageLimits: ImageLimits = {
  maxBytes: 5_242_880,
  maxWidth: 2800,
  maxHeight: 1800,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
};
/** Product images (PR-04): jpeg and png, up to 3000 by 3000. */
export const productImageLimits: ImageLimits = {
  maxBytes: 5_242_880,
  maxWidth: 3000,
  maxHeight: 3000,
  types: ['image/jpeg', 'image/png'],
  purpose: 'product',
};

export type ImageProblem = 'type' | 'size' | 'dimensions';

export function checkFile(file: { size: number; type: string }, limits: ImageLimits): ImageProblem | null {
  if (!limits.types.includes(file.type)) return 'type';
  return file.size > limits.maxBytes ? 'size' : null;
}

export const checkDimensions = (width: number, height: number, limits: ImageLimits): ImageProblem | null =>
  width > limits.maxWidth || height > limits.maxHeight ? 'dimensions' : null;

const dimensionsOf = (src: string) =>
  new Promise<{ width: number; height: number }>((resolve, reject) => {
    const image = new Image();
    image.addEventListener('load', () => resolve({ width: image.naturalWidth, height: image.naturalHeight }));
    image.addEventListener('error', () => reject(new Error('not an image')));
    image.src = src;
  });

/** The reason why a file may not be uploaded: type, size, pixels; null when it may (ME-02). */
export async function problemOf(file: File, limits: ImageLimits): Promise<ImageProblem | null> {
  const problem = checkFile(file, limits);
  if (problem) return problem;
  const preview = URL.createObjectURL(file);
  try {
    const { width, height } = await dimensionsOf(preview);
    return checkDimensions(width, height, limits);
  } catch {
    return 'type';
  } finally {
    URL.revokeObjectURL(preview);
  }
}

/** The limit as `2800×1800`, isolated so that Arabic text does not reorder it. */
export const sizeText = ({ maxWidth, maxHeight }: ImageLimits): string => `\u2066${maxWidth}×${maxHeight}\u2069`;
