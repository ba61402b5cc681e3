import type { Inputs } from './inputs.ts';

export type MailKind = 'transactional' | 'campaign';

/** What no bench can know; operators put in their own. */
export interface Assumptions {
  /** The busiest seconds beside the average of the day. */
  readonly peakFactor: number;
  readonly noticesPerMail: number;
  /** Opens and clicks, each an event. */
  readonly opensAndClicksPerMail: number;
  readonly eventsPerMail: number;
  readonly contactsPerMail: number;
  /** Of the processors at the peak; the rest is for vacuum, checkpoints, reports and what fails. */
  readonly maxProcessorShare: number;
  readonly recordDays: number;
  readonly textDays: number;
  readonly primaryCores: number;
  readonly primaryWalBytesPerSecond: number;
  readonly primaryDiskBytes: number;
  readonly connectionsPerApiProcess: number;
  readonly connectionsPerWorkerProcess: number;
}

/** One mail with the notices, events and contacts that come with it. */
export interface MailCosts {
  readonly apiMs: number;
  readonly workerMs: number;
  readonly serverMs: number;
  readonly walBytes: number;
  readonly rows: number;
  readonly recordBytes: number;
  readonly textBytes: number;
}

type Needs = Readonly<
  Record<
    | 'averagePerSecond'
    | 'peakPerSecond'
    | 'apiCores'
    | 'workerCores'
    | 'serverCores'
    | 'walBytesPerSecond'
    | 'rowsPerSecond'
    | 'walBytesPerDay'
    | 'diskBytesPerDay'
    | 'keptBytes'
    | 'connections'
    | 'cellsByCores'
    | 'cellsByWal'
    | 'cellsByDisk'
    | 'cells',
    number
  >
>;

/** A campaign mail passes no API call; what its opens, clicks and notices cost is the same. */
export function costsOf(kind: MailKind, inputs: Inputs, assumptions: Assumptions): MailCosts {
  const own = kind === 'campaign' ? campaignMail(inputs) : transactionalMail(inputs);
  const { noticesPerMail: notices, contactsPerMail: contacts } = assumptions;
  const events = assumptions.eventsPerMail + assumptions.opensAndClicksPerMail;
  const beside = (notice: number, event: number, contact: number): number =>
    notices * notice + events * event + contacts * contact;
  return {
    apiMs: own.apiMs + beside(inputs.noticeApiMs, inputs.eventApiMs, inputs.contactApiMs),
    workerMs: own.workerMs,
    serverMs: own.serverMs + beside(inputs.noticeServerMs, inputs.eventServerMs, inputs.contactServerMs),
    walBytes: own.walBytes + beside(inputs.noticeWalBytes, inputs.eventWalBytes, inputs.contactWalBytes),
    rows: own.rows + beside(inputs.noticeRows, inputs.eventRows, 0),
    // The first notice of a mail records an event, which is kept like any other; the bench of notices measures no disk.
    recordBytes: own.recordBytes + beside(inputs.eventDiskBytes, inputs.eventDiskBytes, inputs.contactDiskBytes),
    textBytes: own.textBytes,
  };
}

const transactionalMail = (inputs: Inputs): MailCosts => ({
  apiMs: inputs.sendApiMs,
  workerMs: inputs.handoffWorkerMs,
  serverMs: inputs.sendServerMs + inputs.handoffServerMs,
  walBytes: inputs.throughWalBytes,
  rows: inputs.sendRows + inputs.handoffRows,
  recordBytes: inputs.throughRecordBytes,
  textBytes: inputs.throughTextBytes,
});

const campaignMail = (inputs: Inputs): MailCosts => ({
  apiMs: 0,
  workerMs: inputs.campaignWorkerMs,
  serverMs: inputs.campaignServerMs,
  walBytes: inputs.campaignWalBytes,
  rows: inputs.campaignRows,
  recordBytes: inputs.campaignDiskBytes,
  textBytes: 0,
});

const secondsPerDay = 86_400;

export function needsOf(mailsPerDay: number, costs: MailCosts, assumptions: Assumptions): Needs {
  const averagePerSecond = mailsPerDay / secondsPerDay;
  const peakPerSecond = averagePerSecond * assumptions.peakFactor;
  const cores = (msPerMail: number): number => (peakPerSecond * msPerMail) / 1_000 / assumptions.maxProcessorShare;
  const [apiCores, workerCores, serverCores] = [cores(costs.apiMs), cores(costs.workerMs), cores(costs.serverMs)];
  const walBytesPerSecond = peakPerSecond * costs.walBytes;
  const keptPerMail = costs.recordBytes * assumptions.recordDays + costs.textBytes * assumptions.textDays;
  const keptBytes = mailsPerDay * keptPerMail;
  const cellsByCores = serverCores / assumptions.primaryCores;
  const cellsByWal = walBytesPerSecond / assumptions.primaryWalBytesPerSecond;
  const cellsByDisk = keptBytes / assumptions.primaryDiskBytes;
  return {
    averagePerSecond,
    peakPerSecond,
    apiCores,
    workerCores,
    serverCores,
    walBytesPerSecond,
    rowsPerSecond: peakPerSecond * costs.rows,
    walBytesPerDay: mailsPerDay * costs.walBytes,
    diskBytesPerDay: mailsPerDay * (costs.recordBytes + costs.textBytes),
    keptBytes,
    // A process of Node uses about one core.
    connections:
      Math.ceil(apiCores) * assumptions.connectionsPerApiProcess +
      Math.ceil(workerCores) * assumptions.connectionsPerWorkerProcess,
    cellsByCores,
    cellsByWal,
    cellsByDisk,
    cells: Math.max(1, Math.ceil(Math.max(cellsByCores, cellsByWal, cellsByDisk))),
  };
}

/** Mails a second at the peak that one primary carries, and which of its limits is met first. */
export function primaryLimit(
  costs: MailCosts,
  assumptions: Assumptions,
): { mailsPerSecond: number; by: 'processors' | 'WAL' } {
  const byCores = (assumptions.primaryCores * assumptions.maxProcessorShare * 1_000) / costs.serverMs;
  const byWal = assumptions.primaryWalBytesPerSecond / costs.walBytes;
  // Why not the chosen one of the two: where an input is missing, this is not a number either.
  return { mailsPerSecond: Math.min(byCores, byWal), by: byCores <= byWal ? 'processors' : 'WAL' };
}
