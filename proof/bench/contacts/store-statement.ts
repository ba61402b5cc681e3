import { randomUUIDv7 } from 'node:crypto';
import { writeStatement } from '../../../server/src/features/contacts/write-statement.ts';

/** A contact to write: `stored` is the one that has this address, `data` what is to be merged into its data. */
export interface ContactToStore {
  readonly email: string;
  readonly stored: { readonly id: string; readonly data: Record<string, unknown> } | undefined;
  readonly data: Record<string, unknown>;
}

/** The product's statement that writes one contact, its fields, its consent and what its totals will be folded from. */
export function storeContactStatement(projectId: string, { email, stored, data }: ContactToStore) {
  const id = stored?.id ?? randomUUIDv7();
  const row = [[id], [email], [true], [JSON.stringify({ ...stored?.data, ...data })]];
  const none = [[], [], [], []];
  const keys = Object.keys(data).filter((key) => data[key] !== stored?.data[key]);
  const tally = keys.map((key) => ({
    key,
    presence: stored ? 0 : 1,
    oldValue: stored?.data[key] ?? null,
    newValue: data[key],
    oldType: stored ? 'string' : null,
    newType: 'string',
  }));
  const added = stored ? 0 : 1;
  const fields = [keys, keys.map(() => 'string')];
  const rows = [...(stored ? none : row), ...(stored ? row : none)];
  // A contact that is new has a row of consent; one that is there keeps its state.
  const consentRow = stored ? none : [[randomUUIDv7()], [id], [true], [true]];
  const consent = [...consentRow, null, 'key', null, randomUUIDv7(), null, null, null];
  const values = [
    projectId,
    'api',
    new Date(),
    ...rows,
    ...fields,
    randomUUIDv7(),
    added,
    added,
    JSON.stringify(tally),
    true,
    ...consent,
  ];
  return { name: 'store', text: writeStatement, values };
}
