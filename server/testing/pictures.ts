import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export type PictureType = 'png' | 'jpeg' | 'gif' | 'webp';

/** A picture of one colour with a strip of another, so that its corners can be told apart. */
export const picture = (type: PictureType, width = 60, height = 20): Promise<Buffer> =>
  plain(width, height)
    .composite([{ input: { create: { width: 5, height: 5, channels: 3, background: 'blue' } }, top: 0, left: 0 }])
    .toFormat(type)
    .toBuffer();

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' }, limitInputPixels: false });

export async function animation(type: 'gif' | 'webp', frames: number, side = 20): Promise<Buffer> {
  const pages = Array.from({ length: frames }, (_, index) => {
    const background = { r: index % 256, g: (index * 7) % 256, b: 40 };
    return sharp({ create: { width: side, height: side, channels: 3, background } })
      .png()
      .toBuffer();
  });
  const joined = sharp(await Promise.all(pages), { join: { animated: true }, limitInputPixels: false });
  return type === 'gif' ? joined.gif({ keepDuplicateFrames: true }).toBuffer() : joined.webp().toBuffer();
}

/** A PNG whose header states a size; as many rows follow as are given, of black pixels. */
export function pngOf(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0], 8); // one bit of grey for each pixel
  const row = Buffer.alloc(1 + Math.ceil(width / 8));
  const data = deflateSync(Buffer.concat(Array.from({ length: rows }, () => row)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
