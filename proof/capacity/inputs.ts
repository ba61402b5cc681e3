import type { KeptResult } from '../record/kept-results.ts';

/** A measurement that the capacity page counts with, by the bench that prints it. */
interface InputSource {
  readonly bench: string;
  readonly figure: string;
  readonly about: string;
}

const source = (bench: string, figure: string, about: string): InputSource => ({ bench, figure, about });

/** Names end with their unit; each is for one mail, call or notice. */
export const inputSources = {
  sendApiMs: source('send', 'send, processor time of the process for each call', 'API, accepting a mail'),
  sendServerMs: source('send', "send, processor time of PostgreSQL's sessions for each call", 'PostgreSQL, accepting'),
  handoffWorkerMs: source(
    'handoff',
    'handoff, processor time of the sending process for each mail',
    'worker, claim to SENT',
  ),
  handoffServerMs: source(
    'handoff',
    "handoff, processor time of PostgreSQL's sessions for each mail",
    'PostgreSQL, claim to SENT',
  ),
  throughWalBytes: source('through', 'through, WAL for each mail', 'WAL, `/v1/send` to SENT'),
  throughRecordBytes: source('through', 'through, disk for each mail', 'disk, records of a mail of `/v1/send`'),
  throughTextBytes: source('through', 'through, disk for the texts of each mail', 'disk, texts of 4 KB'),
  sendRows: source('send', 'send, row versions for each mail', 'row versions, accepting'),
  handoffRows: source('handoff', 'handoff, row versions from claim to SENT', 'row versions, claim to SENT'),
  campaignWorkerMs: source(
    'fanout',
    'fanout, processor time of the process for each mail',
    'worker, expansion to SENT',
  ),
  campaignServerMs: source(
    'fanout',
    "fanout, processor time of PostgreSQL's sessions for each mail",
    'PostgreSQL, expansion to SENT',
  ),
  campaignWalBytes: source('fanout', 'fanout, WAL for each mail', 'WAL, expansion to SENT'),
  campaignDiskBytes: source('fanout', 'fanout, disk for each mail', 'disk, records and texts of a campaign mail'),
  campaignRows: source('fanout', 'fanout, row versions from expansion to SENT', 'row versions, expansion to SENT'),
  noticeApiMs: source('notices', 'notices, one by one, processor time of the process', 'API, a delivery notice'),
  noticeServerMs: source(
    'notices',
    "notices, one by one, processor time of PostgreSQL's sessions",
    'PostgreSQL, a delivery notice',
  ),
  noticeWalBytes: source('notices', 'notices, one by one, WAL', 'WAL, a delivery notice'),
  noticeRows: source('notices', 'notices, one by one, row versions', 'row versions, a delivery notice'),
  eventApiMs: source('track', 'track, processor time of the process for each call', 'API, an event'),
  eventServerMs: source(
    'track',
    "track, processor time of PostgreSQL's sessions for each call",
    'PostgreSQL, an event',
  ),
  eventWalBytes: source('track', 'track, WAL for each call', 'WAL, an event'),
  eventDiskBytes: source('track', 'track, disk for each call', 'disk, an event'),
  eventRows: source('track', 'track, row versions for each call', 'row versions, an event'),
  contactApiMs: source('contacts', 'contacts.upsert, processor time of the process for each call', 'API, a contact'),
  contactServerMs: source(
    'contacts',
    "contacts.upsert, processor time of PostgreSQL's sessions for each call",
    'PostgreSQL, a contact',
  ),
  contactWalBytes: source('contacts', 'contacts.upsert, WAL for each call', 'WAL, a contact'),
  contactDiskBytes: source('contacts', 'contacts.upsert, disk for each call', 'disk, a contact; half are new'),
} as const satisfies Record<string, InputSource>;

type InputName = keyof typeof inputSources;

/** NaN where no kept result has the figure: whatever is computed from it is then not a number, too. */
export type Inputs = Readonly<Record<InputName, number>>;

export interface ReadInput extends InputSource {
  readonly name: InputName;
  readonly value: number;
  readonly unit: string;
  readonly result: KeptResult | undefined;
}

export function readInputs(results: ReadonlyMap<string, KeptResult>): readonly ReadInput[] {
  const names = Object.keys(inputSources) as InputName[]; // its own keys
  return names.map((name) => {
    const input = inputSources[name];
    const result = results.get(`bench/${input.bench}`);
    const line = result?.measurements.find((one) => one.name === input.figure);
    return { ...input, name, value: line?.ours ?? Number.NaN, unit: line?.unit ?? '', result };
  });
}

export const valuesOf = (inputs: readonly ReadInput[]): Inputs =>
  Object.fromEntries(inputs.map(({ name, value }) => [name, value])) as Inputs; // every name is read
