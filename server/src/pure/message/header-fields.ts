export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  /** Unfolded. */
  readonly value: string;
  readonly isFolded: boolean;
}

const field = /^([\x21-\x39\x3b-\x7e]{1,76}):(.*)$/;

/** The fields of a header whose lines end in CRLF, in order; an error message when one of them is not a field. */
export function headerFieldsOf(header: Buffer): HeaderField[] | string {
  const fields: HeaderField[] = [];
  for (const line of header.toString('latin1').split('\r\n')) {
    if (line === '') continue;
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      if (!last) return 'the header starts with a folded line';
      if (line.trim() === '') return 'a folded line without content';
      fields[fields.length - 1] = { ...last, value: last.value + line, isFolded: true };
      continue;
    }
    const [, name, value] = field.exec(line) ?? [];
    if (name === undefined || value === undefined) return `a header line that is none: ${line.slice(0, 20)}`;
    fields.push({ name: name.toLowerCase(), value, isFolded: false });
  }
  return fields;
}
