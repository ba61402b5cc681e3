import { emptyObject, isJsonObject, type JsonObject, type JsonValue } from '#pure/custom-fields';
import type { StepType } from '#pure/workflow-graph';

/** A text of a config that may contain template language. */
export interface RenderedText {
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** Where template language may stand in a config, by the type of its step (08, section 2). */
const renderedPlaces: Partial<Record<StepType, readonly (readonly string[])[]>> = {
  SEND_EMAIL: [['recipient', 'customEmail']],
  WEBHOOK: [['url'], ['headers'], ['body']],
  UPDATE_CONTACT: [['updates'], ['data']],
};

/** All texts of a checked config that are rendered. */
export const renderedTexts = (type: StepType, config: JsonObject): RenderedText[] =>
  (renderedPlaces[type] ?? []).flatMap((path) => textsIn(valueAt(config, path), path));

const valueAt = (config: JsonObject, path: readonly string[]): JsonValue | undefined =>
  path.reduce<JsonValue | undefined>((value, key) => (isJsonObject(value) ? value[key] : undefined), config);

/** All texts in a value, in the order of `withTexts`. */
export function textsIn(value: JsonValue | undefined, path: RenderedText['path'] = []): RenderedText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, [...path, key]));
}

/** The same value with other texts in the place of its own, as `textsIn` lists them. */
export function withTexts<Value extends JsonValue>(value: Value, texts: readonly string[]): Value {
  const rest = texts.values();
  const replace = (part: JsonValue): JsonValue => {
    if (typeof part === 'string') return rest.next().value ?? '';
    if (Array.isArray(part)) return part.map(replace);
    if (!isJsonObject(part)) return part;
    const object = emptyObject();
    for (const [key, item] of Object.entries(part)) object[key] = replace(item);
    return object;
  };
  return replace(value) as Value; // the same structure
}
