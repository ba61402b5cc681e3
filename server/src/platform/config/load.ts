import { readFileSync } from 'node:fs';
import { paymentProblems } from './payment-settings.ts';
import { settings } from './schema.ts';
import type { Setting } from './setting.ts';
import { storageProblems } from './storage-settings.ts';
import { submissionProblems } from './submission-settings.ts';

type Values = { [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never };

export type Config = Readonly<Values>;
type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown with every problem at once, so that an operator can correct them together. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Settings are not usable:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads every setting from `environment`, where an empty one counts as not given, then `defaults`; `NAME_FILE` names a file that holds
 * the value.
 */
export function loadConfig(environment: Environment = process.env, defaults: Environment = {}): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  const texts: Record<string, string> = {};
  for (const [name, setting] of Object.entries(settings) as [string, Setting][]) {
    const fallback = defaults[name] ?? withTexts(setting.fallback, texts);
    const raw = rawValue(environment, name, { ...setting, fallback }, problems);
    if (raw === undefined) continue;
    const parsed = setting.shape.safeParse(raw);
    if (parsed.success) [values[name], texts[name]] = [parsed.data, raw];
    else problems.push(`${name}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}`);
  }
  const config = Object.freeze(values) as Config; // every name of the schema was parsed above, or is among the problems
  if (problems.length === 0)
    problems.push(...storageProblems(config), ...paymentProblems(config), ...submissionProblems(config));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function rawValue(environment: Environment, name: string, setting: Setting, problems: string[]): string | undefined {
  const given = environment[name];
  const file = environment[`${name}_FILE`];
  if (given !== undefined && given !== '') return given;
  if (file) return readSecretFile(name, file, problems);
  if (setting.fallback !== undefined) return setting.fallback;
  problems.push(`${name} is required. ${setting.about}`);
  return undefined;
}

/** A default may name a setting above its own, as `<PORT>`: it stands for what that one is. */
export const withTexts = (fallback: string | undefined, texts: Readonly<Record<string, string>>): string | undefined =>
  fallback?.replaceAll(/<([A-Z_]+)>/g, (_, name: string) => texts[name] ?? '');

function readSecretFile(name: string, file: string, problems: string[]): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    problems.push(`${name}_FILE: cannot read ${file}`);
    return undefined;
  }
}
