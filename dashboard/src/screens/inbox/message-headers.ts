export interface MessageHeader {
  readonly name: string;
  readonly value: string;
}

/** The headers at the beginning of a message, in their order, with folded lines put together. */
export function messageHeaders(message: string): MessageHeader[] {
  const end = /\r?\n\r?\n/.exec(message);
  const block = end ? message.slice(0, end.index) : message;
  const lines = block.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
  });
}

export const headerValue = (headers: readonly MessageHeader[], name: string): string | null =>
  headers.find((header) => header.name.toLowerCase() === name)?.value ?? null;
