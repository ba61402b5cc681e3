import type { Reply } from '@postrider/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { bodyOf, type CampaignFields } from './campaigns.ts';
import { type Problem, problemOf } from './problem.ts';
import { useProject } from './project.ts';

export type Preflight = Reply<'POST /campaigns/{id}/preflight'>;
export type Finding = Preflight['blocks'][number];

export interface PreflightState {
  /** The newest answer; null until the first. */
  readonly result: Preflight | null;
  /** The fields it is about. */
  readonly of: CampaignFields | null;
  readonly problem: Problem | null;
  readonly isUnderWay: boolean;
  runNow(): void;
}

type Held = Omit<PreflightState, 'runNow'>;
const pauseMs = 1_000;
const countingMs = 2_000;

/** Looks at the campaign as it stands on the screen, a second after typing stops. `isReadable` is false while the shape is not right. */
export function usePreflight(id: string, fields: CampaignFields, isReadable: boolean): PreflightState {
  const { session } = useProject();
  const [held, setHeld] = useState<Held>({ result: null, of: null, problem: null, isUnderWay: false });
  const [asked, setAsked] = useState(0);
  const isAtOnce = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` asks again for the same fields
  useEffect(() => {
    if (!isReadable) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const run = async () => {
      setHeld((old) => ({ ...old, isUnderWay: true }));
      try {
        const found = await session.campaigns.preflightWith(id, bodyOf(fields), { signal: stop.signal });
        if (stop.signal.aborted) return;
        setHeld((old) => ({
          result: withoutOwnChange(found, old.of, fields),
          of: fields,
          problem: null,
          isUnderWay: !found.complete,
        }));
        if (!found.complete) timer = setTimeout(() => void run(), countingMs);
      } catch (error) {
        if (!stop.signal.aborted) setHeld((old) => ({ ...old, problem: problemOf(error), isUnderWay: false }));
      }
    };
    timer = setTimeout(() => void run(), isAtOnce.current ? 0 : pauseMs);
    isAtOnce.current = false;
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [session, id, fields, isReadable, asked]);
  const runNow = useCallback(() => {
    isAtOnce.current = true;
    setAsked((count) => count + 1);
  }, []);
  return { ...held, runNow };
}

/** That the audience has changed is no news to the person who has just chosen another one. */
function withoutOwnChange(found: Preflight, before: CampaignFields | null, now: CampaignFields): Preflight {
  if (before === null || audienceOf(before) === audienceOf(now)) return found;
  return { ...found, warnings: found.warnings.filter(({ code }) => code !== 'AUDIENCE_CHANGED') };
}

const audienceOf = ({ audienceType, segmentId, audienceCondition, excludeCampaignId }: CampaignFields): string =>
  JSON.stringify([audienceType, segmentId, audienceCondition, excludeCampaignId]);
