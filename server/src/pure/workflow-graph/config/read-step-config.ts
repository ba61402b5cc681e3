import { emptyObject, isPlainObject, type JsonObject, readJsonValue } from '#pure/custom-fields';
import { limits } from '#pure/limits';
import type { Step, StepType } from '../graph.ts';
import { type ConfigDraft, type ConfigPath, type ConfigProblem, refuse } from './config-draft.ts';
import { readConditionConfig } from './read-condition-config.ts';
import { readExit } from './read-exit.ts';
import { readSendEmail } from './read-send-email.ts';
import { readDelay, readWaitForEvent } from './read-times.ts';
import { readUpdateContact } from './read-update-contact.ts';
import { readWebhook } from './read-webhook.ts';
import type { StepConfig } from './step-config.ts';

/** A config as a caller sends it or as it was stored. */
export type ConfigInput = {
  readonly type: StepType;
  readonly config: unknown;
  /** The step's own field. Undefined: the copy in `config` counts. Null: no template. */
  readonly templateId?: string | null | undefined;
};

export type ConfigOptions = {
  /** Whether the address of a WEBHOOK may begin with http:// (`WEBHOOK_ALLOW_HTTP`). */
  readonly allowsHttp: boolean;
};

export type ConfigReading =
  | {
      readonly ok: true;
      /** What is stored and returned. */
      readonly stored: Pick<Step, 'config' | 'templateId'>;
      /** Required fields that are missing, `config` being the root; of TRIGGER none. */
      readonly missing: readonly ConfigPath[];
      /** Null while fields are missing, and for TRIGGER. */
      readonly config: StepConfig | null;
    }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

const nesting = { maxLevels: limits.jsonLevels, subject: 'A config' };

/** Reads the config of a step by the rules of its type (section 2), with all its problems at once. */
export function readStepConfig(input: ConfigInput, options: ConfigOptions): ConfigReading {
  const problems: ConfigProblem[] = [];
  const raw = readJson(input.config ?? {}, problems);
  if (!raw) return { ok: false, problems };

  const draft: ConfigDraft = { raw, kept: emptyObject(), problems, missing: [] };
  const config = readByType(input, draft, options);
  if (problems.length > 0) return { ok: false, problems };
  if (input.type === 'TRIGGER')
    return { ok: true, stored: { config: raw, templateId: null }, missing: [], config: null };

  const { kept, missing } = draft;
  const templateId = typeof kept.templateId === 'string' ? kept.templateId : null;
  return {
    ok: true,
    stored: { config: kept, templateId },
    missing,
    config: missing.length > 0 ? null : (config ?? null),
  };
}

/** A copy that the database can store. Limit: nothing reads a larger or deeper config any further. */
function readJson(raw: unknown, problems: ConfigProblem[]): JsonObject | undefined {
  if (!isPlainObject(raw)) return refuse({ problems }, [], 'invalid_type', 'A config is an object.');
  const copy = emptyObject();
  const found: Parameters<typeof readJsonValue>[2] = [];
  for (const [key, value] of Object.entries(raw)) {
    if (key !== '__proto__') copy[key.toWellFormed()] = readJsonValue(value, [key], found, nesting);
  }
  problems.push(...found);
  if (problems.length > 0) return undefined;
  if (Buffer.byteLength(JSON.stringify(copy)) <= limits.stepConfigBytes) return copy;
  return refuse({ problems }, [], 'too_big', `A config is at most ${limits.stepConfigBytes} bytes.`);
}

function readByType(input: ConfigInput, draft: ConfigDraft, options: ConfigOptions): StepConfig | undefined {
  switch (input.type) {
    case 'SEND_EMAIL':
      return readSendEmail(draft, input.templateId);
    case 'DELAY':
      return readDelay(draft);
    case 'WAIT_FOR_EVENT':
      return readWaitForEvent(draft);
    case 'CONDITION':
      return readConditionConfig(draft);
    case 'WEBHOOK':
      return readWebhook(draft, options);
    case 'UPDATE_CONTACT':
      return readUpdateContact(draft);
    case 'EXIT':
      return readExit(draft);
    case 'TRIGGER':
      return undefined;
  }
}
