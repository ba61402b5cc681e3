const maxBytes = 10_485_760;
/** The width of a mail; a larger image is shown smaller, so that it is sharp on fine screens. */
const maxWidth = 600;

interface UploadedImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** The element for a body in the template language: braces in the description would be read as it. */
export function imageHtml({ url, width, height }: UploadedImage, alt: string): string {
  const shown = Math.min(width, maxWidth);
  const shownHeight = Math.round((height * shown) / width);
  const words = escaped(alt.replace(/[{}]/g, '').trim());
  return `<img src="${escaped(url)}" alt="${words}" width="${shown}" height="${shownHeight}" style="display: block; max-width: 100%; height: auto; border: 0;">`;
}

/** Why a file cannot be taken, known before it is sent; null if it may be tried. */
export function refusalOf(file: { readonly size: number } | null): string | null {
  if (file === null) return 'Choose a file first.';
  if (file.size === 0) return 'This file is empty.';
  return file.size > maxBytes ? 'This file is larger than 10 MB.' : null;
}
