import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Comparison, median, report } from '../comparison.ts';
import { makeKey } from '../handoff/fixture.ts';
import { startBare } from './bare-side.ts';
import { measureRound, type ThroughMeasurement } from './measure-round.ts';
import { startProduct } from './product-side.ts';
import type { Side } from './side.ts';

/** One project may send a thousand requests a minute; together they are not the limit. */
const projectCount = 200;

interface MeasuredSide {
  readonly side: Side;
  readonly rounds: ThroughMeasurement[];
  /** Resident megabytes before any mail, before the first round and after the last one. */
  readonly memory: { start: number; warm: number; after: number };
  sent: number;
}

/**
 * `--mails` a round, `--rounds`, `--settle` seconds after the load until memory is read again, `--against` the folder of an
 * older version. `/v1/send` to the relay in one process of the product, in turns with a bare loop and with the older version.
 */
export async function benchThrough(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: {
      mails: { type: 'string', default: '4000' },
      rounds: { type: 'string', default: '3' },
      settle: { type: 'string', default: '120' },
      against: { type: 'string' },
    },
  });
  const [mails, rounds] = [Number(values.mails), Number(values.rounds)];
  const key = makeKey();
  const sides: MeasuredSide[] = [];
  const add = async (starting: Promise<Side>): Promise<MeasuredSide> => {
    const side = await starting;
    const start = residentMegabytes(side.pid);
    const measured = { side, rounds: [], memory: { start, warm: start, after: start }, sent: 0 };
    sides.push(measured);
    return measured;
  };
  try {
    const ours = await add(startProduct(projectCount, key));
    const bare = await add(startBare(projectCount, key));
    const { against } = values;
    const older = against && (await add(startProduct(projectCount, key, resolve(against, 'server/src/main.ts'))));
    for (const side of sides) await warm(side, Math.ceil(mails / 4));
    for (let round = 0; round < rounds; round += 1) {
      for (const side of sides) side.rounds.push(await measure(side, mails));
    }
    await wait(Number(values.settle) * 1_000);
    for (const { memory, side } of sides) memory.after = residentMegabytes(side.pid);
    await reportAll(ours, bare, older || null);
  } finally {
    for (const { side } of sides) await side.stop();
  }
}

async function warm(measured: MeasuredSide, mails: number): Promise<void> {
  await measure(measured, mails);
  measured.memory.warm = residentMegabytes(measured.side.pid);
}

async function measure(measured: MeasuredSide, mails: number): Promise<ThroughMeasurement> {
  const measurement = await measureRound(measured.side, mails, measured.sent);
  measured.sent += mails;
  return measurement;
}

async function reportAll(ours: MeasuredSide, bare: MeasuredSide, older: MeasuredSide | null): Promise<void> {
  const both = (
    value: keyof ThroughMeasurement,
  ): Pick<Comparison, 'ours' | 'bare'> & { detail?: { older: number } } => ({
    ours: medianOf(ours, value),
    bare: medianOf(bare, value),
    ...(older ? { detail: { older: medianOf(older, value) } } : {}),
  });
  const [rate, cpu] = [{ unit: 'mails/s' }, { unit: 'ms' }];
  const refused = { ours: medianOf(ours, 'refused'), ...(older ? { older: medianOf(older, 'refused') } : {}) };
  const accepted = both('accepted');
  const detail = { ...(accepted.detail ?? {}), refused };
  report({ name: 'through, accepted', ...accepted, ...rate, want: null, detail });
  report({ name: 'through, out to the relay', ...both('out'), ...rate, want: { ratio: { atLeast: 0.5 } } });
  const name = 'through, processor time of the process for each mail';
  report({ name, ...both('cpuMs'), ...cpu, want: { ratio: { atMost: 1.8 } } });
  const serverName = "through, processor time of PostgreSQL's sessions for each mail";
  report({ name: serverName, ...both('serverCpuMs'), ...cpu, want: null });
  const bytes = { unit: 'bytes', want: null };
  report({ name: 'through, WAL for each mail', ...both('walBytes'), ...bytes });
  report({ name: 'through, disk for each mail', ...both('recordBytes'), ...bytes });
  report({ name: 'through, disk for the texts of each mail', ...both('textBytes'), ...bytes });
  if (older) {
    const sides = { ours: medianOf(ours, 'out'), bare: medianOf(older, 'out') };
    const olderName = 'through, out to the relay, beside the older version';
    report({ name: olderName, ...sides, ...rate, want: { ratio: { atLeast: 2.5 } } });
  }
  const growth = ({ memory }: MeasuredSide): number => memory.after - memory.start;
  report({
    name: 'through, resident memory after the load less before it',
    ours: growth(ours),
    unit: 'MB',
    want: { ours: { atMost: 60 } },
    detail: { ours: ours.memory, bare: bare.memory, ...(older ? { older: older.memory } : {}) },
  });
  const batches = await ours.side.batches();
  if (batches.length > 0) console.log(batches.join('\n'));
}

const medianOf = ({ rounds }: MeasuredSide, value: keyof ThroughMeasurement): number =>
  median(rounds.map((round) => round[value]));

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024);
}
