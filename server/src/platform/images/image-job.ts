import type { ImageType } from './image-type.ts';

/** What a child process is to do with one image. */
export interface ImageJob {
  readonly bytes: Uint8Array;
  readonly type: ImageType;
  /** Of one frame. */
  readonly maxPixels: Readonly<Record<ImageType, number>>;
  /** Of all frames together. */
  readonly maxFramePixels: number;
  /** Further frames are left out. */
  readonly maxFrames: number;
  readonly maxWrittenBytes: number;
  readonly maxMemoryBytes: number;
}

export interface RewrittenImage {
  readonly type: ImageType;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** `pixels`: too many of them. `size`: too many bytes once written. `memory`, `time`: took too much of it. */
export type ImageProblem = 'damaged' | 'pixels' | 'size' | 'memory' | 'time';

export type ImageOutcome = { readonly peakBytes: number } & (
  | { readonly kind: 'rewritten'; readonly image: RewrittenImage }
  | { readonly kind: 'refused'; readonly problem: ImageProblem }
);
