/** A file that was taken out of a message: `at` is the position of its encoded bytes in the remaining message. */
export interface FileCut {
  readonly at: number;
  /** Its id in `email_attachments`. */
  readonly blob: string;
}

export interface FileBytes {
  readonly blob: string;
  readonly content: Buffer;
}

/** Takes the encoded files out of a message. A file that is not found in its expected encoding stays in. */
export function cutFiles(message: Buffer, files: readonly FileBytes[]): { kept: Buffer; cuts: FileCut[] } {
  const found: { from: number; to: number; blob: string }[] = [];
  for (const { blob, content } of files) {
    const encoded = encodedFile(content);
    // Two files may have the same bytes.
    let from = message.indexOf(encoded);
    while (from >= 0 && found.some((one) => one.from === from)) from = message.indexOf(encoded, from + encoded.length);
    if (from >= 0) found.push({ from, to: from + encoded.length, blob });
  }
  const parts: Buffer[] = [];
  const cuts: FileCut[] = [];
  let [end, kept] = [0, 0];
  for (const { from, to, blob } of found.toSorted((a, b) => a.from - b.from)) {
    if (from < end) continue;
    parts.push(message.subarray(end, from));
    kept += from - end;
    cuts.push({ at: kept, blob });
    end = to;
  }
  return { kept: Buffer.concat([...parts, message.subarray(end)]), cuts };
}

/** The message as it was; null when a file is gone. */
export function putFilesBack(
  kept: Buffer,
  cuts: readonly FileCut[],
  contents: ReadonlyMap<string, Buffer>,
): Buffer | null {
  const parts: Buffer[] = [];
  let end = 0;
  for (const { at, blob } of cuts) {
    const content = contents.get(blob);
    if (!content) return null;
    parts.push(kept.subarray(end, at), encodedFile(content));
    end = at;
  }
  return Buffer.concat([...parts, kept.subarray(end)]);
}

/** Base64 in lines of 76 characters, as messages are composed. */
const encodedFile = (content: Buffer): Buffer =>
  Buffer.from((content.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'), 'latin1');
