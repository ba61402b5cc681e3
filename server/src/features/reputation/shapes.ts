import { z } from 'zod';
import { Instant, instant, instantOrNull } from '#platform/http';
import type { Counts, Kind } from './figures.ts';
import { hasMinimum, kinds, rateOf } from './figures.ts';
import { judge } from './judge.ts';
import type { Security } from './read-security.ts';
import { thresholds } from './thresholds.ts';

const Level = z.enum(['healthy', 'warning', 'critical']);
const Window = z.object({
  total: z.int(),
  bounces: z.int(),
  complaints: z.int(),
  bounceRate: z.number(),
  complaintRate: z.number(),
});
const Finding = z.object({
  metric: z.enum(['bounceRate', 'complaintRate', 'bounceCount', 'complaintCount']),
  window: z.enum(['twentyFourHour', 'sevenDay']),
  value: z.number(),
  threshold: z.number(),
});
const Lines = z.object({ warn: z.number(), pauseMarketing: z.number(), pauseAll: z.number() });

export const SecurityReply = z.object({
  status: z.object({
    projectId: z.string(),
    isHealthy: z.boolean(),
    shouldDisable: z.boolean(),
    isNewProject: z.boolean(),
    twentyFourHour: Window,
    sevenDay: Window,
    allTime: Window,
    violations: z.array(Finding),
    warnings: z.array(Finding),
  }),
  levels: z.object({
    bounce7Day: Level,
    bounceAllTime: Level,
    complaint7Day: Level,
    complaintAllTime: Level,
  }),
  isDisabled: z.boolean(),
  paused: z.object({ all: Instant.nullable(), marketing: Instant.nullable() }),
  suspensions: z.array(
    z.object({
      id: z.string(),
      scope: z.enum(['ALL', 'MARKETING', 'CAMPAIGN', 'WORKFLOW']),
      targetId: z.string().nullable(),
      targetName: z.string().nullable(),
      cause: z.enum(['BOUNCE_RATE', 'COMPLAINT_RATE', 'NEW_PROJECT_BOUNCES', 'NEW_PROJECT_COMPLAINTS', 'CHECK_FAILED']),
      value: z.number().nullable(),
      threshold: z.number().nullable(),
      startedAt: Instant,
      endedAt: Instant.nullable(),
      endedBy: z.string().nullable(),
    }),
  ),
  thresholds: z.object({
    bounce: Lines,
    complaint: Lines,
    minimum: z.object({ sent: z.int(), bounces: z.int(), complaints: z.int() }),
    newProject: z.object({ days: z.int(), bounces24h: z.int(), complaints24h: z.int() }),
  }),
});

/** D-1130. */
export function toSecurityReply(security: Security): z.output<typeof SecurityReply> {
  const { projectId, project, figures, allTime, suspensions } = security;
  const { crossings } = judge(figures, { stopped: [], canStop: new Set() });
  const findings = (isWarning: boolean) =>
    crossings
      .filter(({ line }) => (line === 'warn') === isWarning)
      .map(({ metric, value, threshold }) => ({
        metric,
        window: metric.endsWith('Count') ? ('twentyFourHour' as const) : ('sevenDay' as const),
        value: rounded(value),
        threshold,
      }));
  const violations = findings(false);
  return {
    status: {
      projectId,
      isHealthy: violations.length === 0,
      shouldDisable: crossings.some(({ line }) => line === 'pauseAll'),
      isNewProject: figures.isNewProject,
      twentyFourHour: windowOf(figures.day),
      sevenDay: windowOf(figures.week),
      allTime: windowOf(allTime),
      violations,
      warnings: findings(true),
    },
    levels: {
      bounce7Day: levelOf('bounce', figures.week),
      bounceAllTime: levelOf('bounce', allTime),
      complaint7Day: levelOf('complaint', figures.week),
      complaintAllTime: levelOf('complaint', allTime),
    },
    isDisabled: project.isDisabled,
    paused: { all: instantOrNull(project.pausedAt), marketing: instantOrNull(project.marketingPausedAt) },
    suspensions: suspensions.map(({ startedAt, endedAt, value, ...rest }) => ({
      ...rest,
      value: value === null ? null : rounded(value),
      startedAt: instant(startedAt),
      endedAt: instantOrNull(endedAt),
    })),
    thresholds,
  };
}

const rounded = (value: number): number => Number(value.toFixed(2));

function windowOf(counts: Counts): z.output<typeof Window> {
  const [bounceRate = 0, complaintRate = 0] = kinds.map((kind) => rounded(rateOf(kind, counts)));
  return { total: counts.sent, bounces: counts.bounces, complaints: counts.complaints, bounceRate, complaintRate };
}

/** D-1132. */
function levelOf(kind: Kind, counts: Counts): z.output<typeof Level> {
  if (!hasMinimum(kind, counts)) return 'healthy';
  const rate = rateOf(kind, counts);
  if (rate >= thresholds[kind].pauseMarketing) return 'critical';
  return rate >= thresholds[kind].warn ? 'warning' : 'healthy';
}
