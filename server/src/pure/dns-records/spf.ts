/** One mechanism or modifier: `-include:relay.example` is `{ name: 'include', value: 'relay.example' }`. */
export interface SpfTerm {
  readonly qualifier: string;
  readonly name: string;
  readonly value: string;
}

/** The largest number of look-ups a receiver makes for one record (RFC 7208, 4.6.4). */
export const maxSpfLookUps = 10;

/** The SPF records among the texts of a name. More than one is an error that makes all of them void. */
export const spfRecords = (texts: readonly string[]): string[] => texts.filter((text) => /^v=spf1( |$)/i.test(text));

export function readSpf(record: string): SpfTerm[] {
  return record
    .trim()
    .split(/ +/)
    .slice(1)
    .map((text) => {
      const [, qualifier = '', name = '', value = ''] =
        /^([+?~-]?)([A-Za-z][A-Za-z0-9._-]*)([:=/].*)?$/.exec(text) ?? [];
      return { qualifier: qualifier || '+', name: name.toLowerCase(), value: value.replace(/^[:=]/, '') };
    });
}

/** True when the record names all of our mechanisms, which are written as in a record: `include:relay.example`. */
export function holdsMechanisms(record: string, ours: string): boolean {
  const keyOf = ({ qualifier, name, value }: SpfTerm): string =>
    `${qualifier}${name}:${value.toLowerCase().replace(/\.$/, '')}`;
  const given = new Set(readSpf(record).map(keyOf));
  return readSpf(`v=spf1 ${ours.trim()}`).every((term) => given.has(keyOf(term)));
}

export interface SpfLookUps {
  /** Look-ups that this record needs by itself. */
  readonly own: number;
  /** Records whose look-ups count as well. A target with a macro cannot be followed: the sender is not known yet. */
  readonly targets: readonly string[];
}

const lookUpMechanisms = ['include', 'a', 'mx', 'ptr', 'exists'];

export function spfLookUps(record: string): SpfLookUps {
  const terms = readSpf(record);
  const redirects = terms.some(({ name }) => name === 'all') ? [] : terms.filter(({ name }) => name === 'redirect');
  const counted = [...terms.filter(({ name }) => lookUpMechanisms.includes(name)), ...redirects];
  const targets = counted.filter(
    ({ name, value }) => /^(include|redirect)$/.test(name) && value && !value.includes('%'),
  );
  return { own: counted.length, targets: targets.map(({ value }) => value) };
}
