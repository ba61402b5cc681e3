import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type Answer, answer } from '#platform/http';
import type { PageCall } from '#platform/identity';
import { pagePolicy } from '#pure/html-pages';
import { acceptedEncodings } from './accepted-encodings.ts';

/** A page as it is sent; it is compressed once. */
export interface KeptPage {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Readonly<Record<'identity', Buffer>> & Readonly<Partial<Record<'br' | 'gzip', Buffer>>>;
}

export const htmlType = 'text/html; charset=utf-8';

export function compressed(text: string, type: string = htmlType): KeptPage {
  const identity = Buffer.from(text);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 6 };
  return {
    type,
    etag: etagOf(identity),
    bytes: { br: brotliCompressSync(identity, { params: quality }), gzip: gzipSync(identity), identity },
  };
}

/** Bytes that compressing would not make smaller. */
export const uncompressed = (bytes: Buffer, type: string): KeptPage => ({
  type,
  etag: etagOf(bytes),
  bytes: { identity: bytes },
});

const etagOf = (bytes: Buffer): string => `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;

/** The page, or 304 for a browser that has it. */
export function sendKept({ type, etag, bytes }: KeptPage, { header }: PageCall): Answer {
  const headers = {
    'content-security-policy': pagePolicy,
    'cache-control': 'public, max-age=300',
    'referrer-policy': 'same-origin',
    vary: 'Accept-Encoding',
    etag,
  };
  if (header('if-none-match') === etag) return answer(304, null, headers);
  const accepted = acceptedEncodings(header('accept-encoding'));
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.has(name) && bytes[name]);
  return answer(200, bytes[encoding ?? 'identity'], {
    ...headers,
    'content-type': type,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
}
