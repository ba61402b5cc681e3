import type { CapRoom } from '#features/billing';
import { isTrackedBy } from '#features/emails';
import type { ProjectContext, ProjectReader } from '#platform/context';
import { limits } from '#pure/limits';
import { type CampaignFields, type CampaignId, isEditable } from '../campaign.ts';
import { findCampaign } from '../queries.ts';
import { roomForCampaign } from '../room-for-campaign.ts';
import { applyOverrides, type CampaignOverrides } from './apply-overrides.ts';
import type { AudienceFigures } from './audience-figures.ts';
import { questionOf } from './audience-question.ts';
import { checkAudience } from './check-audience.ts';
import { checkProject, checkRepeat, loadProject, type ProjectFacts } from './check-project.ts';
import { checkSample } from './check-sample.ts';
import { checkSender } from './check-sender.ts';
import { checkSource, type PlacedOutput } from './check-source.ts';
import { type Finding, finding } from './finding.ts';
import { type LoadedFigures, loadAddresses, loadFigures } from './load-figures.ts';
import { renderSample } from './render-sample.ts';
import { sendingSeconds } from './sending-time.ts';

export interface Preflight {
  /** False while the audience is not counted. */
  readonly isComplete: boolean;
  readonly checkedAt: Date;
  /** Null where nothing was counted. */
  readonly figures: AudienceFigures | null;
  readonly estimatedSeconds: number | null;
  readonly findings: readonly Finding[];
}

/** Kept for what follows the count within the same request. */
const reservedMs = 500;

/** What would happen if the campaign were sent now, with changes that are not saved (D-823, D-834). */
export async function preflightCampaign(
  ctx: ProjectContext,
  id: CampaignId,
  overrides: CampaignOverrides | null = null,
  { milliseconds = limits.preflightMilliseconds as number } = {},
): Promise<Preflight> {
  const deadline = performance.now() + milliseconds - reservedMs;
  const facts = await ctx.read((reader) => loadFacts(reader, id, overrides));
  const { fields, project, room, findings: early, now } = facts;
  if (!fields) return { isComplete: true, checkedAt: now, figures: null, estimatedSeconds: null, findings: early };
  const prepared = await ctx.rendering.prepareTexts(fields);
  const source = checkSource(fields, prepared, isTrackedBy(project.tracking, fields.type));
  const isGone = fields.audienceType === 'SEGMENT' && fields.segmentId === null;
  const loaded = isGone ? null : await loadFigures(ctx, id, questionOf(fields, variablesOf(source.needed)), deadline);
  const { inlinedBody } = prepared;
  const recipientId = loaded?.figures?.recipientId ?? null;
  const sample =
    prepared.errors.length > 0
      ? []
      : checkSample(await renderSample(ctx, { fields, inlinedBody, project, recipientId }), {
          type: fields.type,
          hasImages: source.hasImages,
        });
  const estimatedSeconds = estimate(ctx, fields, project, loaded);
  const ids = loaded?.figures?.missing.flatMap((missing) => missing.sample) ?? [];
  const addresses = ids.length === 0 ? new Map() : await ctx.read((reader) => loadAddresses(reader, ids));
  const audience = isGone
    ? [segmentGone]
    : checkAudience({ loaded, needed: source.needed, addresses, estimatedSeconds, room });
  return {
    isComplete: isGone || (loaded?.figures ?? null) !== null,
    checkedAt: now,
    figures: loaded?.figures ?? null,
    estimatedSeconds,
    findings: [...early, ...audience, ...source.findings, ...sample],
  };
}

const segmentGone = finding('SEGMENT_GONE', 'The segment of this campaign was deleted.', {
  field: 'segmentId',
  fix: { action: 'choose_audience' },
});

interface Facts {
  /** Null for a campaign whose sending has begun: nothing else is checked. */
  readonly fields: CampaignFields | null;
  readonly project: ProjectFacts;
  readonly room: CapRoom | null;
  readonly findings: readonly Finding[];
  readonly now: Date;
}

async function loadFacts(reader: ProjectReader, id: CampaignId, overrides: CampaignOverrides | null): Promise<Facts> {
  const campaign = await findCampaign(reader, id);
  const project = await loadProject(reader);
  const { now } = reader;
  if (!isEditable(campaign)) {
    const message = `A campaign that is ${campaign.status} cannot be sent.`;
    return { fields: null, project, room: null, now, findings: [finding('CAMPAIGN_NOT_SENDABLE', message)] };
  }
  const fields = overrides ? await applyOverrides(reader, campaign, overrides) : campaign;
  const findings = [
    ...(await checkSender(reader, fields)),
    ...checkProject(project, fields),
    ...(await checkRepeat(reader, id, fields)),
  ];
  return { fields, project, room: await roomForCampaign(reader, fields), now, findings };
}

/** Each path once: subject and body may print the same. */
const variablesOf = (needed: readonly PlacedOutput[]): PlacedOutput[] => [
  ...new Map(needed.map((output) => [output.path, output])).values(),
];

function estimate(
  { config }: ProjectContext,
  fields: CampaignFields,
  project: ProjectFacts,
  loaded: LoadedFigures,
): number | null {
  if (!loaded?.figures) return null;
  return sendingSeconds({
    recipients: loaded.figures.willReceive,
    perMinute: fields.sendRate,
    perSecond: [project.sendRate, config.MAIL_RATE_PER_SECOND],
    canary: fields.canary,
  });
}
