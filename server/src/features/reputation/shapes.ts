import { z } from 'zod';
import { givenReasons } from '#features/projects';
import { Instant, instant, instantOrNull } from '#platform/http';
import { judge } from './judge.ts';
import type { Security } from './load-security.ts';
import { hasMinimum, kinds, type RateKind, type ReputationCounts, rateOf } from './stats.ts';
import { thresholds } from './thresholds.ts';

export const SwitchReply = z.object({ disabled: z.boolean(), disabledReason: z.enum(givenReasons).nullable() });

const Level = z.enum(['healthy', 'warning', 'critical']);
const WindowReply = z.object({
  total: z.int(),
  bounces: z.int(),
  complaints: z.int(),
  bounceRate: z.number(),
  complaintRate: z.number(),
});
const CrossingReply = z.object({
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
    twentyFourHour: WindowReply,
    sevenDay: WindowReply,
    allTime: WindowReply,
    violations: z.array(CrossingReply),
    warnings: z.array(CrossingReply),
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
  const { projectId, project, stats, allTime, suspensions } = security;
  const { crossings } = judge(stats, { stopped: [], canStop: new Set() });
  const crossingReplies = (isWarning: boolean) =>
    crossings
      .filter(({ line }) => (line === 'warn') === isWarning)
      .map(({ metric, value, threshold }) => ({
        metric,
        window: metric.endsWith('Count') ? ('twentyFourHour' as const) : ('sevenDay' as const),
        value: rounded(value),
        threshold,
      }));
  const violations = crossingReplies(false);
  return {
    status: {
      projectId,
      isHealthy: violations.length === 0,
      shouldDisable: crossings.some(({ line }) => line === 'pauseAll'),
      isNewProject: stats.isNewProject,
      twentyFourHour: windowOf(stats.day),
      sevenDay: windowOf(stats.week),
      allTime: windowOf(allTime),
      violations,
      warnings: crossingReplies(true),
    },
    levels: {
      bounce7Day: levelOf('bounce', stats.week),
      bounceAllTime: levelOf('bounce', allTime),
      complaint7Day: levelOf('complaint', stats.week),
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

function windowOf(counts: ReputationCounts): z.output<typeof WindowReply> {
  const [bounceRate = 0, complaintRate = 0] = kinds.map((kind) => rounded(rateOf(kind, counts)));
  return { total: counts.sent, bounces: counts.bounces, complaints: counts.complaints, bounceRate, complaintRate };
}

/** D-1132. */
function levelOf(kind: RateKind, counts: ReputationCounts): z.output<typeof Level> {
  if (!hasMinimum(kind, counts)) return 'healthy';
  const rate = rateOf(kind, counts);
  if (rate >= thresholds[kind].pauseMarketing) return 'critical';
  return rate >= thresholds[kind].warn ? 'warning' : 'healthy';
}
